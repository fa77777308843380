package io.heddle.check.rule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Compares versions as Maven does: numbers as numbers, `alpha` before `beta` before `rc` before the release, which
/// `Final` and `GA` name too. From Maven's POM reference, "Version Order Specification"; unknown qualifiers come
/// behind the release, by name.
final class Versions {

    private static final Pattern PART = Pattern.compile("\\d+|[a-z]+");
    private static final List<String> BEFORE =
            List.of("alpha", "a", "beta", "b", "milestone", "m", "rc", "cr", "snapshot");
    private static final List<String> RELEASE = List.of("final", "ga", "release", "");

    private Versions() {}

    /// @return negative, zero or positive, as the first is before, the same as or behind the second
    static int compare(String first, String second) {
        List<String> one = parts(first);
        List<String> other = parts(second);
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            int order = comparePart(i < one.size() ? one.get(i) : "", i < other.size() ? other.get(i) : "");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /// Whether a version is not before the first of some, and before the first that is not one of them any more.
    ///
    /// @param before empty where there is none
    static boolean isWithin(String version, String since, Optional<String> before) {
        return compare(version, since) >= 0
                && before.filter(end -> compare(version, end) >= 0).isEmpty();
    }

    private static List<String> parts(String version) {
        return PART.matcher(version.toLowerCase(Locale.ROOT))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static int comparePart(String one, String other) {
        int rank = Integer.compare(rank(one), rank(other));
        if (rank != 0) {
            return rank;
        }
        return isNumber(one) && isNumber(other)
                ? Long.compare(Long.parseLong(one), Long.parseLong(other))
                : isNumber(one) || isNumber(other) || RELEASE.contains(one) ? 0 : one.compareTo(other);
    }

    // Qualifiers before the release, the release and zero, other qualifiers, numbers.
    private static int rank(String part) {
        int before = BEFORE.indexOf(part);
        if (before >= 0) {
            return before / 2 - BEFORE.size();
        }
        if (isNumber(part)) {
            return part.length() < 19 && Long.parseLong(part) == 0 ? 0 : 2;
        }
        return RELEASE.contains(part) ? 0 : 1;
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && Character.isDigit(part.charAt(0)) && part.length() < 19;
    }
}
