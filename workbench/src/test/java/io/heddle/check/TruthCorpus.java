package io.heddle.check;

import io.heddle.model.Check;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks every release that `pins.csv` names, and prints how many of its rows come out as their maintainers say, with
/// every miss.
///
/// Arguments: a folder that holds for each release a class path in `ARTIFACT-VERSION/cp.txt`, the artifact's own jar
/// first; the home of a JDK 21; then, if only some are wanted, parts of their names.
public final class TruthCorpus {

    /// Pairs that keep more monitors than this are no mended releases but beginnings.
    private static final int MOST_KEPT = 100;

    private final Path folder;
    private final Path jdk21;
    private final Map<String, List<Finding>> checked = new LinkedHashMap<>();

    private TruthCorpus(Path folder, Path jdk21) {
        this.folder = folder;
        this.jdk21 = jdk21;
    }

    public static void main(String[] arguments) throws IOException {
        TruthCorpus corpus = new TruthCorpus(Path.of(arguments[0]), Path.of(arguments[1]));
        List<String> wanted = Arrays.asList(arguments).subList(2, arguments.length);
        corpus.run(Pin.all().stream()
                .filter(pin -> wanted.isEmpty() || wanted.stream().anyMatch(pin.coordinate()::contains))
                .toList());
    }

    private void run(List<Pin> pins) throws IOException {
        Map<String, int[]> tally = new LinkedHashMap<>();
        List<String> misses = new ArrayList<>();
        for (Pin pin : pins) {
            for (Pin.Case one : pin.cases()) {
                List<Finding> findings = check(one).stream()
                        .filter(finding -> finding.type().equals(pin.type())
                                && pin.method().equals(finding.method() + finding.descriptor()))
                        .toList();
                List<Finding> sure = findings.stream()
                        .filter(finding -> finding.confidence() != Confidence.POSSIBLE)
                        .toList();
                // Maintainers mend their own monitors. Jaybird 5.0.0 has a subclass of BufferedOutputStream, whose code
                // in the JDK takes one: it pins on JDK 21.0.8 still.
                boolean found = sure.stream()
                        .anyMatch(finding -> finding.holdsOn(21)
                                && (one.found() || !finding.reason().contains("java.io.BufferedOutputStream holds")));
                String group = one.found()
                        ? "found where it pins"
                        : pin.expect() == Pin.Expect.NEGATIVE || pin.expect() == Pin.Expect.MEMORY_ONLY
                                ? "silent where nothing blocks"
                                : "silent after the fix";
                judge(
                        tally.computeIfAbsent(group, _ -> new int[2]),
                        found == one.found(),
                        misses,
                        found,
                        one,
                        findings);
                if (one.found()) {
                    boolean stays = pin.jdks().startsWith("21+");
                    boolean there = sure.stream().anyMatch(finding -> finding.holdsOn(25));
                    judge(
                            tally.computeIfAbsent(
                                    stays ? "found on JDK 25 where it stays" : "gone on JDK 25 where it goes",
                                    _ -> new int[2]),
                            there == stays,
                            misses,
                            there,
                            one,
                            findings);
                }
            }
        }
        misses.forEach(System.out::println);
        tally.forEach((group, counts) -> System.out.println(group + ": " + counts[0] + " of " + counts[1]));
        summary();
        keptAndRemoved(pins);
        if (!misses.isEmpty()) {
            System.exit(1);
        }
    }

    private static void judge(
            int[] counts, boolean right, List<String> misses, boolean found, Pin.Case one, List<Finding> findings) {
        counts[1]++;
        counts[0] += right ? 1 : 0;
        if (!right) {
            Pin pin = one.pin();
            misses.add((found ? "FALSE  " : "MISSED ") + one.artifact() + " " + pin.type() + "."
                    + pin.method().replaceAll("\\(.*", "") + " [" + pin.expect() + ", " + pin.jdks() + "] "
                    + pin.hazard() + findings.stream().map(TruthCorpus::line).reduce("", String::concat));
        }
    }

