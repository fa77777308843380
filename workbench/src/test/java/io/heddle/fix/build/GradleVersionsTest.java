package io.heddle.fix.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradleVersionsTest {

    private static final Library DRIVER = new Library("org.example", "driver", "1.0");

    @TempDir
    private Path folder;

    @Test
    void literalCoordinatesAreReplaced() throws IOException {
        String build = """
                dependencies {
                    implementation("org.example:driver:1.0")
                    runtimeOnly 'org.example:driver:1.0:jdk8@jar', "org.example:driver:1.0.1"
                    implementation group: 'org.example', name: 'driver', version: '1.0'
                    implementation "org.example:other:1.0"
                }
                """;
        assertEquals(
                build.replace("driver:1.0\"", "driver:2.0\"")
                        .replace("driver:1.0:jdk8", "driver:2.0:jdk8")
                        .replace("version: '1.0'", "version: '2.0'"),
                edited("build.gradle", build).orElse(""));
    }

    @Test
    void aCatalogsVersionIsReplaced() throws IOException {
        String catalog = """
                [versions]
                driver = "1.0"
                other = "1.0"
                [libraries]
                driver = { module = "org.example:driver", version.ref = "driver" }
                other = { module = "org.example:other", version.ref = "other" }
                """;
        assertEquals(
                catalog.replace("driver = \"1.0\"", "driver = \"2.0\""),
                edited("libs.versions.toml", catalog).orElse(""));
        assertEquals(
                Optional.empty(), edited("libs.versions.toml", catalog.replace("ref = \"other\"", "ref = \"driver\"")));
        String plain = "[libraries]\nd = { group = \"org.example\", name = \"driver\", version = \"1.0\" }\n";
        assertEquals(
                plain.replace("1.0", "2.0"), edited("libs.versions.toml", plain).orElse(""));
    }

    @Test
    void whatIsComputedIsNotFound() throws IOException {
        assertEquals(Optional.empty(), edited("build.gradle.kts", "implementation(\"org.example:driver:$version\")\n"));
    }

    private Optional<String> edited(String name, String text) throws IOException {
        Path project = Files.createTempDirectory(folder, "project");
        Files.writeString(project.resolve(name), text);
        return GradleVersions.in(project)
                .edit(DRIVER, "2.0")
                .map(edit ->
                        VersionEdit.texts(List.of(edit)).values().iterator().next());
    }
}
