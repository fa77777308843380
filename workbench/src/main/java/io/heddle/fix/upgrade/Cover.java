package io.heddle.fix.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Few upgrades that clear most findings. The smallest set is hard to find in general (set cover); the greedy choice
/// takes at most ln n times as many, and libraries seldom share findings.
final class Cover {

    private Cover() {}

    /// @param candidates the smallest step first for each library
    /// @param wanted fingerprints to clear
    /// @return at most one for each library
    static List<Candidate> of(List<Candidate> candidates, Set<String> wanted) {
        List<Candidate> chosen = new ArrayList<>();
        Set<String> left = new HashSet<>(wanted);
        List<Candidate> open = new ArrayList<>(candidates);
        while (true) {
            // Of two that clear as many the first is taken: the smaller step.
            Candidate best = open.stream()
                    .max(Comparator.comparingLong((Candidate candidate) -> clears(candidate, left))
                            .thenComparing(candidate -> -open.indexOf(candidate)))
                    .orElse(null);
            if (best == null || clears(best, left) == 0) {
                return List.copyOf(chosen);
            }
            chosen.add(best);
            left.removeAll(best.gone());
            open.removeIf(candidate -> candidate
                    .change()
                    .library()
                    .id()
                    .equals(best.change().library().id()));
        }
    }

    private static long clears(Candidate candidate, Set<String> left) {
        return candidate.gone().stream().filter(left::contains).count();
    }
}
