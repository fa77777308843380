package io.heddle.fix.upgrade;

import io.heddle.check.Compiled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Releases of `org.example:driver` in a local Maven repository, as `mvn install` leaves them.
record LocalLibrary(Path repository, List<String> releases) {

    LocalLibrary(Path repository) {
        this(repository, new ArrayList<>());
    }

    /// @return the jar
    Path install(String release, String code) throws IOException {
        Path home = Files.createDirectories(repository.resolve("org/example/driver/" + release));
        Path classes = Compiled.all(
                Files.createTempDirectory(repository.getParent(), "driver"), Map.of("Driver", code), List.of());
        Path jar = home.resolve("driver-" + release + ".jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                zip.write(Files.readAllBytes(file));
            }
        }
        Files.writeString(
                home.resolve("driver-" + release + ".pom"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>"
                        + "<artifactId>driver</artifactId><version>" + release + "</version></project>");
        releases.add(release);
        Files.writeString(
                repository.resolve("org/example/driver/maven-metadata-local.xml"),
                "<metadata><groupId>org.example</groupId><artifactId>driver</artifactId><versioning><versions>"
                        + releases.stream()
                                .map(each -> "<version>" + each + "</version>")
                                .collect(Collectors.joining())
                        + "</versions></versioning></metadata>");
        return jar;
    }
}
