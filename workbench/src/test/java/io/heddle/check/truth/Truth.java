package io.heddle.check.truth;

import io.heddle.report.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs every shape on JDKs and checks it for them: what is predicted is what is seen.
///
/// Arguments: a folder to work in, which holds the named pipe `pipe`; the page to write; then for each JDK its feature
/// release and its home.
public final class Truth {

    private static final String HELD = "**held**";
    private static final String FOR_EVER = "**held for ever**";
    private static final String FREE = "free";
    private static final String COMPENSATED = "*other carrier*";

    /// What is predicted otherwise than it is seen, by the JDK's release: docs/check.md says why. Any other difference
    /// is a fault.
    private static final Map<Integer, List<String>> KNOWN =
            Map.of(21, List.of("LOCK_UNDER_INITIALISER"), 25, List.of("LOCK_UNDER_INITIALISER", "FILE_UNDER_LOADER"));

    private Truth() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path work = Path.of(arguments[0]);
        Programs programs = Programs.compiled(Files.createTempDirectory(work, "programs"));
        List<String> page = new ArrayList<>(head());
        int differences = 0;
        List<String> unknown = new ArrayList<>();
        for (int i = 2; i < arguments.length; i += 2) {
            int jdk = Integer.parseInt(arguments[i]);
            Path home = Path.of(arguments[i + 1]);
            Map<String, Set<String>> predicted = programs.predicted(jdk, home);
            Map<String, Seen> seen =
                    Seen.run(home, programs.runner(), programs.shapes(), Files.createDirectories(work));
            List<String> differing = Shape.all().stream()
                    .map(Shape::name)
                    .filter(shape -> differs(predicted, seen, shape))
                    .toList();
            differences += differing.size();
            differing.stream()
                    .filter(shape -> !KNOWN.getOrDefault(jdk, List.of()).contains(shape))
                    .forEach(shape -> unknown.add(shape + " on JDK " + jdk));
            page.addAll(table(jdk, predicted, seen));
            page.addAll(summary(predicted, seen, differing));
        }
        Files.write(Path.of(arguments[1]), page);
        System.out.println(Formats.count(differences, "difference") + " between what is predicted and what is seen: "
                + arguments[1]);
        if (!unknown.isEmpty()) {
            System.out.println("Not known before: " + String.join(", ", unknown));
            System.exit(1);
        }
    }

    private static List<String> head() {
        return List.of(
                "# What check predicts and what the JDK does",
                "",
                "Written by `./dev truth`. Each cell is a program that waits some 200 ms for what the row names, while it holds what",
                "the column names. It runs on a virtual thread of a JVM with one carrier.",
                "",
                "| cell | meaning |",
                "|---|---|",
                "| **held** | another virtual thread got no turn for more than 100 ms, in the better of two tries |",
                "| **held for ever** | so it still was after five seconds |",
                "| *other carrier* | the JDK started another carrier meanwhile; it is held when the JDK may not (256 at most) |",
                "| **!** | `heddle check` at `--confidence likely` says otherwise; for *other carrier* either answer counts as right |",
                "");
    }

    private static boolean differs(Map<String, Set<String>> predicted, Map<String, Seen> seen, String shape) {
        Seen met = seen.get(shape);
        return met != null
                && !met.compensated()
                && met.held() == predicted.getOrDefault(shape, Set.of()).isEmpty();
    }

    private static List<String> table(int jdk, Map<String, Set<String>> predicted, Map<String, Seen> seen) {
        List<String> lines = new ArrayList<>(List.of("## JDK " + jdk, ""));
        lines.add(Stream.of(Hold.values()).map(Hold::words).collect(Collectors.joining(" | ", "| waits for | ", " |")));
        lines.add(Stream.of(Hold.values()).map(_ -> "---").collect(Collectors.joining("|", "|---|", "|")));
        for (Sink sink : Sink.values()) {
            lines.add(Stream.of(Hold.values())
                    .map(hold -> cell(predicted, seen, new Shape(sink, hold).name()))
                    .collect(Collectors.joining(" | ", "| " + sink.words() + " | ", " |")));
        }
        lines.add("");
        return lines;
    }

    private static String cell(Map<String, Set<String>> predicted, Map<String, Seen> seen, String shape) {
        Seen met = seen.getOrDefault(shape, Seen.NOTHING);
        return (met.forEver() ? FOR_EVER : met.held() ? HELD : met.compensated() ? COMPENSATED : FREE)
                + (differs(predicted, seen, shape) ? " **!**" : "");
    }

    private static List<String> summary(
            Map<String, Set<String>> predicted, Map<String, Seen> seen, List<String> differing) {
        long held = seen.values().stream().filter(Seen::held).count();
        long told = seen.values().stream()
                .filter(each -> each.held() && each.events().contains("jdk.VirtualThreadPinned"))
                .count();
        List<String> lines = new ArrayList<>();
        lines.add("| programs | " + seen.size() + " |");
        lines.add("|---|---|");
        lines.add("| held their carrier | " + held + " |");
        lines.add("| of these with a pinned event of the flight recorder | " + told + " |");
        lines.add("| as predicted | " + (seen.size() - differing.size()) + " |");
        lines.add(notAsPredicted(differing));
        lines.add(byRule(predicted));
        lines.add("");
        return lines;
    }

    private static String notAsPredicted(List<String> shapes) {
        return shapes.stream()
                .map(shape -> "`" + shape + "`")
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "),
                        names -> "| not as predicted | " + (names.isEmpty() ? "none" : names) + " |"));
    }

    /// The page's row of the differences that are known of a JDK.
    static String notAsPredicted(int jdk) {
        return notAsPredicted(KNOWN.getOrDefault(jdk, List.of()));
    }

    /// The page's row of the rules, each with how many shapes it finds something in.
    static String byRule(Map<String, Set<String>> predicted) {
        Map<String, Long> rules = new TreeMap<>();
        predicted.values().stream().flatMap(Set::stream).forEach(rule -> rules.merge(rule, 1L, Long::sum));
        return "| predicted by | "
                + rules.entrySet().stream()
                        .map(rule -> rule.getKey() + " (" + rule.getValue() + ")")
                        .collect(Collectors.joining(", "))
                + " |";
    }
}
