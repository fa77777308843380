package io.heddle.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Names for findings that outlive the next build: made of rule, artifact, class, method and descriptor, without line
/// and without version.
///
/// Numbers that a compiler gives out anew with each change (`lambda$run$3`, `Reader$1`, `core$fn__4711`) do not count.
/// What is then equal is told apart by its order in the file: of three equal findings, mending one takes the name of
/// the third away.
public final class Fingerprints {

    private static final Pattern NUMBERED = Pattern.compile("(?<=\\$|__)\\d+");
    private static final Pattern VERSION = Pattern.compile("-\\d[\\w.+-]*?(?=(\\.(?:jar|war|ear))?$)");
    private static final int BYTES = 8;

    private Fingerprints() {}

    /// One for each finding, in the same order: 16 hexadecimal digits, no two equal.
    public static List<String> of(List<Finding> findings) {
        return numbered(findings, finding -> unversioned(finding.artifact()) + '|' + place(finding));
    }

    /// What a check finds on one JDK, by fingerprint, in the order of the check.
    public static Map<String, Finding> on(Check check, int jdk) {
        List<Finding> findings = check.findings().stream()
                .filter(finding -> finding.holdsOn(jdk))
                .toList();
        List<String> names = of(findings);
        Map<String, Finding> on = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            on.put(names.get(i), findings.get(i));
        }
        return on;
    }

    /// A name for what is one cause: equal for findings of one monitor and one sink, and else for those that
    /// go the same way from their first call on.
    public static String group(Finding finding) {
        Stream<String> cause = finding.context().monitor().isEmpty()
                ? Stream.concat(
                        finding.path().size() > 1 ? Stream.of(finding.rule()) : Stream.of(place(finding)),
                        finding.path().stream().skip(1).map(step -> step.type() + "." + step.method()))
                : Stream.of(finding.context().monitor());
        return hash(Stream.concat(Stream.of(unversioned(finding.artifact()), finding.sink()), cause)
                .map(part -> NUMBERED.matcher(part).replaceAll("#"))
                .collect(Collectors.joining("|")));
    }

    /// As [#of], but equal for two releases of one library whose files are named differently.
    static List<String> withoutArtifact(List<Finding> findings) {
        return numbered(findings, Fingerprints::place);
    }

    /// An artifact's name without its version: `group:artifact`, or the file's name without what looks like one.
    public static String unversioned(String artifact) {
        String[] parts = artifact.split(":", -1);
        return parts.length >= 3
                ? parts[0] + ':' + parts[1]
                : VERSION.matcher(artifact).replaceFirst("");
    }

    /// What findings of one rule in one method share.
    public static String place(Finding finding) {
        return Stream.of(finding.rule(), finding.type(), finding.method(), finding.descriptor())
                .map(part -> NUMBERED.matcher(part).replaceAll("#"))
                .collect(Collectors.joining("|"));
    }

    private static List<String> numbered(List<Finding> findings, Function<Finding, String> key) {
        Map<String, Integer> before = new HashMap<>();
        String[] names = new String[findings.size()];
        Comparator<Integer> byLine = Comparator.comparing(
                        (Integer i) -> findings.get(i).line())
                .thenComparing(i -> findings.get(i).sink());
        IntStream.range(0, names.length).boxed().sorted(byLine).forEach(i -> {
            String name = key.apply(findings.get(i));
            names[i] = hash(name + '|' + before.merge(name, 1, Integer::sum));
        });
        return List.of(names);
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)),
                            0,
                            BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
