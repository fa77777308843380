package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.maven.MavenJars;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Classes for which the real Lombok writes code.
@Tag("slow")
class LombokTest {

    private static final String SLOW =
            "public synchronized void slow() throws InterruptedException { Thread.sleep(10); }";

    @TempDir
    private Path folder;

    @Test
    void aClassThatWouldGetAGetterForTheLockIsRefused() throws Exception {
        FixedCode fixed = fixed("@lombok.Getter public class A { private int size; " + SLOW + " }");
        fixed.assertRefused(Refusal.GENERATED);
        assertTrue(fixed.said().contains("A.java does not have A.getSize"), fixed::said);
    }

    @Test
    void aClassWhoseEqualsWouldCompareTheLockIsRefused() throws Exception {
        fixed("@lombok.EqualsAndHashCode public class A { private int size; " + SLOW + " }")
                .assertRefused(Refusal.GENERATED);
    }

    @Test
    void synchronizedByLombokIsRefused() throws Exception {
        FixedCode fixed = fixed("public class A { @lombok.Synchronized public void slow() throws InterruptedException"
                + " { Thread.sleep(10); } }");
        fixed.assertRefused(Refusal.GENERATED);
        assertTrue(fixed.said().contains("$lock"), fixed::said);
    }

    @Test
    void aClassThatDoesNotCompileWithoutLombokIsRefused() throws Exception {
        FixedCode fixed =
                fixed("@lombok.RequiredArgsConstructor public class A { private final int size; " + SLOW + " }");
        fixed.assertRefused(Refusal.DOES_NOT_COMPILE);
        assertTrue(fixed.said().contains("no processor of annotations runs"), fixed::said);
    }

    @Test
    void aClassForWhichItWritesNothingIsMended() throws Exception {
        FixedCode fixed = fixed("public class A { " + SLOW + " }");
        assertTrue(fixed.isMended(), fixed::said);
        assertTrue(fixed.text("A.java").contains("lock.lock();"));
    }

    private FixedCode fixed(String code) throws IOException, InterruptedException {
        Path root = Files.createDirectory(folder.resolve("src"));
        Path file = Files.writeString(root.resolve("A.java"), code);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        try (MavenJars maven = MavenJars.open()) {
            Path lombok = maven.jar("org.projectlombok:lombok:jar:1.18.46");
            // In a JVM of its own, whose javac it changes.
            Process javac = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "javac")
                                    .toString(),
                            "-g",
                            "--release",
                            "21",
                            "-cp",
                            lombok.toString(),
                            "-processorpath",
                            lombok.toString(),
                            "-d",
                            classes.toString(),
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, javac.waitFor(), said);
            return FixedCode.of(classes, List.of(lombok), root);
        }
    }
}
