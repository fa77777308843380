package io.heddle.race.load;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/// What one run measured. [Window] says how the figures follow from what was counted.
///
/// @param requests answered without error in the window
/// @param errors answers that are not accepted ([Accepted]), connections that were refused, reset or closed early,
///     malformed answers
/// @param timeouts requests given up because no answer came in time
/// @param errorKinds errors by kind: a status such as `503` or `302`, `refused`, `reset`, `closed`, `malformed`, or
///     the name of an exception
/// @param inFlightAtStop requests that had started and had no answer when the window closed, in an open loop
///     those that waited for a
///        connection included; they are neither requests nor errors
/// @param seconds length of the window
/// @param throughput requests a second; not quite requests ÷ seconds, as the window's ends are tapered
/// @param lowNanos 5th percentile of the latency, of each request of a mix by itself and then by their
///     shares; nanoseconds, 0 when nothing was answered
/// @param latencyNanos of the requests answered without error, from their (in an open loop: intended) start
///     to the last byte; and of those
///        that timed out, which would have taken longer still; nanoseconds, 3 digits, at most ten minutes
/// @param startLagNanos open loop: how late the generator itself started requests for which a connection was
///     free; empty in a closed loop
/// @param meanConcurrency requests in flight, averaged over the window
/// @param little requests in flight by Little's law (completions a second × mean latency) ÷ those there were:
///     connections in a closed loop, `meanConcurrency` in an open one; 1 when the run
///        accounts for itself; 0 when nothing completed
/// @param runDelay share of the window for which the generator's threads waited for a core, on average; 0 on
///     systems that do not tell
/// @param steady whether settling ended by the test of [SteadyTest] and not by its cap
/// @param silent whether the target had stopped to answer when the window closed: requests were in flight for
///     three times longer than any took that completed
/// @param from when the window opened
/// @param to when the window closed
/// @param doubts what speaks against this run, each one sentence
public record Measurement(
        long requests,
        long errors,
        long timeouts,
        SortedMap<String, Long> errorKinds,
        long inFlightAtStop,
        double seconds,
        double throughput,
        double lowNanos,
        Histogram latencyNanos,
        Histogram startLagNanos,
        double meanConcurrency,
        double little,
        double runDelay,
        boolean steady,
        boolean silent,
        Instant from,
        Instant to,
        List<String> doubts) {

    /// How the doubt begins of a run that was still changing when its window opened.
    public static final String NOT_SETTLED = "the target had not settled";

    /// How the doubt begins of a run in which nobody measured for a while.
    public static final String STOOD_STILL = "the machine or the generator stood still";

    /// How the doubt begins of a run that does not account for itself.
    public static final String WRONG = "wrong: ";
}
