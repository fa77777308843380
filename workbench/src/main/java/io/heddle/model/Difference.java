package io.heddle.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// What changed from one release of a library to another. Classes tell it, so the files' names may differ.
///
/// @param appeared findings of the new one that the old one has not
/// @param went findings of the old one that the new one has not
/// @param kept findings of the new one that the old one has too
public record Difference(List<Finding> appeared, List<Finding> went, List<Finding> kept) {

    /// Compares two lists of findings, each of which keeps its order.
    public static Difference of(List<Finding> old, List<Finding> now) {
        List<String> before = Fingerprints.withoutArtifact(old);
        List<String> after = Fingerprints.withoutArtifact(now);
        return new Difference(
                pick(now, after, new HashSet<>(before), false),
                pick(old, before, new HashSet<>(after), false),
                pick(now, after, new HashSet<>(before), true));
    }

    private static List<Finding> pick(List<Finding> findings, List<String> names, Set<String> others, boolean inBoth) {
        return IntStream.range(0, names.size())
                .filter(i -> others.contains(names.get(i)) == inBoth)
                .mapToObj(findings::get)
                .toList();
    }
}
