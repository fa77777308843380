package io.heddle.watch;

import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// How much carrier time was held, and when all carriers were held at once: only then does anybody wait.
///
/// @param heldNanos summed over threads, what several signals saw counted once
/// @param fullNanos time in which as many threads held as there are carriers
/// @param longestNanos the longest such time
record Saturation(long heldNanos, long fullNanos, long longestNanos) {

    /// Holds of one thread that lie closer belong together: samples have gaps.
    private static final long BRIDGE = 25_000_000;

    private record Edge(long at, int change) {
    }

    /// @param parallelism carriers
    static Saturation of(List<Hold> holds, int parallelism) {
        // Dumps saw the same place at three moments; what events tell of the thread says how long it was really held.
        Set<Long> told = holds.stream().filter(hold -> hold.signal() != Signal.DUMP).map(Hold::thread).collect(Collectors.toSet());
        Map<Long, List<Hold>> byThread = holds.stream().filter(hold -> !hold.compensated() && hold.nanos() > 0 && (hold.signal() != Signal.DUMP || !told.contains(hold.thread())))
                .sorted(Comparator.comparingLong(Hold::start)).collect(Collectors.groupingBy(Hold::thread, HashMap::new, Collectors.toList()));
        List<Edge> edges = new ArrayList<>();
        long held = 0;
        for (List<Hold> ofThread : byThread.values()) {
            long from = ofThread.getFirst().start();
            long to = ofThread.getFirst().end();
            for (Hold hold : ofThread) {
                if (hold.start() > to) {
                    held += to - from;
                    add(edges, from, to);
                    from = hold.start();
                }
                to = Math.max(to, hold.end());
            }
            held += to - from;
            add(edges, from, to);
        }
        return full(edges, parallelism, held);
    }

    private static void add(List<Edge> edges, long from, long to) {
        edges.add(new Edge(from, 1));
        edges.add(new Edge(to, -1));
    }

    private static Saturation full(List<Edge> edges, int parallelism, long held) {
        edges.sort(Comparator.comparingLong(Edge::at).thenComparingInt(Edge::change));
        long longest = 0;
        long since = 0;
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
            }
        }
        return new Saturation(held, sum(edges, parallelism), longest);
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
}
