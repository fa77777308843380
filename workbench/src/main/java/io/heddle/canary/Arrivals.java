package io.heddle.canary;

import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// When requests of either arm came, and which came too late for their block.
final class Arrivals {

    private static final double PAUSE_SECONDS = 6 * 3_600;

    private final long[] requests = new long[2];
    private final double[] first = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private final double[] last = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
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
        first[i] = Math.min(first[i], seconds);
        last[i] = Math.max(last[i], seconds);
        share.take(side, seconds, count);
    }

    /// How the canary answers a smaller part of all requests than before; empty where it does not.
    Optional<AnsweredShare.Fall> fall() {
        return share.fall();
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
        }
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
        }
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
