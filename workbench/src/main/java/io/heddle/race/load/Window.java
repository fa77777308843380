package io.heddle.race.load;

import io.heddle.model.Load;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The arithmetic of a measurement, from the totals that were seen while it lasted.
///
/// Connections behind a full pool run in step: their requests complete in bursts. A count from one moment to another
/// then depends on how many bursts lie between, by up to one burst: 1 % when a pool of 20 with 100 ms a request is
/// watched for ten seconds, 10 % when one of 200 with 300 ms is watched for three. So throughput is the mean over many
/// pairs of moments instead of one, those of the measurement's first third with those of its last: what is counted too
/// much between two of them is counted too little between others. That is a window with tapered ends (Harris, "On the
/// use of windows for harmonic analysis with the discrete Fourier transform", Proc. IEEE 66, 1978; here a trapezoid),
/// and 0.5 % is what is left of the 10 %.
///
/// When the target fell silent, or nothing completed in the last quarter of the measurement, the whole of it counts: a
/// target that answers for three seconds and then hangs for seven has not served at the rate of its first three.
///
/// @param seconds length of the measurement
/// @param answered requests answered without error in it
/// @param throughput requests answered without error a second
/// @param meanConcurrency requests in flight, averaged
/// @param little completions a second × their mean latency ÷ requests in flight; 0 when nothing completed
/// @param meanLatency requests in flight ÷ completions a second, in nanoseconds; infinite when nothing
///     completed
/// @param silent whether the target fell silent
record Window(
        double seconds,
        long answered,
        double throughput,
        double meanConcurrency,
        double little,
        double meanLatency,
        boolean silent) {

    /// More than one, or each run would be silent by chance whose last request is its longest.
    private static final int SILENCE = 3;

    /// A measurement has at least five mean latencies, so a target that answers leaves a fifth of it without
    /// completions at most.
    private static final double LONGEST_END = 0.25;

    /// Share of the measurement at either end.
    private static final double TAPER = 1 / 3.0;

    /// @param seen totals, from when the measurement began to when it ended, by time; at least two
    /// @param longest longest latency of a completion between, in nanoseconds
    static Window of(List<Snapshot> seen, Load load, long longest) {
        Snapshot open = seen.getFirst();
        Snapshot close = seen.getLast();
        double nanos = close.at() - open.at();
        long completions = close.completions() - open.completions();
        long last = Math.max(open.at(), close.lastCompletion());
        boolean silent = silent(close, last, longest);
        List<Snapshot> ends = silent || close.at() - last > LONGEST_END * nanos ? List.of(open, close) : seen;
        double meanConcurrency = (close.area() - open.area()) / nanos;
        double inFlight = switch (load) {
            case Load.Closed closed -> closed.connections();
            case Load.Open _ -> meanConcurrency;
        };
        // Throughput × mean latency is the sum of latencies that a unit of time brings: of the same moments as the
        // throughput, since a burst of fast answers that one of two counts has would make its mean latency another.
        double little = completions == 0 ? 0 : perNano(ends, Snapshot::latencySum) / inFlight;
        double meanLatency = completions == 0 ? Double.POSITIVE_INFINITY : (close.area() - open.area()) / completions;
        return new Window(
                nanos / 1e9,
                close.answered() - open.answered(),
                1e9 * perNano(ends, Snapshot::answered),
                meanConcurrency,
                little,
                meanLatency,
                silent);
    }

    /// How fast a total grew.
    private static double perNano(List<Snapshot> seen, ToDoubleFunction<Snapshot> total) {
        long open = seen.getFirst().at();
        long close = seen.getLast().at();
        long taper = (long) (TAPER * (close - open));
        List<Snapshot> first =
                seen.stream().filter(snapshot -> snapshot.at() <= open + taper).toList();
        List<Snapshot> last =
                seen.stream().filter(snapshot -> snapshot.at() >= close - taper).toList();
        return (mean(last, total) - mean(first, total))
                / (mean(last, snapshot -> snapshot.at() - open) - mean(first, snapshot -> snapshot.at() - open));
    }

    private static double mean(List<Snapshot> seen, ToDoubleFunction<Snapshot> figure) {
        return seen.stream().mapToDouble(figure).average().orElseThrow();
    }

    /// Requests have been in flight for three times longer than any took that completed, and none completed in all
    /// that time.
    private static boolean silent(Snapshot close, long last, long longest) {
        return close.oldestStart() != Scheduler.NONE
                && close.at() - close.oldestStart() > SILENCE * longest
                && close.at() - last > SILENCE * longest;
    }
}
