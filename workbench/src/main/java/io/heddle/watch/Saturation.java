package io.heddle.watch;

import io.heddle.watch.signal.Hold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How much carrier time was held, and when all carriers were held at once: only then does anybody wait.
///
/// @param heldNanos summed over threads, what several signals saw counted once
/// @param fullNanos time in which as many threads held as there are carriers
/// @param longestNanos the longest such time
/// @param times how many such times took [#LEAST] or more
record Saturation(long heldNanos, long fullNanos, long longestNanos, int times) {

    /// Shorter times delay nobody, nanoseconds.
    static final long LEAST = 20_000_000;
    /// A shorter time may be the machine's, which took the processor from the one that held a lock: it counts when
    /// it comes again.
    private static final long ONCE = 100_000_000;

    /// Holds of one thread that lie closer belong together: samples have gaps.
    private static final long BRIDGE = 25_000_000;

    private record Edge(long at, int change) {}

    /// @param parallelism carriers
    static Saturation of(List<Hold> holds, int parallelism) {
        List<Edge> edges = new ArrayList<>();
        long held = 0;
        for (HeldTimes.Time time : HeldTimes.of(HeldTimes.once(holds))) {
            held += time.to() - time.from();
            edges.add(new Edge(time.from(), 1));
            edges.add(new Edge(time.to(), -1));
        }
        return full(edges, parallelism, held);
    }

    /// The most carriers that were held at one time.
    static int peak(List<Hold> holds) {
        List<Edge> edges = new ArrayList<>();
        for (HeldTimes.Time time : HeldTimes.of(holds)) {
            edges.add(new Edge(time.from(), 1));
            edges.add(new Edge(time.to(), -1));
        }
        edges.sort(Comparator.comparingLong(Edge::at).thenComparingInt(Edge::change));
        int peak = 0;
        int holding = 0;
        for (Edge edge : edges) {
            holding += edge.change();
            peak = Math.max(peak, holding);
        }
        return peak;
    }

    private static Saturation full(List<Edge> edges, int parallelism, long held) {
        edges.sort(Comparator.comparingLong(Edge::at).thenComparingInt(Edge::change));
        long longest = 0;
        int times = 0;
        long since = 0;
        long counted = Long.MIN_VALUE;
        long ended = Long.MIN_VALUE;
        int holding = 0;
        for (Edge edge : edges) {
            boolean before = holding >= parallelism;
            holding += edge.change();
            boolean now = holding >= parallelism;
            if (!before && now) {
                since = ended != Long.MIN_VALUE && edge.at() - ended < BRIDGE ? since : edge.at();
            } else if (before && !now) {
                ended = edge.at();
                longest = Math.max(longest, ended - since);
                if (ended - since >= LEAST && counted != since) {
                    times++;
                    counted = since;
                }
            }
        }
        return new Saturation(held, sum(edges, parallelism), longest, times);
    }

    private static long sum(List<Edge> edges, int parallelism) {
        long full = 0;
        int holding = 0;
        long last = 0;
        for (Edge edge : edges) {
            if (holding >= parallelism) {
                full += edge.at() - last;
            }
            holding += edge.change();
            last = edge.at();
        }
        return full;
    }

    /// Whether virtual threads had to wait for a carrier.
    ///
    /// @param least so long in all, nanoseconds
    boolean delays(double least) {
        return fullNanos >= least && (longestNanos >= ONCE || times > 1);
    }
}
