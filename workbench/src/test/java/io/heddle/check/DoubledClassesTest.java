package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fuzz.RawZip;
import io.heddle.model.Check;
import io.heddle.model.Check.Unreadable;
import io.heddle.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several entries of one name in an archive: a JVM takes one of them, and no other passes unseen.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoubledClassesTest {

    private static final String NAME = "Pins.class";
    private static final String BOOT = "BOOT-INF/classes/";
    private static final byte[] MULTI_RELEASE = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes();

    @TempDir
    private static Path classes;

    private byte[] calm = {};
    private byte[] pins = {};

    @BeforeAll
    void compile() throws IOException {
        calm = classFile(classes, "calm", "public synchronized void pin() { }");
        pins = classFile(classes, "pins", "public synchronized void pin() throws Exception { Thread.sleep(10); }");
    }

    private static byte[] classFile(Path folder, String name, String member) throws IOException {
        return Files.readAllBytes(
                Compiled.of(Files.createDirectory(folder.resolve(name)), "public class Pins { " + member + " }")
                        .resolve(NAME));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whicheverIsLastBothAreChecked(boolean pinsLast, @TempDir Path folder) throws IOException {
        Path jar = folder.resolve("twice.jar");
        byte[] last = pinsLast ? pins : calm;
        Files.write(
                jar,
                new RawZip(false, true)
                        .add(NAME, pinsLast ? calm : pins)
                        .add(NAME, last)
                        .bytes());
        assertTrue(Arrays.equals(last, foundByJvm(jar)));
        Check check = run(jar);
        assertEquals(
                List.of("Pins"), check.findings().stream().map(Finding::type).toList());
        assertEquals(!pinsLast, check.findings().getFirst().reason().contains("which a JVM takes instead"));
        assertEquals(
                List.of(jar + "!/" + NAME),
                check.read().unreadable().stream().map(Unreadable::place).toList());
        assertTrue(check.read().unreadable().getFirst().why().contains("2 times"));
    }

    @Test
    void theSameContentTwiceIsNothingToTell(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("same.jar");
        Files.write(jar, new RawZip(false, true).add(NAME, calm).add(NAME, calm).bytes());
        assertEquals(List.of(), run(jar).read().unreadable());
    }

    /// Boot's loader asks the one above it first, which finds what lies beside the folder.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClassBesideBootsFolderComesFirst(boolean folderFirst, @TempDir Path folder) throws IOException {
        RawZip zip = new RawZip(false, false);
        if (folderFirst) {
            zip.add(BOOT + NAME, pins).add(NAME, calm);
        } else {
            zip.add(NAME, calm).add(BOOT + NAME, pins);
        }
        Check check = run(Files.write(folder.resolve("boot.jar"), zip.bytes()));
        assertEquals(1, check.findings().size());
        assertTrue(check.findings().getFirst().reason().contains("which a JVM takes instead"));
    }

    @Test
    void ofTwoVersionsForOneReleaseBothAreChecked(@TempDir Path folder) throws IOException {
        RawZip zip = new RawZip(true, true)
                .add("META-INF/MANIFEST.MF", MULTI_RELEASE)
                .add(NAME, calm)
                .add("META-INF/versions/9/" + NAME, pins)
                .add("META-INF/versions/9/" + NAME, calm);
        assertEquals(
                1,
                run(Files.write(folder.resolve("multi.jar"), zip.bytes()))
                        .findings()
                        .size());
    }

    /// Of a nested archive Boot's loader takes the first or the last, by its release.
    @Test
    void ofTwoNestedArchivesBothAreChecked(@TempDir Path folder) throws IOException {
        byte[] user = Files.readAllBytes(Compiled.all(
                        Files.createDirectory(folder.resolve("user")),
                        Map.of("User", "public class User { void use() throws Exception { new Pins().pin(); } }"),
                        List.of(classes.resolve("pins")))
                .resolve("User.class"));
        byte[] calmJar = new RawZip(true, true).add(NAME, calm).bytes();
        byte[] pinsJar = new RawZip(true, true).add(NAME, pins).bytes();
        for (List<byte[]> order : List.of(List.of(calmJar, pinsJar), List.of(pinsJar, calmJar))) {
            RawZip zip = new RawZip(false, false).add(BOOT + "User.class", user);
            order.forEach(jar -> zip.add("BOOT-INF/lib/a.jar", jar));
            Check check = run(Files.write(folder.resolve("boot.jar"), zip.bytes()));
            assertEquals(
                    List.of("Pins"),
                    check.findings().stream().map(Finding::type).toList());
        }
    }

    @Test
    void moreCopiesThanAreCheckedAreAFinding(@TempDir Path folder) throws IOException {
        RawZip zip = new RawZip(false, false);
        for (int i = 0; i < 6; i++) {
            byte[] other = calm.clone();
            // The minor version: nothing else changes.
            other[5] = (byte) i;
            zip.add(NAME, other);
        }
        assertEquals(
                List.of("unread-class"),
                run(Files.write(folder.resolve("many.jar"), zip.bytes())).findings().stream()
                        .map(Finding::rule)
                        .toList());
    }

    private static byte[] foundByJvm(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(NAME);
            return zip.getInputStream(entry).readAllBytes();
        }
    }

    private static Check run(Path target) {
        return Checker.run(CheckOptions.of(List.of(target)));
    }
}
