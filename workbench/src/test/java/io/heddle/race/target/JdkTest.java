package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {

    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @TempDir
    Path directory;

    private Path fake(String name, String version) throws Exception {
        Path home = directory.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nexit 1\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private JdkFinder finder(Map<String, String> environment) {
        return new JdkFinder(environment, directory, OWN, List.of(directory.resolve("jvm")));
    }

    @Test
    void readsHeddlesOwn() {
        Jdk own = Jdk.of(OWN);
        assertEquals(Runtime.version().feature(), own.feature());
        assertTrue(Files.isExecutable(own.java()));
        assertEquals(own, Jdk.of(own.java()), "bin/java names its home");
    }

    @Test
    void asksJavaWhereThereIsNoReleaseFile() throws Exception {
        Path home = directory.resolve("asked");
        Files.createDirectories(home.resolve("bin"));
        Path java = Files.writeString(
                home.resolve("bin/java"), "#!/bin/sh\nexec '" + OWN.resolve("bin/java") + "' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        assertEquals(System.getProperty("java.version"), Jdk.of(home).version());
    }

    @Test
    void knowsOldVersionNumbersAndEarlyAccess() throws Exception {
        assertEquals(8, Jdk.of(fake("eight", "1.8.0_392")).feature());
        assertEquals(27, Jdk.of(fake("early", "27-ea")).feature());
    }

    @Test
    void refusesAJdkWithoutVirtualThreads() throws Exception {
        Path old = fake("old", "17.0.1");
        Failure failure = assertThrows(Failure.class, () -> finder(Map.of()).find(old.toString()));
        assertTrue(
                failure.sentence().contains("17.0.1") && failure.sentence().contains("no virtual threads"),
                failure.sentence());
        assertThrows(Failure.class, () -> finder(Map.of()).find("17"));
    }

    @Test
    void refusesWhatIsNoJdk() throws Exception {
        assertTrue(assertThrows(Failure.class, () -> finder(Map.of()).find(directory.toString()))
                .sentence()
                .contains("not a JDK"));
        Path broken = fake("broken", "21");
        Files.delete(broken.resolve("release"));
        assertTrue(assertThrows(Failure.class, () -> Jdk.of(broken)).sentence().contains("not a JDK that works"));
        Path cut = fake("cut", "21.0.8");
        Files.writeString(cut.resolve("release"), "JAVA_VERSION=\"21.0.8\"\nMODULES=\"java.base java.logging\"\n");
        assertTrue(assertThrows(Failure.class, () -> finder(Map.of()).find(cut.toString()))
                .sentence()
                .contains("java.instrument"));
    }

    @Test
    void takesJavaHomeOnlyWhenItHasVirtualThreads() throws Exception {
        assertEquals(
                "21.0.1",
                finder(Map.of("JAVA_HOME", fake("home", "21.0.1").toString()))
                        .find("")
                        .version());
        assertEquals(
                Jdk.of(OWN),
                finder(Map.of("JAVA_HOME", fake("older", "17.0.1").toString())).find(""));
        assertEquals(Jdk.of(OWN), finder(Map.of("JAVA_HOME", "/no/such")).find(""));
        assertEquals(Jdk.of(OWN), finder(Map.of()).find(""));
    }

    @Test
    void looksIntoTheUsualFolders() throws Exception {
        fake("jvm/java-93", "93.0.1");
        fake(".sdkman/candidates/java/92.0.2-tem", "92.0.2");
        fake(".cache/heddle/jdk-91/home", "91.0.3");
        fake("Library/Java/JavaVirtualMachines/temurin-94.jdk/Contents/Home", "94");
        fake("named", "90.0.4");
        fake("path", "95.0.1");
        JdkFinder finder = finder(Map.of(
                "HEDDLE_JDK90",
                directory.resolve("named").toString(),
                "PATH",
                "/no/such:" + directory.resolve("path/bin")));
        assertEquals("93.0.1", finder.find("93").version());
        assertEquals("92.0.2", finder.find("92").version());
        assertEquals("91.0.3", finder.find("91").version());
        assertEquals("94", finder.find("94").version());
        assertEquals("90.0.4", finder.find("90").version());
        assertEquals("95.0.1", finder.find("95").version());
        Failure none = assertThrows(Failure.class, () -> finder.find("96"));
        assertTrue(none.next().contains("HEDDLE_JDK96"), none.next());
    }
}
