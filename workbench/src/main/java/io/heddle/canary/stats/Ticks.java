package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/// Finds out from the latencies of one arm which clock took them: the *tick* that all are multiples of.
///
/// A tick of up to 1 ms is taken as it shows, because logs print that many decimals. A longer one needs evidence: by
/// chance k different values share a factor m with probability m⁻ᵏ, which must be below 1 in 1,000. Where a log has
/// latencies of two clocks, the longest tick counts that more values keep than chance explains: of values with one
/// more decimal, one in ten.
public final class Ticks {

    /// Different values that are counted; a log in whole milliseconds has fewer.
    private static final int MOST = 4_096;
    private static final long[] DECIMALS = {10, 100, 1_000};
    private static final long MILLI = 1_000;
    private static final double MORE_THAN_CHANCE = 0.2;
    private static final double EVIDENCE = Math.log(1_000);
    private static final long HASH = 0x9E3779B97F4A7C15L;

    /// An open hash table: values plus one, 0 for a free place, and how often each came.
    private final long[] values = new long[2 * MOST];
    private final long[] counts = new long[2 * MOST];
    private int distinct;
    private long total;
    private long common;
    private final long[] kept = new long[DECIMALS.length];

    /// One latency that was recorded.
    public void take(long micros) {
        add(micros, 1);
        if (micros == 0) {
            return;
        }
        total++;
        if (common == 0 || micros % common != 0) {
            common = gcd(micros, common);
        }
        for (int i = 0; i < DECIMALS.length && micros % DECIMALS[i] == 0; i++) {
            kept[i]++;
        }
    }

    private void add(long micros, long count) {
        int place = place(micros);
        if (values[place] == 0) {
            if (distinct == MOST) {
                return;
            }
            values[place] = micros + 1;
            distinct++;
        }
        counts[place] += count;
    }

    /// How often a value came; 0 for one that is not counted.
    long count(long micros) {
        return micros < 0 ? 0 : counts[place(micros)];
    }

    private int place(long micros) {
        int place = (int) (micros * HASH >>> 40) & (values.length - 1);
        while (values[place] != 0 && values[place] != micros + 1) {
            place = (place + 1) & (values.length - 1);
        }
        return place;
    }

    /// The tick, in µs; 1 where no longer one shows.
    long micros() {
        if (total == 0) {
            return 1;
        }
        if (common == 1) {
            return longestKept();
        }
        long shown = gcd(common, MILLI);
        return distinct * Math.log((double) common / shown) >= EVIDENCE ? common : shown;
    }

    private long longestKept() {
        for (int i = DECIMALS.length - 1; i >= 0; i--) {
            if (kept[i] >= MORE_THAN_CHANCE * total) {
                return DECIMALS[i];
            }
        }
        return 1;
    }

    /// What the values of a tick may have been before they were rounded.
    ///
    /// @param otherwise the other arm's may be rounded in another way
    Grid grid(boolean otherwise) {
        return new Grid(micros(), otherwise, this);
    }

    /// The values that are counted, in no order.
    long[] values() {
        return Arrays.stream(values)
                .filter(value -> value != 0)
                .map(value -> value - 1)
                .toArray();
    }

    public void save(DataOutput out) throws IOException {
        out.writeInt(distinct);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != 0) {
                out.writeLong(values[i] - 1);
                out.writeLong(counts[i]);
            }
        }
        out.writeLong(total);
        out.writeLong(common);
        for (long each : kept) {
            out.writeLong(each);
        }
    }

    public void restore(DataInput in) throws IOException {
        Arrays.fill(values, 0);
        Arrays.fill(counts, 0);
        distinct = 0;
        for (int left = Math.min(in.readInt(), MOST); left > 0; left--) {
            add(in.readLong(), in.readLong());
        }
        total = in.readLong();
        common = in.readLong();
        for (int i = 0; i < kept.length; i++) {
            kept[i] = in.readLong();
        }
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
