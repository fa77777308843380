package io.heddle.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A repository of files on this disk, read by the real resolver.
class MavenJarsTest {

    @TempDir
    private Path folder;

    @Test
    void jarsComeWithWhatTheyNeedAtRunTime() throws Exception {
        publish("leaf", "", true);
        publish("tool", dependency("leaf", "runtime") + dependency("absent", "test"), true);
        try (MavenJars jars = open()) {
            assertEquals(
                    List.of("tool-1.jar", "leaf-1.jar"),
                    jars.withDependencies(List.of("org.example:tool:1")).stream()
                            .map(path -> path.getFileName().toString())
                            .toList());
            assertEquals("tool", Files.readString(jars.jar("org.example:tool:1")));
        }
    }

    @Test
    void whatWasFetchedIsThereOffline() throws Exception {
        publish("tool", "", true);
        try (MavenJars jars = open()) {
            jars.jar("org.example:tool:1");
        }
        try (MavenJars offline = MavenJars.open(
                folder.resolve("local"), folder.resolve("nowhere").toUri().toString())) {
            assertEquals(
                    "tool",
                    Files.readString(offline.withDependencies(List.of("org.example:tool:1"))
                            .getFirst()));
        }
    }

    @Test
    void aJarWithAWrongChecksumIsRefused() throws Exception {
        publish("tool", "", false);
        try (MavenJars jars = open()) {
            Failure failure = assertThrows(Failure.class, () -> jars.jar("org.example:tool:1"));
            assertTrue(failure.sentence().toLowerCase(java.util.Locale.ROOT).contains("checksum"), failure::sentence);
        }
    }

    /// Whoever writes a POM chooses the repository, and Maven's own policy for it is a warning.
    @Test
    void aJarOfARepositoryThatAPomNamesIsCheckedLikewise() throws Exception {
        publish("leaf", "", false);
        Files.move(folder.resolve("remote"), folder.resolve("other"));
        publish(
                "tool",
                dependency("leaf", "runtime"),
                repository(folder.resolve("other").toUri().toString()),
                true);
        try (MavenJars jars = open()) {
            Failure failure = assertThrows(Failure.class, () -> jars.withDependencies(List.of("org.example:tool:1")));
            assertTrue(failure.sentence().toLowerCase(java.util.Locale.ROOT).contains("checksum"), failure::sentence);
        }
    }

    @Test
    void plainHttpToAnotherMachineIsRefused() throws Exception {
        publish("tool", dependency("leaf", "runtime"), repository("http://repository.invalid/"), true);
        try (MavenJars jars = open()) {
            Failure failure = assertThrows(Failure.class, () -> jars.withDependencies(List.of("org.example:tool:1")));
            assertTrue(failure.sentence().contains("Blocked mirror"), failure::sentence);
        }
        try (MavenJars jars = MavenJars.open(folder.resolve("local"), "http://repository.invalid/")) {
            Failure failure = assertThrows(Failure.class, () -> jars.jar("org.example:tool:1"));
            assertTrue(failure.sentence().contains("Blocked mirror"), failure::sentence);
        }
    }

    /// Whoever publishes a library writes the pom that everybody who uses it reads.
    @Test
    void aPomOfARepositoryIsBoundedToo() throws Exception {
        StringBuilder properties = new StringBuilder("<properties><p0>xx</p0>");
        for (int i = 1; i <= 30; i++) {
            String before = "${p" + (i - 1) + "}";
            properties.append("<p" + i + ">" + before + before + "</p" + i + ">");
        }
        publish("tool", "", true);
        write(folder.resolve("remote/org/example/tool/1/tool-1.pom"), """
                <project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>tool</artifactId><version>1</version>
                %s</properties></project>""".formatted(properties), true);
        try (MavenJars jars = open()) {
            Failure failure = assertThrows(Failure.class, () -> jars.withDependencies(List.of("org.example:tool:1")));
            assertTrue(failure.sentence().contains("stand for a text"), failure::sentence);
        }
    }

    @Test
    void whatIsNowhereIsNamed() {
        try (MavenJars jars = open()) {
            Failure failure = assertThrows(Failure.class, () -> jars.withDependencies(List.of("org.example:none:1")));
            assertTrue(failure.sentence().contains("org.example:none:1"), failure::sentence);
            assertTrue(failure.next().contains("HEDDLE_MAVEN"), failure::next);
            assertThrows(Failure.class, () -> jars.jar("nonsense"));
        }
    }

    private MavenJars open() {
        return MavenJars.open(
                folder.resolve("local"), folder.resolve("remote").toUri().toString());
    }

    private void publish(String artifact, String dependencies, boolean right) throws Exception {
        publish(artifact, dependencies, "", right);
    }

    private void publish(String artifact, String dependencies, String repositories, boolean right) throws Exception {
        Path home = Files.createDirectories(folder.resolve("remote/org/example/" + artifact + "/1"));
        write(home.resolve(artifact + "-1.jar"), artifact, right);
        write(home.resolve(artifact + "-1.pom"), """
                <project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>%s</artifactId><version>1</version>
                <dependencies>%s</dependencies><repositories>%s</repositories></project>""".formatted(artifact, dependencies, repositories), true);
    }

    private static void write(Path file, String text, boolean right) throws Exception {
        Files.writeString(file, text);
        String sha1 = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-1")
                        .digest((right ? text : text + "!").getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        writeSum(file, sha1);
    }

    private static void writeSum(Path file, String sha1) throws IOException {
        Files.writeString(file.resolveSibling(file.getFileName() + ".sha1"), sha1);
    }

    private static String repository(String address) {
        return "<repository><id>other</id><url>" + address + "</url></repository>";
    }

    private static String dependency(String artifact, String scope) {
        return "<dependency><groupId>org.example</groupId><artifactId>" + artifact
                + "</artifactId><version>1</version><scope>" + scope + "</scope></dependency>";
    }
}
