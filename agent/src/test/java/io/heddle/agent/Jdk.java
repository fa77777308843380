package io.heddle.agent;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The JDKs that targets are run with.
enum Jdk {
    /// The one that runs the tests.
    NEWEST,
    /// The oldest that has virtual threads.
    OLDEST;

    /// The `java` command; where there is no JDK 21 the test is skipped, and says so.
    String java() {
        if (this == NEWEST) {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }
        Optional<Path> home = candidates().stream()
                .filter(path -> Files.isExecutable(path.resolve("bin/java")))
                .findFirst();
        if (home.isEmpty()) {
            System.out.println("skipped: no JDK 21 here; `./dev jdk21` fetches one");
            return abort("no JDK 21");
        }
        return home.get().resolve("bin/java").toString();
    }

    /// The version by its own release file.
    String version() throws IOException {
        Path release = Path.of(java(), "..", "..", "release").normalize();
        return Files.readString(release).replaceAll("(?s).*JAVA_VERSION=\"([^\"]+)\".*", "$1");
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        String told = System.getProperty("heddle.jdk21", "");
        if (!told.isEmpty()) {
            homes.add(Path.of(told));
        }
        String environment = System.getenv("HEDDLE_JDK21");
        if (environment != null && !environment.isEmpty()) {
            homes.add(Path.of(environment));
        }
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "heddle");
        if (Files.isDirectory(cache)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(cache, "jdk-21*")) {
                found.forEach(homes::add);
            } catch (IOException e) {
                System.out.println("cannot look for a JDK 21: " + e);
            }
        }
        return homes;
    }
}
