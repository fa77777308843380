package io.heddle.canary;

import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// When requests of either arm came, and which came too late for their block.
final class Arrivals {

    private static final double PAUSE_SECONDS = 6 * 3_600;
    /// A request of a service that people wait for.
    private static final double LONG_MILLIS = 10_000;
    private static final double MUCH_LONGER = 20;

    private final long[] requests = new long[2];
    private final double[] first = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private final double[] last = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
    private final long[] timed = new long[2];
    private final double[] millisInAll = new double[2];
    private final double[] longest = new double[2];
    private final long[] longOnes = new long[2];
    private long since;
    private long late;
    private double newest = Double.NEGATIVE_INFINITY;
    /// Seconds between requests in which none came to either arm, for longer than a pause lasts.
    private double skipped;

    private final AnsweredShare share = new AnsweredShare();

    void take(Side side, double seconds, long count) {
        if (count == 0) {
            return;
        }
        int i = side.index();
        requests[i] += count;
        // One time that is wrong, and far from all others, is no hour of traffic.
        if (Math.abs(seconds - newest) > PAUSE_SECONDS && seconds < newest) {
            return;
        }
        if (seconds > newest) {
            skipped += seconds - newest > PAUSE_SECONDS && Double.isFinite(newest) ? seconds - newest : 0;
            newest = seconds;
        }
        since = side == Side.BASELINE && seconds > last[1] ? since + count : seconds > last[i] ? 0 : since;
        first[i] = Math.min(first[i], seconds);
        last[i] = Math.max(last[i], seconds);
        share.take(side, seconds, count);
    }

    /// How the canary answers a smaller part of all requests than before; empty where it does not.
    Optional<AnsweredShare.Fall> fall() {
        return share.fall();
    }

    /// How long a request of an arm took.
    void took(Side side, double millis) {
        int i = side.index();
        timed[i]++;
        millisInAll[i] += millis;
        longest[i] = Math.max(longest[i], millis);
        if (millis >= LONG_MILLIS) {
            longOnes[i]++;
        }
    }

    /// What is to be said of requests that took much longer than the others; empty where there are none.
    Optional<String> longOnes(Side side) {
        int i = side.index();
        long others = timed[i] - 1;
        double mean = others < 1 ? 0 : (millisInAll[i] - longest[i]) / others;
        return longest[i] < LONG_MILLIS || others < 1 || longest[i] < MUCH_LONGER * mean
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%,d of the %s's requests took longer than %.0f s, the longest %.0f s; the others took %.1f ms in the"
                                + " mean",
                        longOnes[i],
                        side.option(),
                        LONG_MILLIS / 1e3,
                        longest[i] / 1e3,
                        mean));
    }

    /// Seconds by which the baseline's newest request is newer than the canary's; of a canary that never answered,
    /// since the baseline's first.
    double canarySilent() {
        return requests[0] == 0 ? 0 : Math.max(0, last[0] - (requests[1] == 0 ? first[0] : last[1]));
    }

    /// Requests of the baseline since the canary's newest.
    long baselineSince() {
        return since;
    }

    /// Requests a second of the canary while it answered.
    double canaryRate() {
        double seconds = last[1] - first[1];
        return requests[1] > 1 && seconds > 0 ? requests[1] / seconds : 0;
    }

    void late() {
        late++;
    }

    long requests(Side side) {
        return requests[side.index()];
    }

    /// Requests that were counted in a later block than their own.
    long lateOnes() {
        return late;
    }

    /// Seconds of traffic that both arms share; 0 where there are none.
    double shared() {
        return Math.max(0, Math.min(last[0], last[1]) - Math.max(first[0], first[1]) - skipped);
    }

    /// Time of the newest request.
    Instant newest() {
        return Instant.ofEpochMilli((long) (Math.max(last[0], last[1]) * 1e3));
    }

    void save(DataOutput out) throws IOException {
        for (int i = 0; i < 2; i++) {
            out.writeLong(requests[i]);
            out.writeDouble(first[i]);
            out.writeDouble(last[i]);
            out.writeLong(timed[i]);
            out.writeDouble(millisInAll[i]);
            out.writeDouble(longest[i]);
            out.writeLong(longOnes[i]);
        }
        out.writeLong(since);
        out.writeLong(late);
        out.writeDouble(newest);
        out.writeDouble(skipped);
        share.save(out);
    }

    void restore(DataInput in) throws IOException {
        for (int i = 0; i < 2; i++) {
            requests[i] = in.readLong();
            first[i] = in.readDouble();
            last[i] = in.readDouble();
            timed[i] = in.readLong();
            millisInAll[i] = in.readDouble();
            longest[i] = in.readDouble();
            longOnes[i] = in.readLong();
        }
        since = in.readLong();
        late = in.readLong();
        newest = in.readDouble();
        skipped = in.readDouble();
        share.restore(in);
    }

    /// Seconds by which the baseline's first request is older than the canary's.
    double older() {
        return requests[0] == 0 || requests[1] == 0 ? 0 : first[1] - first[0];
    }
}
