package io.heddle.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One thread, by its last events: which stand within each other, and how long it lived that nothing tells.
final class RecordedThread {

    private static final int KEPT = 6;

    private final boolean virtual;
    private final Deque<Told> pending = new ArrayDeque<>(KEPT + 1);
    private final Deque<Told> before = new ArrayDeque<>(KEPT + 1);
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long told;
    private long events;

    /// An event, and what it tells.
    record Told(TimedWait timed, RecordedAccount.Known what, RecordedGroup group) {}

    RecordedThread(boolean virtual) {
        this.virtual = virtual;
    }

    /// Events of a thread are written as they end: the outer of two comes after the inner.
    void add(Told next, Consumer<Told> commit) {
        boolean within = false;
        List<Told> kept = new ArrayList<>();
        for (Told other : pending) {
            boolean sample = other.timed().source() == TimedWait.Source.RUNNING
                    || next.timed().source() == TimedWait.Source.RUNNING;
            within |= !sample
                    && next.timed().start() >= other.timed().start()
                    && next.timed().end() <= other.timed().end();
            if (sample
                    || within
                    || other.timed().start() < next.timed().start()
                    || other.timed().end() > next.timed().end()) {
                kept.add(other);
            }
        }
        if (within) {
            return;
        }
        pending.clear();
        pending.addAll(kept);
        pending.add(next);
        while (pending.size() > KEPT) {
            commit(pending.remove(), commit);
        }
    }

    private void commit(Told done, Consumer<Told> commit) {
        first = Math.min(first, done.timed().start());
        last = Math.max(last, done.timed().end());
        told += done.timed().nanos();
        events++;
        before.add(done);
        if (before.size() > KEPT) {
            before.remove();
        }
        commit.accept(done);
    }

    void close(Consumer<Told> commit) {
        while (!pending.isEmpty()) {
            commit(pending.remove(), commit);
        }
        if (!before.isEmpty()) {
            before.getLast().group().ended(Math.max(0, last - first - told), events, virtual);
        }
    }

    /// What it did for most of a time, as far as that is told.
    ///
    /// @param but other than waiting for this, as a key of [RecordedGroup]
    Optional<Told> in(long from, long to, String but) {
        Told most = null;
        long longest = 0;
        for (Deque<Told> some : List.of(before, pending)) {
            for (Told one : some) {
                long shared = Math.min(to, one.timed().end())
                        - Math.max(from, one.timed().start());
                if (shared > longest
                        && !RecordedGroup.key(one.what().activity()).equals(but)) {
                    longest = shared;
                    most = one;
                }
            }
        }
        return Optional.ofNullable(most);
    }
}
