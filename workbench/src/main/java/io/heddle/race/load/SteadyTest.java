package io.heddle.race.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// Whether the target has settled: over the last `look-back`, cut into ten slices, there is no trend, or none that
/// matters.
///
/// The look-back is the least time to settle or the asked number of mean latencies, whichever is longer; mean latency
/// is requests in flight ÷ completions a second (Little), because latencies seen early in a run are those of the
/// lucky. A slice's value is its completions a second in a closed loop, and its mean number of requests in flight in
/// an open one, whose rate is given.
///
/// Not steady is: a trend by the Mann–Kendall test at the 5 % level, two-sided (with ten values |S| ≥ 23, p = 0.046:
/// Mann, "Nonparametric tests against trend", Econometrica 13, 1945; Kendall, "Rank correlation methods"), *and* means
/// of the two halves that differ by more than 2 %, the coefficient of variation at which Georges, Buytaert and
/// Eeckhout ("Statistically rigorous Java performance evaluation", OOPSLA 2007) call a series steady. Their own test
/// is not used: completions in bursts vary more than that from slice to slice without any trend.
final class SteadyTest {

    static final int SLICES = 10;
    private static final int CRITICAL_S = 23;
    private static final double DRIFT = 0.02;

    private final boolean open;
    private final double leastNanos;
    private final int latencies;
    private final Deque<Snapshot> seen = new ArrayDeque<>();

    /// @param open whether the rate is given and the requests in flight are watched
    /// @param leastNanos least look-back, above 0
    /// @param latencies mean latencies that the look-back has at least
    SteadyTest(boolean open, long leastNanos, int latencies) {
        this.open = open;
        this.leastNanos = leastNanos;
        this.latencies = latencies;
    }

    /// Adds the totals of now, later than all before, and says whether the target is steady.
    boolean steadyAt(Snapshot now) {
        seen.addLast(now);
        double lookBack = lookBackNanos();
        if (now.at() - seen.getFirst().at() < lookBack) {
            return false;
        }
        double[] slices = new double[SLICES];
        double before = total(now.at() - lookBack);
        for (int slice = 0; slice < SLICES; slice++) {
            double after = total(now.at() - lookBack * (SLICES - 1 - slice) / SLICES);
            slices[slice] = after - before;
            before = after;
        }
        return steady(slices);
    }

    /// How far back the test looks, in nanoseconds; infinite before the first completion.
    double lookBackNanos() {
        if (seen.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        // the later half of what was seen, because a cold target is slower than the same one warm
        Snapshot last = seen.getLast();
        Snapshot middle = middle();
        long completions = last.completions() - middle.completions();
        if (completions == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(leastNanos, latencies * (last.area() - middle.area()) / completions);
    }

    /// Whether ten values show no trend that matters.
    static boolean steady(double[] slices) {
        int s = 0;
        double sum = 0;
        double drift = 0;
        for (int i = 0; i < slices.length; i++) {
            for (int j = i + 1; j < slices.length; j++) {
                s += (int) Math.signum(slices[j] - slices[i]);
            }
            sum += slices[i];
            drift += i < slices.length / 2 ? -slices[i] : slices[i];
        }
        // each half has half the slices: (drift / 5) / (sum / 10) is how far the halves' means differ, as a
        // share of the mean
        return Math.abs(s) < CRITICAL_S || Math.abs(2 * drift) <= DRIFT * sum;
    }

    private Snapshot middle() {
        long half = (seen.getFirst().at() + seen.getLast().at()) / 2;
        Snapshot middle = seen.getFirst();
        for (Snapshot snapshot : seen) {
            if (snapshot.at() > half) {
                break;
            }
            middle = snapshot;
        }
        return middle;
    }

    /// The watched total at a moment, interpolated between the totals on either side.
    private double total(double at) {
        Iterator<Snapshot> snapshots = seen.iterator();
        Snapshot before = snapshots.next();
        while (snapshots.hasNext()) {
            Snapshot after = snapshots.next();
            if (after.at() >= at) {
                double share = Math.clamp((at - before.at()) / (after.at() - before.at()), 0, 1);
                return watched(before) + share * (watched(after) - watched(before));
            }
            before = after;
        }
        return watched(before);
    }

    private double watched(Snapshot snapshot) {
        return open ? snapshot.area() : snapshot.completions();
    }
}
