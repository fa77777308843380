package io.heddle.canary;

import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The canary's part of all answers, minute by minute. A server writes a line once it has answered, so that requests
/// which hang are seen in nothing but that its lines become fewer, while the other arm's do not.
final class AnsweredShare {

    private static final int MINUTE = 60;
    /// Minutes that are compared with all before them.
    private static final int LATELY = 3;
    private static final int LEAST_BEFORE = 3;
    /// The canary has fallen behind where it answers less than this part of what it answered before.
    private static final double FALLEN = 2.0 / 3;
    /// By so many standard deviations of a count (Poisson) it must lie below what was to be expected.
    private static final double DEVIATIONS = 6;

    /// Requests in one minute.
    private static final class Minute {
        private final long number;
        private final long[] requests = new long[2];

        Minute(long number) {
            this.number = number;
        }
    }

    /// How the canary's part changed.
    ///
    /// @param before its part of both arms' answers, 0 to 1
    /// @param since when it changed at the latest
    /// @param now its part since then
    record Fall(double before, Instant since, double now) {}

    private final double[] before = new double[2];
    private long minutesBefore;
    private final Deque<Minute> lately = new ArrayDeque<>();

    /// Late requests of minutes that are settled are left out.
    void take(Side side, double seconds, long count) {
        long number = (long) Math.floor(seconds / MINUTE);
        if (lately.isEmpty() || number > lately.getLast().number) {
            begin(number);
        }
        lately.stream()
                .filter(minute -> minute.number == number)
                .forEach(minute -> minute.requests[side.index()] += count);
    }

    private void begin(long number) {
        if (lately.size() > LATELY) {
            // What has fallen must not become what it is compared with.
            boolean fallen = fall().isPresent();
            Minute oldest = lately.removeFirst();
            if (!fallen) {
                settle(oldest);
            }
        }
        lately.addLast(new Minute(number));
    }

    private void settle(Minute minute) {
        // Before both arms answer there is nothing to compare.
        if (minute.requests[0] > 0 && minute.requests[1] > 0) {
            before[0] += minute.requests[0];
            before[1] += minute.requests[1];
            minutesBefore++;
        }
    }

    /// Empty where the canary answers as large a part as before, and where too little is known.
    Optional<Fall> fall() {
        if (minutesBefore < LEAST_BEFORE || lately.size() <= LATELY) {
            return Optional.empty();
        }
        double[] now = new double[2];
        // The newest minute is not over.
        lately.stream().limit(LATELY).forEach(minute -> {
            now[0] += minute.requests[0];
            now[1] += minute.requests[1];
        });
        double usual = before[Side.CANARY.index()] / minutesBefore * LATELY;
        double others = now[Side.BASELINE.index()] / (before[Side.BASELINE.index()] / minutesBefore * LATELY);
        double expected = usual * Math.min(1, others);
        double canary = now[Side.CANARY.index()];
        return canary < FALLEN * expected && expected - canary > DEVIATIONS * Math.sqrt(expected)
                ? Optional.of(
                        new Fall(share(before), Instant.ofEpochSecond(lately.getFirst().number * MINUTE), share(now)))
                : Optional.empty();
    }

    private static double share(double[] requests) {
        return requests[Side.CANARY.index()] / (requests[0] + requests[1]);
    }

    void save(DataOutput out) throws IOException {
        out.writeDouble(before[0]);
        out.writeDouble(before[1]);
        out.writeLong(minutesBefore);
        out.writeInt(lately.size());
        for (Minute minute : lately) {
            out.writeLong(minute.number);
            out.writeLong(minute.requests[0]);
            out.writeLong(minute.requests[1]);
        }
    }

    void restore(DataInput in) throws IOException {
        before[0] = in.readDouble();
        before[1] = in.readDouble();
        minutesBefore = in.readLong();
        lately.clear();
        int kept = in.readInt();
        for (int i = 0; i < kept && i <= LATELY; i++) {
            Minute minute = new Minute(in.readLong());
            minute.requests[0] = in.readLong();
            minute.requests[1] = in.readLong();
            lately.addLast(minute);
        }
    }
}
