package io.heddle.canary;

import io.heddle.canary.stats.Errors;
import io.heddle.canary.stats.Grids;
import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Series;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import io.heddle.canary.stats.Statistic;
import io.heddle.canary.stats.Ticks;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Takes the requests of both arms, in about the order of time, and says at any moment what they show.
final class Judge implements Intake {

    /// Shortest block, seconds.
    public static final int SLICE_SECONDS = 2;
    /// Requests may come this much later than newer ones, in slices.
    private static final int LATE = 5;

    private final CanaryPlan plan;
    private final List<Series> series;
    private final boolean alike;
    private final Errors errors = new Errors(Slice.Arm::errors);
    private final Errors refusals = new Errors(Slice.Arm::refusals);
    private final Ticks[] ticks = {new Ticks(), new Ticks()};
    private final Looks looks;
    private final TreeMap<Long, Slice> slices = new TreeMap<>();
    private final List<Slice> spare = new ArrayList<>();
    private final Arrivals arrivals = new Arrivals();
    /// The slice of the request before: most requests fall into the same one.
    private Slice current = new Slice();
    private long currentAt = Long.MIN_VALUE;
    private long newest = Long.MIN_VALUE;
    private long closedUpTo = Long.MIN_VALUE;

    /// @param alike both arms' latencies are written by one kind of writer, which rounds alike
    Judge(CanaryPlan plan, boolean alike) {
        this.plan = plan;
        this.alike = alike;
        series = Stream.concat(
                        plan.quantiles().stream().<Statistic>map(Statistic.OfQuantile::new),
                        Stream.of(new Statistic.OfMean()))
                .map(Series::new)
                .toList();
        looks = new Looks(plan);
    }

    /// One that has seen nothing, for the same sources.
    Judge anew(CanaryPlan anew) {
        return new Judge(anew, alike);
    }

    @Override
    public void take(Side side, double seconds, double millis, Outcome outcome) {
        if (outcome != Outcome.FAILED) {
            ticks[side.index()].take(Slice.micros(millis));
        }
        arrivals.take(side, seconds, 1);
        arrivals.took(side, millis);
        slice(seconds).arm(side).take(millis, outcome);
    }

    @Override
    public void takeCounted(double seconds, Slice counted) {
        for (Side side : Side.values()) {
            arrivals.take(side, seconds, counted.arm(side).requests());
        }
        slice(seconds).add(counted);
    }

    private Slice slice(double seconds) {
        long at = (long) Math.floor(seconds / SLICE_SECONDS);
        if (at == currentAt && at > closedUpTo) {
            return current;
        }
        // One time that is wrong, and far ahead, must not make all that come after it wait.
        while (slices.size() > LATE + 1 && !slices.containsKey(at)) {
            close(slices.firstKey());
        }
        if (at <= closedUpTo) {
            arrivals.late();
            at = closedUpTo + 1;
        }
        if (at > newest) {
            newest = at;
            closeBefore(newest - LATE);
        }
        current = slices.computeIfAbsent(at, _ -> spare.isEmpty() ? new Slice() : spare.removeLast());
        currentAt = at;
        return current;
    }

    /// No request of before will come any more: the sources have come to their end, or it is that late.
    ///
    /// @param seconds since 1970; infinite for the end
    void closeUpTo(double seconds) {
        closeBefore(seconds == Double.POSITIVE_INFINITY ? Long.MAX_VALUE : (long) Math.floor(seconds / SLICE_SECONDS));
    }

    private void closeBefore(long limit) {
        while (!slices.isEmpty() && slices.firstKey() < limit) {
            close(slices.firstKey());
        }
    }

    private void close(long at) {
        closedUpTo = at;
        Slice slice = slices.pollFirstEntry().getValue();
        errors.add(slice);
        refusals.add(slice);
        Grids grids = Grids.of(ticks[0], ticks[1], alike);
        series.forEach(metric -> metric.add(slice, at, grids));
        slice.clear();
        spare.add(slice);
    }

    /// What the requests so far show.
    public Canary look() {
        return looks.look(series, errors, refusals, arrivals);
    }

    /// When requests came.
    Arrivals arrivals() {
        return arrivals;
    }

    /// Keeps a fail, unless there is a verdict already.
    void fail(String reason) {
        looks.fail(reason, arrivals.newest());
    }

    /// Requests of one arm so far.
    long requests(Side side) {
        return arrivals.requests(side);
    }

    /// All that is known so far.
    void save(DataOutput out) throws IOException {
        out.writeUTF(plan.toString());
        out.writeLong(newest);
        out.writeLong(closedUpTo);
        out.writeInt(slices.size());
        for (Map.Entry<Long, Slice> slice : slices.entrySet()) {
            out.writeLong(slice.getKey());
            slice.getValue().save(out);
        }
        for (Series metric : series) {
            metric.save(out);
        }
        errors.save(out);
        refusals.save(out);
        for (Ticks each : ticks) {
            each.save(out);
        }
        arrivals.save(out);
        looks.save(out);
    }

    /// Goes on where [#save] was.
    ///
    /// @throws Failure when that was another comparison
    void restore(DataInput in) throws IOException {
        if (!in.readUTF().equals(plan.toString())) {
            throw new Failure(
                    "the state is of another comparison: its quantiles, tolerance or alpha differ",
                    "name another file with --state, or the options that it was begun with");
        }
        newest = in.readLong();
        closedUpTo = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            long at = in.readLong();
            Slice slice = new Slice();
            slice.restore(in);
            slices.put(at, slice);
        }
        for (Series metric : series) {
            metric.restore(in);
        }
        errors.restore(in);
        refusals.restore(in);
        for (Ticks each : ticks) {
            each.restore(in);
        }
        arrivals.restore(in);
        looks.restore(in);
    }
}
