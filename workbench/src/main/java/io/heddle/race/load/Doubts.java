package io.heddle.race.load;

import io.heddle.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// What speaks against a run, in words.
///
/// @param steady whether settling ended by its test
record Doubts(Load load, Phases phases, boolean steady) {

    private static final double LITTLE_TOLERANCE = 0.03;
    private static final double LATE = Duration.ofMillis(1).toNanos();
    private static final double MILLIS = 1e6;

    /// One sentence each; empty when there is none.
    List<String> of(Window window, Snapshot open, Snapshot close, Histogram latency, Histogram startLag) {
        List<String> doubts = new ArrayList<>();
        if (!steady) {
            doubts.add("The target had not settled after %.1f s, the measurement began all the same.".formatted(phases.settleMax().toMillis() / 1e3));
        }
        if (close.completions() == open.completions()) {
            doubts.add("No request completed while it was measured.");
        } else {
            spans(window, open, close, doubts);
        }
        if (window.silent()) {
            doubts.add("The target fell silent: no request completed in the last %.1f s, though none had taken that long."
                    .formatted((close.at() - Math.max(open.at(), close.lastCompletion())) / 1e9));
        }
        if (load instanceof Load.Closed(int connections) && close.open() < connections) {
            doubts.add("Only %,d of %,d connections were open at the end.".formatted(close.open(), connections));
        }
        if (close.oldestStart() != Scheduler.NONE && close.at() - close.oldestStart() > 2 * latency.getMaxValue()) {
            doubts.add("A request was in flight at the end for %.1f s, longer than twice any that completed."
                    .formatted((close.at() - close.oldestStart()) / 1e9));
        }
        if (startLag.getTotalCount() > 0 && startLag.getValueAtPercentile(99) > LATE) {
            doubts.add("The generator started requests late: by more than %.1f ms for 1 %% of those that had a connection."
                    .formatted(startLag.getValueAtPercentile(99) / MILLIS));
        }
        return doubts;
    }

    private void spans(Window window, Snapshot open, Snapshot close, List<String> doubts) {
        double latencies = (close.at() - open.at()) / window.meanLatency();
        if (latencies < 0.99 * phases.measureLatencies()) {
            doubts.add("The measurement spans %.1f mean latencies, %d were asked for.".formatted(latencies, phases.measureLatencies()));
        }
        if (Math.abs(window.little() - 1) > LITTLE_TOLERANCE) {
            doubts.add("Throughput times mean latency is %.2f of the requests in flight, which Little's law does not allow in a steady system."
                    .formatted(window.little()));
        }
    }
}
