package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import io.heddle.watch.signal.PendingEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Events until they can be judged. A recording may hold millions of pins: when there are more than memory bears, the
/// shortest are added up by where they were, without their moments.
final class PendingEvents {

    /// What one takes until it is told, with all that is made of it, in bytes.
    private static final long EACH = 2_000;
    private static final int FEWEST = 100_000;

    private final List<PendingEvent> kept = new ArrayList<>();
    /// By stack, of which there is one object in a chunk, and by what the event says.
    private final Map<List<StackFrame>, Map<String, Sum>> crowds = new IdentityHashMap<>();
    private long most;
    private long least;

    /// @param most how many are kept one by one
    PendingEvents(long most) {
        this.most = most;
    }

    /// As many as this JVM's memory bears.
    static PendingEvents ofMemory() {
        return new PendingEvents(Math.max(FEWEST, Runtime.getRuntime().maxMemory() / EACH));
    }

    /// Some that only differ in their moments.
    record Sum(PendingEvent longest, long count, long nanos) {

        Sum and(Sum other) {
            return new Sum(
                    other.longest.nanos() > longest.nanos() ? other.longest : longest,
                    count + other.count,
                    nanos + other.nanos);
        }
    }

    void add(PendingEvent raw) {
        if (isShort(raw)) {
            crowd(raw);
            return;
        }
        kept.add(raw);
        if (kept.size() > most) {
            thin();
        }
    }

    private boolean isShort(PendingEvent raw) {
        return raw.kind() == Kind.PINNED && raw.nanos() < least;
    }

    private void crowd(PendingEvent raw) {
        crowds.computeIfAbsent(raw.stack(), _ -> new HashMap<>(1))
                .merge(raw.reason(), new Sum(raw, 1, raw.nanos()), Sum::and);
    }

    // The shorter half of the pins; where there are few, other events are what takes the room, and they stay.
    private void thin() {
        long[] lengths = kept.stream()
                .filter(raw -> raw.kind() == Kind.PINNED)
                .mapToLong(PendingEvent::nanos)
                .sorted()
                .toArray();
        if (lengths.length < most / 2) {
            most *= 2;
            return;
        }
        least = lengths[lengths.length / 2] + 1;
        kept.stream().filter(this::isShort).forEach(this::crowd);
        kept.removeIf(this::isShort);
    }

    /// Those that are kept one by one.
    Stream<PendingEvent> kept() {
        return kept.stream();
    }

    /// Pins shorter than this were added up, nanoseconds; 0 when none were.
    long least() {
        return least;
    }

    /// Those that were added up.
    Stream<Sum> sums() {
        return crowds.values().stream().flatMap(byReason -> byReason.values().stream());
    }

    void clear() {
        kept.clear();
        crowds.clear();
    }
}
