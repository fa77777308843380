package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.DataInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which JDK an older one finds. The release that is looked for is one that no machine has.
class OtherJdkTest {

    private static final int LEAST = 998;

    @TempDir
    private Path folder;

    @Test
    void whatTheEnvironmentNamesComesFirst() throws Exception {
        Path named = Shell.fakeJdk(folder.resolve("named"), "999.0.1");
        Shell.fakeJdk(folder.resolve(".sdkman/candidates/java/999-tem"), "999");
        assertEquals(named.toString(), find(Map.of("JAVA_HOME", named.toString())));
        assertEquals(named.toString(), find(Map.of("PATH", "/nowhere:" + named.resolve("bin"))));
    }

    @Test
    void theReleaseItselfIsTakenBeforeANewerOne() throws Exception {
        Path newer = Shell.fakeJdk(folder.resolve("newer"), "999");
        Path itself = Shell.fakeJdk(folder.resolve(".jdks/itself"), "998.0.2");
        assertEquals(itself.toString(), find(Map.of("JAVA_HOME", newer.toString())));
    }

    @Test
    void sdkmanToolchainsAndMacsBundlesAreLookedInto() throws Exception {
        Path sdkman = Shell.fakeJdk(folder.resolve("tools/candidates/java/998-tem"), "998");
        assertEquals(
                sdkman.toString(),
                find(Map.of("SDKMAN_DIR", folder.resolve("tools").toString())));
        Path bundle =
                Shell.fakeJdk(folder.resolve("Library/Java/JavaVirtualMachines/temurin.jdk/Contents/Home"), "998");
        assertEquals(bundle.toString(), find(Map.of()));
        Path chained = Shell.fakeJdk(folder.resolve("chained"), "998");
        Files.createDirectories(folder.resolve(".m2"));
        Files.writeString(
                folder.resolve(".m2/toolchains.xml"),
                "<toolchains><toolchain><configuration>\n<jdkHome> " + chained
                        + " </jdkHome></configuration></toolchain></toolchains>");
        assertEquals(chained.toString(), find(Map.of()));
    }

    @Test
    void whatIsTooOldOrRelativeOrNoJdkIsPassedBy() throws Exception {
        Path old = Shell.fakeJdk(folder.resolve("old"), "1.8.0_472");
        Files.createDirectories(folder.resolve(".jdks/empty"));
        assertNull(find(Map.of("JAVA_HOME", old.toString(), "HEDDLE_JAVA_HOME", "jdk", "PATH", "bin")));
    }

    /// 52 is Java 8's: an older JVM could not even say what it needs.
    @Test
    void whatAnOldJvmLoadsIsBuiltForJava8() throws Exception {
        for (String name : new String[] {"Main", "OtherJdk", "OtherJdk$1"}) {
            try (InputStream in = Main.class.getResourceAsStream(name + ".class");
                    DataInputStream data = new DataInputStream(in)) {
                assertEquals(0xCAFEBABE, data.readInt());
                assertEquals(52, data.readInt(), name);
            }
        }
    }

    private String find(Map<String, String> environment) {
        return new OtherJdk(environment, folder.toString()).find(LEAST);
    }
}
