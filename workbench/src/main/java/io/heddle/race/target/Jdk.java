package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.FileBounds;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A Java run time that a target can run on.
///
/// @param home holds `bin/java`
/// @param version such as `21.0.8`
/// @param feature feature release, such as 21
public record Jdk(Path home, String version, int feature) {

    /// The first release with virtual threads that are not a preview (JEP 444).
    public static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d+)");

    /// Reads what is in a folder, of whatever release.
    ///
    /// @param home a JDK's home, its `bin/java`, or a macOS bundle
    /// @throws Failure when there is no Java
    public static Jdk of(Path home) {
        Path real = homeOf(home);
        if (!Files.isExecutable(real.resolve("bin/java"))) {
            throw new Failure(
                    home + " is not a JDK: it has no bin/java that can be run",
                    "give the folder that holds bin/java with --jdk, or a release: --jdk 21");
        }
        String version = version(real)
                .orElseThrow(() -> new Failure(
                        home + " is not a JDK that works: its java does not tell its version",
                        "try " + real.resolve("bin/java") + " -version"));
        Matcher feature = FEATURE.matcher(version);
        if (!feature.lookingAt()) {
            throw new Failure(
                    home + " has a Java of an unknown version: " + OutputFile.clean(version),
                    "give another one with --jdk");
        }
        return new Jdk(real, version, Integer.parseInt(feature.group(1)));
    }

    /// Finds the target's JDK.
    ///
    /// @param spec a home, a feature release such as `21`, or empty: the caller's `JAVA_HOME` if that has
    ///     virtual threads, else Heddle's own
    /// @throws Failure when there is none, or it has no virtual threads
    public static Jdk find(String spec) {
        return JdkFinder.here().find(spec);
    }

    /// Homes that the environment names or that lie where JDKs usually are; none of them is run.
    public static List<Path> homes() {
        return JdkFinder.here().homes();
    }

    /// Its `java`.
    public Path java() {
        return home.resolve("bin/java");
    }

    /// @throws Failure when it has no virtual threads, or cannot load an agent
    Jdk requireFit() {
        if (feature < FIRST_WITH_VIRTUAL_THREADS) {
            throw new Failure(
                    "Java " + version + " in " + home + " has no virtual threads",
                    "use 21 or newer: --jdk 21, or --jdk HOME");
        }
        Optional<String> modules = Optional.ofNullable(release(home).getProperty("MODULES"));
        if (modules.isPresent()
                && !List.of(unquoted(modules.get()).split(" ", -1)).contains("java.instrument")) {
            throw new Failure(
                    "Java " + version + " in " + home
                            + " is a cut-down image without java.instrument: Heddle's agent cannot be loaded",
                    "use a whole JDK: --jdk 21, or --jdk HOME");
        }
        return this;
    }

    static Path homeOf(Path given) {
        Path home = given;
        if (Files.isRegularFile(given) && given.endsWith("java")) {
            try {
                home = given.toRealPath().resolve("../..").normalize();
            } catch (IOException e) {
                return given;
            }
        }
        Path bundled = home.resolve("Contents/Home");
        return (Files.isDirectory(bundled) ? bundled : home).toAbsolutePath().normalize();
    }

    private static Optional<String> version(Path home) {
        return Optional.ofNullable(release(home).getProperty("JAVA_VERSION"))
                .map(Jdk::unquoted)
                .or(() -> asked(home));
    }

    private static Properties release(Path home) {
        Properties release = new Properties();
        try {
            release.load(new StringReader(Files.readString(home.resolve("release"), StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException none) {
            // Some distributions have no such file; java itself knows.
        }
        return release;
    }

    private static Optional<String> asked(Path home) {
        if (FileBounds.isRestricted()) {
            return Optional.empty();
        }
        try {
            Process java = new ProcessBuilder(
                            home.resolve("bin/java").toString(), "-XshowSettings:properties", "-version")
                    .redirectErrorStream(true)
                    .start();
            java.getOutputStream().close();
            String settings = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version =
                    Pattern.compile("(?m)^\\s*java\\.version = (\\S+)").matcher(settings);
            return version.find() ? Optional.of(version.group(1)) : Optional.empty();
        } catch (IOException doesNotRun) {
            return Optional.empty();
        }
    }

    private static String unquoted(String value) {
        return value.strip().replace("\"", "");
    }
}
