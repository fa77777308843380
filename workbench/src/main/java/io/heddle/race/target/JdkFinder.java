package io.heddle.race.target;

import io.heddle.model.Failure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where JDKs usually are. What the environment names counts only as an absolute path: a relative one would be looked
/// for
/// in the folder of whatever project Heddle is started in.
///
/// @param environment the caller's
/// @param userHome holds the folders of SDKMAN, mise, jbang, Gradle and the like
/// @param own Heddle's own JDK
/// @param system folders for all users that hold JDKs
record JdkFinder(Map<String, String> environment, Path userHome, Path own, List<Path> system) {

    private static final Pattern OF_HEDDLE = Pattern.compile("HEDDLE_JDK\\d{1,4}");
    private static final Pattern FEATURE = Pattern.compile("\\d{1,4}");

    static JdkFinder here() {
        return new JdkFinder(
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                Path.of(System.getProperty("java.home")),
                Place.ALL.stream()
                        .filter(place -> !place.ofUser())
                        .map(place -> place.in(System.getenv(), ""))
                        .toList());
    }

    /// As [Jdk#find(String)].
    Jdk find(String spec) {
        if (spec.isBlank()) {
            return javaHome()
                    .flatMap(JdkFinder::read)
                    .filter(jdk -> jdk.feature() >= Jdk.FIRST_WITH_VIRTUAL_THREADS)
                    .orElseGet(() -> Jdk.of(own))
                    .requireFit();
        }
        if (!FEATURE.matcher(spec.strip()).matches()) {
            return Jdk.of(Path.of(spec)).requireFit();
        }
        int feature = Integer.parseInt(spec.strip());
        if (feature < Jdk.FIRST_WITH_VIRTUAL_THREADS) {
            throw new Failure("Java " + feature + " has no virtual threads", "use 21 or newer: --jdk 21");
        }
        return candidates(feature)
                .map(JdkFinder::read)
                .flatMap(Optional::stream)
                .filter(jdk -> jdk.feature() == feature)
                .findFirst()
                .orElseThrow(() -> new Failure(
                        "no JDK " + feature + " was found in JAVA_HOME, PATH and the usual folders",
                        "name one with --jdk HOME, or set HEDDLE_JDK" + feature + " to its home"))
                .requireFit();
    }

    /// Every home that is named in the environment or lies where JDKs usually are. None of them is run.
    List<Path> homes() {
        Stream<Path> named = environment.entrySet().stream()
                .filter(entry -> OF_HEDDLE.matcher(entry.getKey()).matches())
                .map(entry -> Path.of(entry.getValue()))
                .filter(Path::isAbsolute);
        return Stream.concat(named, candidates(0)).map(Jdk::homeOf).distinct().toList();
    }

    private Stream<Path> candidates(int feature) {
        Stream<Path> named = Stream.of(
                        Optional.ofNullable(environment.get("HEDDLE_JDK" + feature))
                                .map(Path::of)
                                .filter(Path::isAbsolute),
                        Optional.of(own),
                        javaHome(),
                        onPath())
                .flatMap(Optional::stream);
        // A user without a home has `?`, which is a folder of wherever Heddle is started.
        Stream<Path> user = Place.ALL.stream()
                .filter(Place::ofUser)
                .map(place -> place.in(environment, userHome.toString()))
                .filter(Path::isAbsolute)
                .flatMap(folder -> inside(folder).stream());
        return Stream.of(named, user, system.stream().flatMap(folder -> inside(folder).stream()))
                .flatMap(paths -> paths);
    }

    private Optional<Path> javaHome() {
        return Optional.ofNullable(environment.get("JAVA_HOME"))
                .filter(home -> !home.isBlank())
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    private Optional<Path> onPath() {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "java"))
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// The folders in a folder, and those one below (`jdk-21/home`), newest name first.
    private static List<Path> inside(Path folder) {
        List<Path> found = new ArrayList<>();
        for (Path jdk : list(folder)) {
            found.add(jdk);
            if (!Files.exists(jdk.resolve("bin/java"))) {
                found.addAll(list(jdk));
            }
        }
        return found;
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory)
                    .sorted(Comparator.<Path>naturalOrder().reversed())
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static Optional<Jdk> read(Path home) {
        try {
            return Optional.of(Jdk.of(home));
        } catch (Failure noJdk) {
            return Optional.empty();
        }
    }

    /// A folder that holds JDKs.
    ///
    /// @param variable of the environment that stands for `folder` where it is an absolute path
    /// @param folder begins with `~` where it is the user's
    private record Place(String variable, String folder, String rest) {

        static final List<Place> ALL = read();

        boolean ofUser() {
            return folder.startsWith("~");
        }

        Path in(Map<String, String> environment, String home) {
            Path named = Path.of(environment.getOrDefault(variable, ""));
            return (named.isAbsolute() ? named : Path.of(folder.replace("~", home))).resolve(rest);
        }

        private static List<Place> read() {
            try (InputStream in = JdkFinder.class.getResourceAsStream("/io/heddle/jdk/places.txt")) {
                return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split("\\|", 3))
                        .map(parts -> new Place(parts[0], parts[1], parts[2]))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
