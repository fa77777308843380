package io.heddle.race.load;

import java.util.Comparator;
import java.util.PriorityQueue;

/// A clock that jumps from event to event: what takes hours takes milliseconds, and always the same.
final class VirtualTime implements Clock {

    private record Event(long at, long order, Runnable action) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long now;
    private long order;

    @Override
    public long nanos() {
        return now;
    }

    /// Does something later, or now when `at` has passed; never when it is [Long#MAX_VALUE].
    void at(long at, Runnable action) {
        if (at != Long.MAX_VALUE) {
            events.add(new Event(Math.max(at, now), order++, action));
        }
    }

    /// Lets all happen that is to happen by a moment.
    void runUntil(long end) {
        for (Event next = events.peek(); next != null && next.at() <= end; next = events.peek()) {
            events.remove();
            now = next.at();
            next.action().run();
        }
        now = end;
    }
}
