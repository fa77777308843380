package io.heddle.check.idioms;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Small programs of common forms, most of which pin on JDK 21, and what a check says of all of them at once. What each
/// does is kept in `truth.txt`: the events that JDK 21 recorded.
///
/// Arguments of the command: a folder to work in; the file of the truth, which is written anew; the home of a JDK 21.
public final class Idioms {

    private static final List<String> SUBJECTS = List.of("Shapes", "Waits", "Streams", "Free");
    private static final Set<String> RULES = Set.of(
            "blocking-under-monitor",
            "callback-under-monitor",
            "lock-under-monitor",
            "wait-under-monitor",
            "blocking-class-initializer");
    private static final String NOTHING = "-";

    private final Path classes;

    private Idioms(Path classes) {
        this.classes = classes;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path jdk21 = Path.of(arguments[2]);
        Idioms idioms = compiled(Path.of(arguments[0]));
        Map<String, String> seen = idioms.seen(jdk21);
        List<String> lines =
                new ArrayList<>(List.of("# What JDK 21 recorded of each program, by `./dev truth-idioms`."));
        seen.forEach((name, events) -> lines.add(name + "\t" + events));
        Files.write(Path.of(arguments[1]), lines);
        Score score = Score.of(seen, idioms.told(jdk21));
        System.out.print(score.lines());
    }

    /// @param folder to put the class files in
    static Idioms compiled(Path folder) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : List.of("Env", "Runner")) {
            sources.put(name, text(name + ".java"));
        }
        for (String name : SUBJECTS) {
            sources.put(name, text(name + ".java"));
        }
        return new Idioms(Compiled.all(Files.createDirectories(folder.resolve("idioms")), sources, List.of()));
    }

    private static String text(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(Idioms.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// What was recorded of each program when the truth was written, by its name.
    static Map<String, String> truth() throws IOException {
        return parsed(
                text("truth.txt").lines().filter(line -> !line.startsWith("#")).toList());
    }

    private static Map<String, String> parsed(List<String> lines) {
        Map<String, String> seen = new LinkedHashMap<>();
        for (String line : lines) {
            String[] cells = line.split("\t");
            seen.put(cells[0], cells[1]);
        }
        return seen;
    }

    // Runs all programs.
    private Map<String, String> seen(Path home) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(home.resolve("bin/java").toString(), "-cp", classes.toString(), "idioms.Runner"));
        command.addAll(SUBJECTS);
        Path output = classes.resolveSibling("seen");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("the programs ended with " + process.exitValue());
        }
        return parsed(Files.readAllLines(output));
    }

    /// The surest that a check of all programs together says of each, by its name.
    ///
    /// @param home of a JDK 21
    Map<String, Confidence> told(Path home) {
        Map<String, Confidence> told = new HashMap<>();
        for (Finding finding : Checker.run(new CheckOptions(
                        List.of(classes),
                        List.of(),
                        Map.of(),
                        List.of(21),
                        Map.of(21, home),
                        false,
                        Confidence.POSSIBLE,
                        Set.of()))
                .findings()) {
            String[] type = finding.type().split("[.$]");
            if (RULES.contains(finding.rule()) && type.length > 2) {
                told.merge(
                        type[1] + "." + type[2],
                        finding.confidence(),
                        (one, other) -> one.compareTo(other) < 0 ? one : other);
            }
        }
        return told;
    }

    /// How what is told compares with what was recorded.
    ///
    /// @param pins programs that pin
    /// @param certain of those, which a check is certain of
    /// @param sure of those, which it calls likely at least
    /// @param possible of those, which it calls possible
    /// @param missed the others
    /// @param free programs that do not pin
    /// @param falselySure of those, which it calls likely at least
    /// @param falselyCertain of those, which it is certain of
    record Score(
            int pins,
            int certain,
            int sure,
            List<String> possible,
            List<String> missed,
            int free,
            List<String> falselySure,
            List<String> falselyCertain) {

        static Score of(Map<String, String> seen, Map<String, Confidence> told) {
            List<String> pins = seen.keySet().stream()
                    .filter(name -> !seen.getOrDefault(name, NOTHING).equals(NOTHING))
                    .toList();
            List<String> free =
                    seen.keySet().stream().filter(name -> !pins.contains(name)).toList();
            List<String> certain = are(pins, told, Confidence.CERTAIN);
            List<String> possible = are(pins, told, Confidence.POSSIBLE);
            List<String> falselyCertain = are(free, told, Confidence.CERTAIN);
            List<String> falselySure = new ArrayList<>(falselyCertain);
            falselySure.addAll(are(free, told, Confidence.LIKELY));
            return new Score(
                    pins.size(),
                    certain.size(),
                    certain.size() + are(pins, told, Confidence.LIKELY).size(),
                    possible,
                    pins.stream()
                            .filter(name -> !told.containsKey(name))
                            .sorted(Comparator.naturalOrder())
                            .toList(),
                    free.size(),
                    falselySure,
                    falselyCertain);
        }

        private static List<String> are(List<String> names, Map<String, Confidence> told, Confidence confidence) {
            return names.stream().filter(name -> told.get(name) == confidence).toList();
        }

        String lines() {
            return """
                    programs that pin, found at likely or surer: %d of %d
                    programs that pin, found at all: %d of %d
                    programs that do not pin, called likely or surer: %d of %d
                    programs that do not pin, called certain: %d of %d
                    Only possible: %s
                    Missed: %s
                    Wrong: %s
                    """.formatted(
                            sure,
                            pins,
                            pins - missed.size(),
                            pins,
                            falselySure.size(),
                            free,
                            falselyCertain.size(),
                            free,
                            String.join(", ", possible),
                            String.join(", ", missed),
                            String.join(", ", falselySure));
        }
    }
}
