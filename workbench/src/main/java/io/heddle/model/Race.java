package io.heddle.model;

import java.time.Instant;
import java.util.List;

/// All that a race has found so far; saved after every trial.
///
/// @param version Heddle's version
/// @param started when the race began
/// @param seconds wall-clock time from then to the last trial, at least 0
/// @param quick whether fewer repetitions were asked for
/// @param command Heddle's own command line, secrets redacted, so that a report says how to make it again;
///     empty when unknown
/// @param arms in the order of comparison: first the one that the others are held against
/// @param lives what became of the carriers of each JVM that has ended, in the order in which they ran
/// @param findings what `check` had predicted, beside what was met; empty when nobody asked
/// @param capacities one a path; empty when none were searched
/// @param overloads in the order in which they were run; empty when there were none
/// @param dropped paths that were given up, in that order; they have no verdict
/// @param changes what other arms do otherwise than the first beside their speed, the gravest first; empty where
///     nothing was seen
/// @param stopped why the race ended before its plan, in words; empty when it did not
public record Race(
        String version,
        Instant started,
        double seconds,
        boolean quick,
        List<String> command,
        Machine machine,
        Target target,
        List<Arm> arms,
        List<Bound> bounds,
        List<Trial> trials,
        List<Comparison> comparisons,
        Verdict verdict,
        List<Verdict> verdicts,
        List<CarrierLife> lives,
        List<Matched> findings,
        List<Capacity> capacities,
        List<Overload> overloads,
        List<DroppedPath> dropped,
        List<Change> changes,
        boolean interrupted,
        String stopped) {

    /// A race without overload, dropped paths and changes.
    public Race(
            String version,
            Instant started,
            double seconds,
            boolean quick,
            List<String> command,
            Machine machine,
            Target target,
            List<Arm> arms,
            List<Bound> bounds,
            List<Trial> trials,
            List<Comparison> comparisons,
            Verdict verdict,
            List<Verdict> verdicts,
            List<CarrierLife> lives,
            List<Matched> findings,
            List<Capacity> capacities,
            boolean interrupted,
            String stopped) {
        this(
                version,
                started,
                seconds,
                quick,
                command,
                machine,
                target,
                arms,
                bounds,
                trials,
                comparisons,
                verdict,
                verdicts,
                lives,
                findings,
                capacities,
                List.of(),
                List.of(),
                List.of(),
                interrupted,
                stopped);
    }

    /// The same race with its overloads.
    public Race with(List<Overload> run) {
        return with(verdicts, List.copyOf(run), dropped, changes);
    }

    /// The same with some of its verdicts.
    public Race withVerdicts(List<Verdict> some) {
        return with(some, overloads, dropped, changes);
    }

    /// The same with paths that were given up.
    public Race without(List<DroppedPath> paths) {
        return with(verdicts, overloads, List.copyOf(paths), changes);
    }

    /// The same with what its arms do otherwise.
    public Race changing(List<Change> some) {
        return with(verdicts, overloads, dropped, List.copyOf(some));
    }

    private Race with(List<Verdict> some, List<Overload> run, List<DroppedPath> given, List<Change> changed) {
        return new Race(
                version,
                started,
                seconds,
                quick,
                command,
                machine,
                target,
                arms,
                bounds,
                trials,
                comparisons,
                verdict,
                some,
                lives,
                findings,
                capacities,
                run,
                given,
                changed,
                interrupted,
                stopped);
    }
}
