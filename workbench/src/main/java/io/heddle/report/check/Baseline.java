package io.heddle.report.check;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.report.TerminalSanitizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Findings that were there before, and are accepted until someone mends them: a text file, one finding a line,
/// sorted, so that a review reads what changes.
///
/// @param lines what stands behind each fingerprint, by fingerprint
public record Baseline(Map<String, String> lines) {

    /// Of the file, in bytes: some hundred thousand findings.
    public static final int LARGEST = 16 << 20;

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16})\\s+(\\S.*)");
    private static final String HEAD = """
            # Findings of `heddle check` that are accepted here; a build fails on others only.
            # heddle check baseline prune takes out what is mended, heddle check baseline update writes it anew.
            """;

    /// A baseline of these findings.
    public static Baseline of(List<Finding> findings) {
        List<String> names = Fingerprints.of(findings);
        Map<String, String> lines = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Finding finding = findings.get(i);
            lines.put(
                    names.get(i),
                    // Names come from class files, which may hold line feeds: each finding stays one line.
                    TerminalSanitizer.line(TerminalSanitizer.of(finding.rule() + " " + finding.type()
                            + (finding.method().isEmpty() ? "" : "." + finding.method())
                            + " " + Fingerprints.unversioned(finding.artifact()))));
        }
        return new Baseline(Map.copyOf(lines));
    }

    /// @param text the file
    /// @param file its name, for errors
    /// @throws Failure when a line is none
    public static Baseline read(String text, String file) {
        Map<String, String> lines = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            java.util.regex.Matcher match = LINE.matcher(line.strip());
            if (!match.matches()) {
                throw new Failure(
                        file + " line " + number + " is not a line of a baseline: " + line.strip(),
                        "rewrite it: heddle check baseline update --baseline " + file);
            }
            lines.put(match.group(1), match.group(2));
        }
        return new Baseline(Map.copyOf(lines));
    }

    /// The file's text: sorted by what it says, then by fingerprint.
    public String text() {
        return lines.entrySet().stream()
                .map(line -> line.getKey() + " " + line.getValue())
                .sorted((a, b) -> a.substring(17).equals(b.substring(17))
                        ? a.compareTo(b)
                        : a.substring(17).compareTo(b.substring(17)))
                .collect(Collectors.joining("\n", HEAD, lines.isEmpty() ? "" : "\n"));
    }

    /// Names of the findings that are accepted.
    public Set<String> fingerprints() {
        return lines.keySet();
    }

    /// Lines of findings that are not among these.
    List<String> gone(List<Finding> findings) {
        Set<String> found = new HashSet<>(Fingerprints.of(findings));
        return new TreeMap<>(lines)
                .entrySet().stream()
                        .filter(line -> !found.contains(line.getKey()))
                        .map(Map.Entry::getValue)
                        .sorted()
                        .toList();
    }

    /// Without what is not among these findings.
    public Baseline pruned(List<Finding> findings) {
        Set<String> found = new HashSet<>(Fingerprints.of(findings));
        return new Baseline(lines.entrySet().stream()
                .filter(line -> found.contains(line.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
    }
}
