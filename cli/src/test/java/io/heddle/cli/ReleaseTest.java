package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `./dev release` does without a build: what it refuses, and what it finds wrong with a staged repository.
@Tag("slow")
class ReleaseTest {

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>lib</artifactId>
              <version>1.0</version>
              <name>Lib</name>
              <description>A library</description>
              <url>https://example.com</url>
              <licenses><license><name>MIT</name><url>https://example.com/mit</url></license></licenses>
              <developers><developer>
                <name>Jo</name><organization>Ex</organization><organizationUrl>https://example.com</organizationUrl>
              </developer></developers>
              <scm>
                <connection>scm:git:https://example.com/lib.git</connection>
                <developerConnection>scm:git:https://example.com/lib.git</developerConnection>
                <url>https://example.com/lib</url>
              </scm>
            </project>
            """;

    @TempDir
    private Path folder;

    @Test
    void aRepositoryThatCentralTakesPasses() throws Exception {
        stage(POM);
        Result result = rules();
        assertEquals(0, result.exit(), result::toString);
        assertEquals("central: 1 POMs, 12 files, not signed, 0 rules broken\n", result.err());
    }

    @Test
    void whatCentralRefusesIsNamed() throws Exception {
        Path place = stage(POM.replace("<name>Lib</name>", "")
                .replaceFirst("(?s)<scm>.*</scm>", "")
                .replace("1.0</version>", "1.0</version><parent><artifactId>p</artifactId></parent>")
                .replace("A library", "A library of ${project.url}"));
        Files.delete(place.resolve("lib-1.0-javadoc.jar"));
        Files.writeString(place.resolve("lib-1.0.jar.sha1"), "0000");
        Files.writeString(place.resolve("lib-1.0.jar.asc"), "a signature");
        Result result = rules();
        assertEquals(1, result.exit(), result::toString);
        String pom = "com/example/lib/1.0/lib-1.0.pom ";
        for (String said : new String[] {
            pom + "has no name",
            pom + "has no scm/connection",
            pom + "has parent",
            pom + "has a property",
            pom + "has no lib-1.0-javadoc.jar",
            pom + "is not signed",
            "com/example/lib/1.0/lib-1.0.jar has no right .sha1"
        }) {
            assertTrue(result.err().contains(said + "\n"), () -> said + " is not in\n" + result.err());
        }
    }

    @Test
    void whatIsNoVersionIsRefusedBeforeAnythingIsBuilt() throws Exception {
        for (String version : new String[] {"1.0-SNAPSHOT", "one", "1.0/2", "--fast"}) {
            Result result = Shell.run(
                    folder,
                    Map.of("PATH", System.getenv("PATH"), "HEDDLE_JAVA_HOME", System.getProperty("java.home")),
                    Shell.root().resolve("dev").toString(),
                    "release",
                    version);
            assertEquals(2, result.exit(), result::toString);
            assertTrue(result.err().contains("\n  try: ./dev release "), result::toString);
        }
    }

    private Result rules() throws Exception {
        return Shell.run(
                folder,
                Map.of(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Shell.root().resolve("dev.d/lib/CentralRules.java").toString(),
                folder.toString());
    }

    private Path stage(String pom) throws Exception {
        Path place = Files.createDirectories(folder.resolve("com/example/lib/1.0"));
        Files.writeString(place.resolve("lib-1.0.pom"), pom);
        sums(place.resolve("lib-1.0.pom"));
        for (String end : new String[] {"", "-sources", "-javadoc"}) {
            Path jar = place.resolve("lib-1.0" + end + ".jar");
            jar(jar);
            sums(jar);
        }
        return place;
    }

    private static void jar(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            zip.putNextEntry(new ZipEntry("one"));
            zip.putNextEntry(new ZipEntry("two"));
        }
    }

    private static void sums(Path file) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        for (Map.Entry<String, String> sum :
                Map.of(".md5", "MD5", ".sha1", "SHA-1").entrySet()) {
            Files.writeString(
                    file.resolveSibling(file.getFileName() + sum.getKey()),
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance(sum.getValue()).digest(bytes)));
        }
    }
}
