package io.heddle.race.load;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// Counts what happens to the requests of one event loop, and is confined to it. Times are the clock's nanoseconds.
final class Tally {

    /// Longest latency that is told apart, in nanoseconds.
    static final long LONGEST = TimeUnit.MINUTES.toNanos(10);

    private final Histogram latency = histogram();
    private final Histogram startLag = histogram();
    private final SortedMap<String, Long> kinds = new TreeMap<>();
    private final Fates fates;
    private long lastCompletion = Scheduler.NONE;
    private long answered;
    private long errors;
    private long timeouts;
    private long inFlight;
    private long moved;
    private double area;
    private double latencySum;

    /// @param now when counting begins
    Tally(long now) {
        this(now, Fates.IGNORED);
    }

    /// @param now when counting begins
    /// @param fates hears of each request too
    Tally(long now, Fates fates) {
        moved = now;
        this.fates = fates;
    }

    /// Up to ten minutes in nanoseconds, 3 digits.
    static Histogram histogram() {
        return new Histogram(LONGEST, 3);
    }

    /// A request started; `start` may lie before moments already told.
    void begun(long start) {
        move(start, 1);
    }

    /// A request was handed out late although a connection was free.
    void late(long nanos) {
        record(startLag, nanos);
    }

    /// A request was answered without error.
    void answered(long start, long now) {
        answered++;
        record(latency, now - start);
        fates.answered(start, now);
        completed(start, now);
    }

    /// A request failed.
    void failed(String kind, long start, long now) {
        errors++;
        kinds.merge(kind, 1L, Long::sum);
        fates.failed(kind, start);
        completed(start, now);
    }

    /// A request was given up; it would have taken longer still.
    void timedOut(long start, long now) {
        timeouts++;
        record(latency, now - start);
        fates.timedOut(start, now);
        completed(start, now);
    }

    /// Forgets the latencies so far: a window opens.
    void resetHistograms() {
        latency.reset();
        startLag.reset();
    }

    /// A copy of the latencies since the last reset.
    Histogram latency() {
        return latency.copy();
    }

    /// A copy of the lags since the last reset.
    Histogram startLag() {
        return startLag.copy();
    }

    /// The totals now.
    ///
    /// @param waiting requests that were to start at a constant interval, the last of them about now, and
    ///     were not handed out
    /// @param oldestWaiting start of the first of those; any when there is none
    /// @param oldestSent start of the oldest request on a connection; [Scheduler#NONE] when there is none
    Snapshot snapshot(long now, long waiting, long oldestWaiting, long oldestSent, int open, boolean opened) {
        long oldest = waiting == 0
                ? oldestSent
                : oldestSent == Scheduler.NONE ? oldestWaiting : Math.min(oldestWaiting, oldestSent);
        // requests that wait are evenly spread over their wait: on average each has waited half as long as the
        // first
        double waited = waiting == 0 ? 0 : 0.5 * waiting * (now - oldestWaiting);
        return new Snapshot(
                now,
                lastCompletion,
                answered,
                errors,
                timeouts,
                new TreeMap<>(kinds),
                inFlight + waiting,
                oldest,
                area + (double) (now - moved) * inFlight + waited,
                latencySum,
                open,
                opened);
    }

    private void completed(long start, long now) {
        lastCompletion = now;
        latencySum += now - start;
        move(now, -1);
    }

    /// The integral holds whatever the order of the moments: summed by parts it is the sum of all ends less the
    /// sum of all starts.
    private void move(long at, int change) {
        area += (double) (at - moved) * inFlight;
        moved = at;
        inFlight += change;
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST));
    }
}
