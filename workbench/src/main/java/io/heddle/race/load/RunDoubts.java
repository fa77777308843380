package io.heddle.race.load;

import io.heddle.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// What speaks against a run, in words.
///
/// @param steady whether settling ended by its test
record RunDoubts(Load load, Phases phases, boolean steady) {

    private static final double LITTLE_TOLERANCE = 0.03;

    /// Of the latency of those that are in flight at either end.
    private static final double LITTLE_ENDS = 0.4;
    private static final double LATE = Duration.ofMillis(1).toNanos();

    /// Starts that are late by less than this share of the median latency change no percentile that anyone reads.
    private static final double LATE_SHARE = 0.05;
    private static final double MILLIS = 1e6;
    private static final int LEFT_OVER = 3;

    /// One sentence each; empty when there is none.
    List<String> of(Window window, Snapshot open, Snapshot close, Histogram latency, Histogram startLag) {
        List<String> doubts = new ArrayList<>();
        if (!steady) {
            doubts.add(say(
                    Measurement.NOT_SETTLED + " after %.1f s, the measurement began all the same",
                    phases.settleMax().toMillis() / 1e3));
        }
        if (close.completions() == open.completions()) {
            doubts.add("no request completed while it was measured");
        } else {
            spans(window, open, close, latency, doubts);
        }
        if (window.silent()) {
            doubts.add(say(
                    "the target fell silent: no request completed in the last %.1f s, though none had taken that long",
                    (close.at() - Math.max(open.at(), close.lastCompletion())) / 1e9));
        }
        if (load instanceof Load.Closed(int connections)
                && window.meanConcurrency() < (1 - LITTLE_TOLERANCE) * connections) {
            doubts.add(say(
                    "on average only %.1f of %,d connections had a request in flight",
                    window.meanConcurrency(), connections));
        }
        if (close.oldestStart() != Scheduler.NONE
                && close.at() - close.oldestStart() > LEFT_OVER * latency.getMaxValue()) {
            doubts.add(say(
                    "a request was in flight at the end for %.1f s, %d times longer than any that completed",
                    (close.at() - close.oldestStart()) / 1e9, LEFT_OVER));
        }
        if (startLag.getTotalCount() > 0
                && startLag.getValueAtPercentile(99) > Math.max(LATE, LATE_SHARE * latency.getValueAtPercentile(50))) {
            doubts.add(say(
                    "the generator started requests late: by more than %.1f ms for 1 %% of those that had a connection",
                    startLag.getValueAtPercentile(99) / MILLIS));
        }
        return doubts;
    }

    private void spans(Window window, Snapshot open, Snapshot close, Histogram latency, List<String> doubts) {
        double nanos = close.at() - open.at();
        double latencies = nanos / window.meanLatency();
        if (latencies < 0.99 * phases.measureLatencies()) {
            doubts.add(say(
                    "the measurement spans %.1f mean latencies, %d were asked for",
                    latencies, phases.measureLatencies()));
        }
        // what is in flight at either end weighs more where the window is short
        if (Math.abs(window.little() - 1)
                > Math.max(LITTLE_TOLERANCE, LITTLE_ENDS * lengthBiasedMean(latency) / nanos)) {
            doubts.add(say(
                    Measurement.WRONG
                            + "throughput times mean latency is %.2f of the requests in flight, which Little's law does not allow in a steady system",
                    window.little()));
        }
    }

    /// Mean latency, in nanoseconds, of the requests that are in flight at a moment: a moment meets a request the more
    /// often the longer it takes (the inspection paradox), so that each weighs by its latency.
    private static double lengthBiasedMean(Histogram latency) {
        double mean = latency.getMean();
        double deviation = latency.getStdDeviation();
        return mean == 0 ? 0 : mean + deviation * deviation / mean;
    }

    private static String say(String sentence, Object... figures) {
        return String.format(Locale.ROOT, sentence, figures);
    }
}
