package io.heddle.check;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tells once of code that lies in several archives, as it is and relocated to other packages (shaded): one fault,
/// with the places of its copies.
final class ShadedDuplicates {

    /// Packages at the end of a name that two relocations of the same code share at least.
    private static final int SHARED = 2;

    private ShadedDuplicates() {}

    /// What a relocation leaves as it is.
    private record Code(
            String rule, int since, Optional<Integer> until, String name, String method, int line, List<String> steps) {

        static Code of(Finding finding) {
            return new Code(
                    finding.rule(),
                    finding.since(),
                    finding.until(),
                    simple(finding.type()),
                    finding.method(),
                    finding.line(),
                    finding.path().stream().map(Code::of).toList());
        }

        private static String of(Step step) {
            return simple(step.type()) + "." + step.method() + ":" + step.line();
        }
    }

    /// The findings in their order, copies left out and named with the one that lies in the shortest package:
    /// their origin, or the nearest to it.
    static List<Finding> folded(List<Finding> findings) {
        Map<Code, List<Finding>> same =
                findings.stream().collect(Collectors.groupingBy(Code::of, LinkedHashMap::new, Collectors.toList()));
        List<Finding> folded = new ArrayList<>();
        same.values().forEach(group -> fold(group, folded));
        return folded;
    }

    private static void fold(List<Finding> group, List<Finding> folded) {
        List<Finding> left = new ArrayList<>(group);
        while (!left.isEmpty()) {
            Finding origin = left.stream()
                    .min(Comparator.comparing(finding -> finding.type().length()))
                    .orElseThrow();
            List<Finding> copies = left.stream()
                    .filter(other -> isRelocated(origin.type(), other.type()))
                    .toList();
            left.remove(origin);
            left.removeAll(copies);
            folded.add(
                    copies.isEmpty()
                            ? origin
                            : origin.because(origin.reason()
                                    + copies.stream()
                                            .map(copy -> "; the same code is " + copy.type() + " in " + copy.artifact())
                                            .collect(Collectors.joining())));
        }
    }

    private static boolean isRelocated(String one, String other) {
        String[] shorter = one.split("\\.");
        String[] longer = other.split("\\.");
        int shared = 0;
        while (shared < shorter.length
                && shared < longer.length
                && shorter[shorter.length - 1 - shared].equals(longer[longer.length - 1 - shared])) {
            shared++;
        }
        // The class's own name, and packages.
        return !one.equals(other) && shorter.length > 1 && (shared == shorter.length || shared > SHARED);
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
