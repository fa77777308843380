package io.heddle.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Decides between several arms on virtual threads that were held against the same one on platform threads: whether
/// what harms one of them is ended by a newer JDK, by another jar, or by neither.
final class ArmChoice {

    private ArmChoice() {}

    /// One of these arms.
    ///
    /// @param jdk its feature release; 0 unknown
    /// @param verdicts on this arm
    /// @param alone what would be decided, were it the only one
    record Option(Arm arm, int jdk, List<Verdict> verdicts, Decision alone) {

        /// Whether it could go to production as it is.
        boolean isFit() {
            return switch (alone.kind()) {
                case SWITCH, SWITCH_WITH_LIMIT, NO_NEED -> true;
                case MEND_FIRST, NEWER_JDK, MEASURE_MORE -> false;
            };
        }

        boolean hasOtherJar(Option other) {
            return !arm.build().jar().equals(other.arm.build().jar());
        }

        /// Such as `virtual@25: no path is harmed; /api/quote: gain: …`.
        String said() {
            return arm.label() + ": "
                    + (isFit() ? "no path is harmed; " : "")
                    + String.join("; ", Decisions.sentences(worstFirst()));
        }

        private List<Verdict> worstFirst() {
            Verdict.Kind worst = verdicts.stream()
                    .map(Verdict::kind)
                    .min(Comparable::compareTo)
                    .orElse(Verdict.Kind.UNDECIDED);
            Verdict.Kind told = isFit() ? best() : worst;
            return verdicts.stream().filter(verdict -> verdict.kind() == told).toList();
        }

        private Verdict.Kind best() {
            return verdicts.stream()
                    .map(Verdict::kind)
                    .max(Comparable::compareTo)
                    .orElse(Verdict.Kind.UNDECIDED);
        }
    }

    /// @param options in the order of the race, at least two
    static Decision of(Race race, List<Option> options) {
        Arm platform = race.arms().getFirst();
        // the arm that differs in its threads alone, else the first of them
        Option asIs = options.stream()
                .filter(option -> option.arm().build().equals(platform.build()))
                .findFirst()
                .orElse(options.getFirst());
        List<String> because =
                new ArrayList<>(options.stream().map(Option::said).toList());
        if (asIs.isFit()) {
            return new Decision(asIs.alone().kind(), because, asIs.alone().next());
        }
        Optional<Option> newer = options.stream()
                .filter(option -> option.isFit() && option.jdk() > asIs.jdk() && !option.hasOtherJar(asIs))
                .findFirst();
        Optional<Option> mended = options.stream()
                .filter(option -> option.isFit() && option.hasOtherJar(asIs))
                .findFirst();
        if (newer.isPresent()) {
            Option there = newer.orElseThrow();
            List<String> next = new ArrayList<>();
            boolean gains = there.alone().kind() != Decision.Kind.NO_NEED;
            next.add("go to JDK " + there.jdk() + (gains ? ", then switch: " : " before you switch: ")
                    + there.arm().label() + " is harmed on no path, without a change of the code"
                    + (gains ? "" : ", and gains on none"));
            mended.ifPresent(option ->
                    next.add("or take the jar of " + option.arm().label() + ", which is harmed on no path either"));
            next.addAll(there.alone().next());
            return new Decision(Decision.Kind.NEWER_JDK, because, next);
        }
        if (mended.isPresent()) {
            Option there = mended.orElseThrow();
            return new Decision(
                    Decision.Kind.MEND_FIRST,
                    because,
                    Stream.concat(
                                    Stream.of("take the jar of " + there.arm().label()
                                            + ", which is harmed on no path, then switch"),
                                    there.alone().next().stream())
                            .toList());
        }
        return noneFits(options, because);
    }

    private static Decision noneFits(List<Option> options, List<String> because) {
        List<Option> unknown = options.stream()
                .filter(option -> option.alone().kind() == Decision.Kind.MEASURE_MORE)
                .toList();
        return new Decision(
                unknown.isEmpty() ? Decision.Kind.MEND_FIRST : Decision.Kind.MEASURE_MORE,
                because,
                (unknown.isEmpty() ? options : unknown)
                        .stream()
                                .flatMap(option -> option.alone().next().stream())
                                // that JDK was raced
                                .filter(next -> !next.startsWith("race on "))
                                .distinct()
                                .toList());
    }
}
