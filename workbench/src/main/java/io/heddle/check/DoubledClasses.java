package io.heddle.check;

import io.heddle.check.Checker.Judged;
import io.heddle.model.Check;
import io.heddle.model.Check.Unreadable;
import io.heddle.model.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Adds what is found in the entries that a JVM does not take, where an archive has several of one name: another loader
/// or a later build may take them.
final class DoubledClasses {

    private static final String OF_OTHER =
            "; in an entry whose name another one in the archive has too, which a JVM takes instead";

    private DoubledClasses() {}

    /// What makes two findings the same, whichever entries were read.
    private record Place(
            String rule, String artifact, String type, String method, String descriptor, int line, String sink) {

        static Place of(Finding finding) {
            return new Place(
                    finding.rule(),
                    finding.artifact(),
                    finding.type(),
                    finding.method(),
                    finding.descriptor(),
                    finding.line(),
                    finding.sink());
        }
    }

    /// @param first what a JVM takes
    /// @param others the same, read with other entries
    static Judged merged(Judged first, List<Judged> others) {
        List<Finding> findings = new ArrayList<>(first.findings());
        Set<Place> known = new HashSet<>(findings.stream().map(Place::of).toList());
        for (Judged other : others) {
            other.findings().stream()
                    .filter(finding -> known.add(Place.of(finding)))
                    .map(finding -> finding.because(finding.reason() + OF_OTHER))
                    .forEach(findings::add);
        }
        return new Judged(
                first.runTime(),
                List.copyOf(findings),
                with(
                        first.read(),
                        Stream.concat(Stream.of(first), others.stream())
                                .flatMap(judged -> judged.read().unreadable().stream())
                                .distinct()
                                .sorted(Comparator.comparing(Unreadable::place))
                                .toList()),
                first.notes(),
                first.copies());
    }

    private static Check.Read with(Check.Read read, List<Unreadable> unreadable) {
        return new Check.Read(
                read.artifacts(),
                read.classes(),
                read.classesThere(),
                read.methods(),
                read.unknownCallSites(),
                read.unknown(),
                unreadable);
    }
}
