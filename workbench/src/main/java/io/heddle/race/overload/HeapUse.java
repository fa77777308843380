package io.heddle.race.overload;

import io.heddle.race.arm.Occupancy;
import java.util.List;
import java.util.stream.IntStream;

/// What requests hold of the heap.
///
/// Nobody tells what a request holds. But it holds no more than it allocates, and no more than its share of what lives
/// when the heap is full: the less of the two is taken. Heap in use holds garbage too, but not just after a collection:
/// the least that was in use within a second is near to what lives, wherever the heap is small enough for its size to
/// matter.
///
/// @param most most that was in use, in bytes
/// @param size what the heap may grow to, in bytes
/// @param idle least that was in use since the target serves, in bytes
/// @param full most that lived, in bytes
/// @param running requests that ran then
/// @param allocated for each request, in bytes; 0 unknown
record HeapUse(long most, long size, long idle, long full, double running, double allocated) {

    static final HeapUse UNKNOWN = new HeapUse(0, 0, 0, 0, 0, 0);

    /// Samples within a second.
    private static final int SECOND = 5;

    /// Share of the heap that lives when the collector is about to do nothing but collect.
    private static final double FULL = 0.8;

    /// Share of the heap that requests may fill: the collector needs the rest, and not all requests are alike.
    private static final double ROOM = 0.7;

    /// Requests in a sample from which on what was allocated is told by them.
    private static final int FEW = 5;

    /// @param samples of the whole life of the target, by time
    /// @param calmUntil milliseconds since the epoch, until when no request was refused
    static HeapUse of(List<Occupancy> samples, long calmUntil) {
        List<Occupancy> serving =
                samples.stream().dropWhile(sample -> sample.dispatched() == 0).toList();
        if (serving.size() < SECOND || serving.getFirst().heapMax() == 0) {
            return UNKNOWN;
        }
        long full = 0;
        double running = 0;
        for (int i = 0; i + SECOND <= serving.size(); i++) {
            List<Occupancy> second = serving.subList(i, i + SECOND);
            long lives = second.stream().mapToLong(Occupancy::heap).min().orElse(0);
            if (lives > full) {
                full = lives;
                running = second.stream().mapToInt(Occupancy::running).average().orElse(0);
            }
        }
        return new HeapUse(
                serving.stream().mapToLong(Occupancy::heap).max().orElse(0),
                serving.getLast().heapMax(),
                serving.stream().mapToLong(Occupancy::heap).min().orElse(0),
                full,
                running,
                allocated(serving.stream()
                        .takeWhile(sample -> sample.at() <= calmUntil)
                        .toList()));
    }

    /// The median over periods: a collection within one hides what was allocated.
    private static double allocated(List<Occupancy> samples) {
        double[] each = IntStream.range(1, samples.size())
                .filter(i -> samples.get(i).dispatched() >= FEW)
                .mapToDouble(i ->
                        Math.max(0, samples.get(i).heap() - samples.get(i - 1).heap())
                                / (double) samples.get(i).dispatched())
                .sorted()
                .toArray();
        return each.length == 0 ? 0 : each[each.length / 2];
    }

    /// Whether what lives leaves the collector no room.
    boolean isFull() {
        return size > 0 && full >= FULL * size;
    }

    /// Most that one request holds, in bytes; 0 when that is not known.
    double bytesPerRequest() {
        double share = running < 1 ? 0 : full / running;
        return share == 0 || allocated == 0 ? Math.max(share, allocated) : Math.min(share, allocated);
    }

    /// Requests that fit; 0 when that is not known.
    int permits() {
        return bytesPerRequest() <= 0 ? 0 : (int) Math.max(1, room() / bytesPerRequest());
    }

    /// The heap that requests may fill, in bytes.
    double room() {
        return Math.max(0, ROOM * size - idle);
    }
}
