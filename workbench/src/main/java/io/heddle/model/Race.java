package io.heddle.model;

import java.time.Instant;
import java.util.List;

/// All that a race has found so far; saved after every trial.
///
/// @param version Heddle's version
/// @param started when the race began
/// @param quick whether fewer repetitions were asked for
/// @param stopped why the race ended before its plan, in words; empty when it did not
public record Race(String version, Instant started, boolean quick, Machine machine, Target target, List<Bound> bounds, List<Trial> trials,
        List<Comparison> comparisons, Verdict verdict, List<Verdict> verdicts, boolean interrupted, String stopped) {
}
