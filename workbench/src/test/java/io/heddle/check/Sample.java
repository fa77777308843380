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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Draws findings at random from those of popular releases and their libraries, to be read by hand.
///
/// Which ones are drawn hangs on each finding alone: where a change of the rules takes one away another comes in, and
/// the rest stay.
public final class Sample {

    private Sample() {}

    /// Arguments: the home of a JDK 21, how many, a seed, and coordinates of releases, if not those of
    /// `popular.txt`.
    public static void main(String[] arguments) throws IOException {
        int wanted = Integer.parseInt(arguments[1]);
        Map<String, Finding> drawn = new TreeMap<>();
        for (String release : arguments.length > 3 ? List.of(arguments).subList(3, arguments.length) : releases()) {
            Inputs inputs = Inputs.of(List.of(release), List.of(), false, System.err::println);
            CheckOptions options = new CheckOptions(
                    inputs.targets(),
                    inputs.libraries(),
                    inputs.artifacts(),
                    List.of(21, 25),
                    Map.of(21, Path.of(arguments[0])),
                    true,
                    Confidence.LIKELY,
                    Set.of());
            List<Finding> findings = Checker.run(options).findings();
            findings.forEach(finding -> drawn.putIfAbsent(lot(arguments[2], finding), finding));
            System.err.println(release + ": " + findings.size() + " findings");
        }
        System.out.println("drawn from " + drawn.size() + " findings");
        drawn.values().stream().limit(wanted).forEach(Sample::print);
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
