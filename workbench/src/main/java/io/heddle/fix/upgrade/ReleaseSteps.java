package io.heddle.fix.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which releases are worth a try, the smallest step first: the newest of the same line of patches, the newest of the
/// same major release, the newest of all, then the newest of each line between.
final class ReleaseSteps {

    private static final Pattern PREVIEW = Pattern.compile(
            "(?i)(?:^|[.\\-_\\d])(?:alpha|beta|milestone|preview|snapshot|m|rc|cr|ea|pre|dev)[.\\-_]?\\d*");
    private static final Pattern NUMBERS = Pattern.compile("^[\\d.\\-_]+|\\d{6,}");
    private static final Set<String> PLAIN = Set.of("", "final", "ga", "release");
    /// Lines between that are tried, one check each. A library has as many lines as it has minor releases.
    private static final int LINES = 8;

    private ReleaseSteps() {}

    /// @param listed releases behind the version, ascending
    static List<String> of(String version, List<String> listed) {
        List<String> newer = listed.stream()
                .filter(release -> !PREVIEW.matcher(release).find())
                .filter(release -> flavour(release).equals(flavour(version)))
                .toList();
        Set<String> steps = new LinkedHashSet<>();
        last(newer, line(version, 2)).ifPresent(steps::add);
        last(newer, line(version, 1)).ifPresent(steps::add);
        last(newer, "").ifPresent(steps::add);
        List<String> lines = newer.stream()
                .map(release -> line(release, 2))
                .distinct()
                .flatMap(line -> last(newer, line).stream())
                .filter(release -> !steps.contains(release))
                .toList();
        steps.addAll(lines.subList(0, Math.min(LINES, lines.size())));
        return new ArrayList<>(steps);
    }

    private static Optional<String> last(List<String> releases, String line) {
        return releases.stream()
                .filter(release -> line.isEmpty()
                        || line(release, line.split("\\.").length).equals(line))
                .reduce((_, later) -> later);
    }

    /// The first numbers of a version.
    private static String line(String version, int numbers) {
        String[] parts = version.split("[.\\-_]", -1);
        return String.join(".", List.of(parts).subList(0, Math.min(numbers, parts.length)));
    }

    /// What stands behind the numbers, such as `jre` or `java11`: one release comes in several of them.
    private static String flavour(String version) {
        String flavour = NUMBERS.matcher(version.toLowerCase(Locale.ROOT)).replaceAll("");
        return PLAIN.contains(flavour) ? "" : flavour;
    }
}
