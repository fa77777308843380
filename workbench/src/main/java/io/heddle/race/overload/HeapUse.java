package io.heddle.race.overload;

import io.heddle.race.arm.Occupancy;
import java.util.List;

/// What requests hold of the heap, from how much of it was in use while so many of them ran.
///
/// Heap in use holds garbage too, but not just after a collection: the least that was in use within a second is near
/// to what lives, wherever the heap is small enough for its size to matter.
///
/// @param most most that was in use, in bytes
/// @param size what the heap may grow to, in bytes
/// @param idle what lives without requests, in bytes
/// @param full most that lived, in bytes
/// @param running requests that ran then
record HeapUse(long most, long size, long idle, long full, double running) {

    /// Samples within a second.
    private static final int SECOND = 5;

    /// Share of the heap that lives when the collector is about to do nothing but collect.
    private static final double FULL = 0.8;

    /// Share of the heap that requests may fill: the collector needs the rest, and not all requests are alike.
    private static final double ROOM = 0.7;

    static final HeapUse UNKNOWN = new HeapUse(0, 0, 0, 0, 0);

    /// @param samples by time
    /// @param calmUntil milliseconds since the epoch: until then few requests ran
    static HeapUse of(List<Occupancy> samples, long calmUntil) {
        if (samples.size() < SECOND) {
            return UNKNOWN;
        }
        long idle = samples.stream()
                .filter(sample -> sample.at() <= calmUntil)
                .mapToLong(Occupancy::heap)
                .min()
                .orElse(samples.getFirst().heap());
        HeapUse fullest = new HeapUse(0, samples.getFirst().heapMax(), idle, 0, 0);
        long most = 0;
        for (int i = 0; i + SECOND <= samples.size(); i++) {
            List<Occupancy> second = samples.subList(i, i + SECOND);
            long lives = second.stream().mapToLong(Occupancy::heap).min().orElse(0);
            most = Math.max(most, second.getLast().heap());
            if (lives > fullest.full()) {
                fullest = new HeapUse(
                        0,
                        second.getLast().heapMax(),
                        idle,
                        lives,
                        second.stream().mapToInt(Occupancy::running).average().orElse(0));
            }
        }
        return new HeapUse(
                Math.max(most, fullest.full()), fullest.size(), idle, fullest.full(), fullest.running());
    }

    /// Whether what lives leaves the collector no room.
    boolean isFull() {
        return size > 0 && full >= FULL * size;
    }

    /// What one request holds, in bytes; 0 when that is not known.
    double bytesPerRequest() {
        return running < 1 ? 0 : Math.max(0, full - idle) / running;
    }

    /// Requests that fit; 0 when that is not known.
    int permits() {
        return bytesPerRequest() <= 0 ? 0 : (int) Math.max(1, (ROOM * size - idle) / bytesPerRequest());
    }

    /// The heap that requests may fill, in bytes.
    double room() {
        return Math.max(0, ROOM * size - idle);
    }
}
