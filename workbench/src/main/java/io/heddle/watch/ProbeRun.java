package io.heddle.watch;

import io.heddle.model.Watch;
import io.heddle.watch.signal.Delay;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// What the probe in the target measured: ticks, each answered late or in time.
///
/// @param periodNanos between two ticks
/// @param ticks answered ones, in order of time
/// @param outstandingNanos how long the last one has been waiting; 0 when it was answered
/// @param end nanoseconds since the epoch when it was looked at last
public record ProbeRun(long periodNanos, List<Tick> ticks, long outstandingNanos, long end) {

    private static final int DIGITS = 3;
    private static final long STALL = (long) (Watch.Probe.STALL_MILLIS * 1e6);
    /// For the last one to have waited so long is no delay any more, unless other virtual threads ran meanwhile,
    /// nanoseconds.
    static final long STUCK = 3_000_000_000L;
    private static final int PERIODS = 60;

    /// One tick.
    ///
    /// @param at nanoseconds since the epoch when the virtual thread was woken
    /// @param delay until it ran, nanoseconds
    /// @param control how late the platform thread that woke it was itself meanwhile, nanoseconds
    public record Tick(long at, long delay, long control) {

        /// Late by this much more than the machine explains.
        long net() {
            return Math.max(0, delay - control);
        }
    }

    /// Figures for the report.
    public Watch.Probe figures() {
        Histogram late = new Histogram(DIGITS);
        Histogram control = new Histogram(DIGITS);
        ticks.forEach(tick -> {
            late.recordValueWithExpectedInterval(tick.delay(), periodNanos);
            control.recordValueWithExpectedInterval(tick.control(), periodNanos);
        });
        if (outstandingNanos > periodNanos) {
            late.recordValueWithExpectedInterval(outstandingNanos, periodNanos);
        }
        return new Watch.Probe(
                millis(late.getValueAtPercentile(50)),
                millis(late.getValueAtPercentile(99)),
                millis(late.getMaxValue()),
                stalls().size(),
                millis(outstandingNanos),
                millis(control.getValueAtPercentile(99)),
                timeline());
    }

    /// Ticks that were late though the machine was not; the one that still waits among them.
    List<Delay> stalls() {
        List<Delay> stalls = new ArrayList<>();
        ticks.stream()
                .filter(tick -> tick.net() >= STALL)
                .forEach(tick -> stalls.add(new Delay(tick.at(), tick.delay(), true)));
        if (outstandingNanos >= STALL) {
            stalls.add(new Delay(end - outstandingNanos, outstandingNanos, true));
        }
        return stalls;
    }

    /// The last one has waited for at least [#STUCK].
    boolean stuck() {
        return outstandingNanos >= STUCK;
    }

    /// Whether it was answered for most of a time. Who waits from before the time until after it is told by no tick.
    boolean covers(long nanos) {
        return 2 * ticks.size() * periodNanos >= nanos;
    }

    private List<Double> timeline() {
        List<Tick> all = new ArrayList<>(ticks);
        if (outstandingNanos > periodNanos) {
            all.add(new Tick(end - outstandingNanos, outstandingNanos, 0));
        }
        if (all.isEmpty()) {
            return List.of();
        }
        long from = all.getFirst().at();
        long each = Math.max(1, (all.getLast().at() - from) / PERIODS + 1);
        List<Double> worst = new ArrayList<>();
        for (Tick tick : all) {
            int period = (int) ((tick.at() - from) / each);
            while (worst.size() <= period) {
                worst.add(0.0);
            }
            worst.set(period, Math.max(worst.get(period), millis(tick.delay())));
        }
        return worst;
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
