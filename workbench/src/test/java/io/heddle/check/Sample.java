package io.heddle.check;

import io.heddle.check.input.Inputs;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws findings at random from those of popular releases and their libraries, to be read by hand.
///
/// Which ones are drawn hangs on each finding alone: where a change of the rules takes one away another comes in, and
/// the rest stay.
public final class Sample {

    private static final int MOST_OF_A_LIBRARY = 10;

    private Sample() {}

    /// Arguments: the home of a JDK 21; `shown`, or `possible` for those that are hidden by default, as many for each
    /// reason to doubt them; how many, a seed, and coordinates of releases, if not those of `popular.txt`.
    public static void main(String[] arguments) throws IOException {
        boolean possible = arguments[1].equals("possible");
        int wanted = Integer.parseInt(arguments[2]);
        String seed = arguments[3];
        Map<String, Finding> drawn = new TreeMap<>();
        for (String release : arguments.length > 4 ? List.of(arguments).subList(4, arguments.length) : releases()) {
            Inputs inputs = Inputs.of(List.of(release), List.of(), false, System.err::println);
            CheckOptions options = new CheckOptions(
                    inputs.targets(),
                    inputs.libraries(),
                    inputs.artifacts(),
                    List.of(21, 25),
                    Map.of(21, Path.of(arguments[0])),
                    true,
                    possible ? Confidence.POSSIBLE : Confidence.LIKELY,
                    Set.of());
            List<Finding> findings = Checker.run(options).findings().stream()
                    .filter(finding -> !possible || finding.confidence() == Confidence.POSSIBLE)
                    .toList();
            findings.forEach(finding -> drawn.putIfAbsent(lot(seed, finding), finding));
            System.err.println(release + ": " + findings.size() + " findings");
        }
        System.out.println("drawn from " + drawn.size() + " findings");
        (possible ? byDoubt(drawn.values(), wanted) : drawn.values().stream().limit(wanted)).forEach(Sample::print);
    }

    // As many for each reason, where there are as many, and few of one library.
    private static Stream<Finding> byDoubt(Collection<Finding> drawn, int wanted) {
        Map<String, List<Finding>> byDoubt =
                drawn.stream().collect(Collectors.groupingBy(Sample::doubt, TreeMap::new, Collectors.toList()));
        byDoubt.forEach((doubt, findings) -> System.out.println(findings.size() + " because " + doubt));
        Map<String, Integer> ofLibrary = new HashMap<>();
        List<Finding> chosen = new ArrayList<>();
        List<Iterator<Finding>> strata =
                byDoubt.values().stream().map(List::iterator).collect(Collectors.toList());
        while (chosen.size() < wanted && !strata.isEmpty()) {
            for (Iterator<Finding> stratum : List.copyOf(strata)) {
                Finding next = stratum.next();
                while (stratum.hasNext() && ofLibrary.getOrDefault(next.artifact(), 0) >= MOST_OF_A_LIBRARY) {
                    next = stratum.next();
                }
                if (ofLibrary.merge(next.artifact(), 1, Integer::sum) <= MOST_OF_A_LIBRARY) {
                    chosen.add(next);
                }
                if (!stratum.hasNext()) {
                    strata.remove(stratum);
                }
            }
        }
        return chosen.stream().limit(wanted);
    }

    // The last reason that a finding tells, whatever its numbers and the code that it names.
    private static String doubt(Finding finding) {
        String reason = finding.reason();
        return reason.substring(reason.lastIndexOf("; ") + 1)
                .strip()
                .replaceAll("\\S+[.:]\\S+", "…")
                .replaceAll("\\d+", "n");
    }

    private static List<String> releases() throws IOException {
        try (InputStream file = Objects.requireNonNull(Sample.class.getResourceAsStream("popular.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static String lot(String seed, Finding finding) {
        try {
            String name = String.join(
                    " ",
                    seed,
                    finding.rule(),
                    finding.artifact(),
                    finding.type(),
                    finding.method() + finding.descriptor());
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void print(Finding finding) {
        System.out.println("\n" + finding.artifact() + " " + finding.type() + "." + finding.method()
                + finding.descriptor() + ":" + finding.line() + ", " + finding.severity() + TruthCorpus.line(finding));
    }
}