    // Noise: of the monitors that maintainers kept when they mended a release few should be flagged, of those they
    // removed many.
    private void keptAndRemoved(List<Pin> pins) throws IOException {
        int[] kept = new int[2];
        int[] removed = new int[2];
        int[] keptAtAll = new int[2];
        Set<String> pairs = new HashSet<>();
        for (Pin pin : pins) {
            if (pin.expect() == Pin.Expect.FIX && pairs.add(pin.coordinate() + pin.before())) {
                Map<String, Boolean> before = Monitors.of(jar(pin.cases().getFirst()));
                Map<String, Boolean> after = Monitors.of(jar(pin.cases().getLast()));
                List<Finding> sure = check(pin.cases().getFirst()).stream()
                        .filter(finding -> finding.confidence() != Confidence.POSSIBLE)
                        .toList();
                Set<String> flagged =
                        places(sure.stream().filter(finding -> finding.context().exposure() != Exposure.ONCE));
                List<String> both = before.keySet().stream()
                        .filter(method -> before.getOrDefault(method, false) && after.containsKey(method))
                        .toList();
                List<String> stay = both.stream()
                        .filter(method -> after.getOrDefault(method, false))
                        .toList();
                if (stay.size() < MOST_KEPT) {
                    count(kept, stay, flagged);
                    count(keptAtAll, stay, places(sure.stream()));
                    List<String> gone = both.stream()
                            .filter(method -> !after.getOrDefault(method, false))
                            .toList();
                    count(removed, gone, flagged);
                    tell(
                            "REMOVED",
                            pin,
                            gone.stream()
                                    .filter(method -> !flagged.contains(method))
                                    .toList(),
                            check(pin.cases().getFirst()).stream());
                    tell(
                            "KEPT",
                            pin,
                            stay,
                            check(pin.cases().getFirst()).stream()
                                    .filter(finding -> finding.confidence() != Confidence.POSSIBLE));
                }
            }
        }
        System.out.println("monitors that were kept: " + kept[0] + " of " + kept[1] + " flagged; that were removed: "
                + removed[0] + " of " + removed[1]);
        System.out.println(
                "monitors that were kept, flagged whatever their exposure: " + keptAtAll[0] + " of " + keptAtAll[1]);
    }

    private static void tell(String what, Pin pin, List<String> methods, Stream<Finding> findings) {
        findings.filter(finding -> methods.contains(place(finding)))
                .forEach(finding ->
                        System.err.println(what + " " + pin.coordinate() + " " + place(finding) + line(finding)));
    }

    private static Set<String> places(Stream<Finding> findings) {
        return findings.map(TruthCorpus::place).collect(Collectors.toSet());
    }

    private static String place(Finding finding) {
        return finding.type() + "." + finding.method() + finding.descriptor();
    }

    private static void count(int[] counts, List<String> methods, Set<String> flagged) {
        counts[0] += (int) methods.stream().filter(flagged::contains).count();
        counts[1] += methods.size();
    }

    private Path jar(Pin.Case one) throws IOException {
        return classPath(one).getFirst();
    }

    private void summary() {
        int[] counts = checked.values().stream()
                .mapToInt(findings -> (int) findings.stream()
                        .filter(finding -> finding.confidence() != Confidence.POSSIBLE)
                        .map(finding -> finding.type() + finding.method() + finding.descriptor())
                        .distinct()
                        .count())
                .sorted()
                .toArray();
        System.out.println("methods flagged per release: median " + counts[counts.length / 2] + ", most "
                + counts[counts.length - 1] + ", in all "
                + Arrays.stream(counts).sum());
    }

    static String line(Finding finding) {
        StringBuilder text = new StringBuilder("\n    " + finding.rule() + " " + finding.confidence() + ", "
                + finding.context().exposure() + ": " + finding.reason());
        finding.path()
                .forEach(step -> text.append("\n      ")
                        .append(step.type())
                        .append('.')
                        .append(step.method())
                        .append(':')
                        .append(step.line()));
        return text.append("\n      ").append(finding.sink()).toString();
    }

    private List<Finding> check(Pin.Case one) throws IOException {
        List<Finding> known = checked.get(one.artifact());
        if (known != null) {
            return known;
        }
        List<Path> classPath = classPath(one);
        Check check = Checker.run(Pin.options(classPath, jdk21));
        System.err.printf(
                "%s: %.1f s, %d findings, %d classes, %d unknown, %d unreadable%n",
                one.artifact(),
                check.seconds(),
                check.findings().size(),
                check.read().classes(),
                check.read().unknownCallSites(),
                check.read().unreadable().size());
        check.read().unreadable().stream().limit(3).forEach(problem -> System.err.println("   " + problem));
        checked.put(one.artifact(), check.findings());
        return check.findings();
    }

    private List<Path> classPath(Pin.Case one) throws IOException {
        String name = one.pin().coordinate().substring(one.pin().coordinate().indexOf(':') + 1) + "-" + one.version();
        return Arrays.stream(Files.readString(folder.resolve(name).resolve("cp.txt"))
                        .strip()
                        .split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }
}
