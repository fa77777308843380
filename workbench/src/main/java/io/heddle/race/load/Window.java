package io.heddle.race.load;

import io.heddle.model.Load;

/// The arithmetic of a measurement, from the totals at its two ends.
///
/// The window reaches from one completion to another. It opens *at* the last completion before the measurement began, which is not counted
/// itself, and closes at the last completion before the measurement ended, which is: N counted completions span N intervals.
/// Both ends are chosen by the same rule, so completions that come in bursts weigh the same at either end. Counting all completions from
/// the first to the last inclusive would put one burst too many into every window: 1 % too much when a pool of 20 with 100 ms a request
/// is watched for ten seconds, 3 % in three. Sharp bursts are counted exactly wherever the window begins. Where a burst lasts a fifth of its
/// cycle an end may cut it in two: the error is then without bias, at most one burst in all, and 0.2 % on average in ten seconds; and none
/// where the measurement lasts a whole number of cycles, which is why [Run] lets it last a whole number of mean latencies.
///
/// Before the first completion there is nothing to open at, and the moment at which the measurement began serves. When the target fell silent,
/// or nothing completed in the last quarter of the measurement, the window lasts to its end: a target that answers for three seconds and then hangs for seven has not served at the rate of its first three.
///
/// @param seconds length
/// @param answered requests answered without error
/// @param throughput answered ÷ seconds
/// @param meanConcurrency requests in flight, averaged between the two moments of the measurement
/// @param little latency of all completions summed up ÷ seconds ÷ requests in flight; 0 when nothing completed
/// @param meanLatency requests in flight ÷ completions a second, in nanoseconds; infinite when nothing completed
/// @param silent whether the target fell silent
record Window(double seconds, long answered, double throughput, double meanConcurrency, double little, double meanLatency,
        boolean silent) {

    /// More than one, or each run would be silent by chance whose last request is its longest.
    private static final int SILENCE = 3;

    /// A measurement has at least five mean latencies, so a target that answers leaves a fifth of it without completions at most.
    private static final double LONGEST_END = 0.25;

    /// @param open totals when the measurement began
    /// @param close totals when it ended, later
    /// @param longest longest latency of a completion between, in nanoseconds
    static Window between(Snapshot open, Snapshot close, Load load, long longest) {
        long completions = close.completions() - open.completions();
        long from = open.lastCompletion() == Scheduler.NONE ? open.at() : open.lastCompletion();
        boolean silent = silent(close, from, longest);
        boolean idleEnd = close.at() - close.lastCompletion() > LONGEST_END * (close.at() - open.at());
        long to = silent || idleEnd || completions == 0 ? close.at() : close.lastCompletion();
        double seconds = (to - from) / 1e9;
        long answered = close.answered() - open.answered();
        double nanos = close.at() - open.at();
        double meanConcurrency = (close.area() - open.area()) / nanos;
        double inFlight = switch (load) {
            case Load.Closed closed -> closed.connections();
            case Load.Open _ -> meanConcurrency;
        };
        double little = completions == 0 ? 0 : (close.latencySum() - open.latencySum()) / 1e9 / seconds / inFlight;
        double meanLatency = completions == 0 ? Double.POSITIVE_INFINITY : (close.area() - open.area()) / completions;
        return new Window(seconds, answered, answered / seconds, meanConcurrency, little, meanLatency, silent);
    }

    /// Requests have been in flight for three times longer than any took that completed, and none completed in all that time.
    private static boolean silent(Snapshot close, long from, long longest) {
        long last = Math.max(from, close.lastCompletion());
        return close.oldestStart() != Scheduler.NONE && close.at() - close.oldestStart() > SILENCE * longest && close.at() - last > SILENCE * longest;
    }
}
