package io.heddle.race.load;

import java.util.ArrayList;
import java.util.List;

/// When requests of an open loop are meant to start: at a constant rate in each of some stages, the last of which has
/// no end. Times are nanoseconds since the load began. Starts are in order, so requests that wait are a range of
/// numbers.
final class Timetable {

    private final List<Leg> legs;

    private Timetable(List<Leg> legs) {
        this.legs = List.copyOf(legs);
    }

    /// One rate for ever.
    ///
    /// @param rate requests a second, above 0
    static Timetable constant(double rate) {
        return new Timetable(List.of(new Leg(0, 0, 1e9 / rate)));
    }

    /// One rate after the other. A stage starts at least one request.
    ///
    /// @param stages at least one; the last goes on
    static Timetable of(List<Stage> stages) {
        List<Leg> legs = new ArrayList<>();
        long begin = 0;
        long first = 0;
        for (Stage stage : stages) {
            long nanos = stage.length().toNanos();
            long count = Math.max(1, Math.round(stage.rate() * nanos / 1e9));
            legs.add(new Leg(begin, first, (double) nanos / count));
            begin += nanos;
            first += count;
        }
        return new Timetable(legs);
    }

    /// When the request of this number starts, from 0.
    long start(long number) {
        return legOf(number).start(number);
    }

    /// How many requests start by a moment.
    long startedBy(long moment) {
        if (moment < 0) {
            return 0;
        }
        int leg = 0;
        while (leg + 1 < legs.size() && legs.get(leg + 1).begin() <= moment) {
            leg++;
        }
        Leg current = legs.get(leg);
        // from a quotient that rounding may have put one off
        long last = current.first() + (long) ((moment - current.begin()) / current.interval()) + 1;
        if (leg + 1 < legs.size()) {
            last = Math.min(last, legs.get(leg + 1).first() - 1);
        }
        while (start(last) > moment) {
            last--;
        }
        return last + 1;
    }

    private Leg legOf(long number) {
        int leg = legs.size() - 1;
        while (legs.get(leg).first() > number) {
            leg--;
        }
        return legs.get(leg);
    }

    /// @param begin of the stage
    /// @param first number of its first request
    private record Leg(long begin, long first, double interval) {

        long start(long number) {
            return begin + (long) ((number - first) * interval);
        }
    }
}
