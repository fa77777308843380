package io.heddle.race.trial;

import io.heddle.model.Arm;
import io.heddle.model.Figures;
import io.heddle.model.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A JVM that failed where the other arm serves: it ended, ran out of memory, gave no answer, or none but
/// errors.
///
/// @param arm label of its arm
/// @param workload that it was asked for when it failed
/// @param sentence what happened
public record FailedArms(String arm, int repetition, String workload, String sentence) {

    private static final String LAST_LINES = "; its last lines:\n";
    private static final Pattern FAULT = Pattern.compile("\\w(?:Exception|Error)\\b");

    /// The harm on the path at which each JVM of one arm failed, as far as it was started, while the other
    /// arm answers all.
    public static Optional<Verdict> verdict(
            String workload, Arm above, Arm below, List<FailedArms> falls, List<TrialOutcome> outcomes) {
        List<FailedArms> own = falls.stream()
                .filter(fall ->
                        fall.arm().equals(above.label()) && fall.workload().equals(workload))
                .toList();
        List<TrialOutcome> sound = outcomes.stream()
                .filter(outcome -> outcome.trial().arm().equals(below.label())
                        && outcome.trial().workload().equals(workload))
                .toList();
        long jvms = started(above, falls, outcomes);
        if (own.isEmpty()
                || own.size() < jvms
                || sound.isEmpty()
                || !sound.stream().allMatch(TrialOutcome::isSound)) {
            return Optional.empty();
        }
        double most = sound.stream()
                .mapToDouble(outcome -> outcome.trial().throughput())
                .max()
                .orElseThrow();
        return Optional.of(new Verdict(
                workload,
                Verdict.Kind.HARM,
                String.format(
                        Locale.ROOT,
                        "harm: %s; so it was in %d of %d JVMs of the %s arm, while the %s arm answered all, at up to %s",
                        brief(own.getFirst().sentence()),
                        own.size(),
                        jvms,
                        above.label(),
                        below.label(),
                        Figures.rate(most)),
                Verdict.Limit.NONE,
                List.of(),
                List.of(),
                List.of()));
    }

    /// The gain on the path at which each JVM of the arm below failed, as far as it was started, while the other arm
    /// answers all.
    public static Optional<Verdict> gain(
            String workload, Arm above, Arm below, List<FailedArms> falls, List<TrialOutcome> outcomes) {
        return verdict(workload, below, above, falls, outcomes)
                .map(harm -> new Verdict(
                        workload,
                        Verdict.Kind.GAIN,
                        harm.text().replaceFirst("^harm", "gain"),
                        harm.limit(),
                        harm.culprits(),
                        harm.holders(),
                        harm.notes()));
    }

    /// With the line that tells most in the place of the target's last lines.
    public static String brief(String sentence) {
        int lines = sentence.indexOf(LAST_LINES);
        if (lines < 0) {
            return sentence;
        }
        List<String> said =
                sentence.substring(lines + LAST_LINES.length()).lines().toList();
        return sentence.substring(0, lines)
                + said.stream()
                        .filter(line -> FAULT.matcher(line).find())
                        .reduce((first, last) -> last)
                        .or(() -> said.stream().reduce((first, last) -> last))
                        .map(line -> " (" + line.strip() + ")")
                        .orElse("");
    }

    private static long started(Arm arm, List<FailedArms> falls, List<TrialOutcome> outcomes) {
        return java.util.stream.Stream.concat(
                        falls.stream()
                                .filter(fall -> fall.arm().equals(arm.label()))
                                .map(FailedArms::repetition),
                        outcomes.stream()
                                .filter(outcome -> outcome.trial().arm().equals(arm.label()))
                                .map(outcome -> outcome.trial().repetition()))
                .distinct()
                .count();
    }
}
