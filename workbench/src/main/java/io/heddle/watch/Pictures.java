package io.heddle.watch;

import io.heddle.model.Holder.Cause;
import io.heddle.model.Watch.Flame;
import io.heddle.model.Watch.Slice;
import io.heddle.waits.StackFrame;
import io.heddle.watch.signal.AggregatedHolds;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a report draws: when carriers were held, and under which calls.
final class Pictures {

    private static final int SLICES = 120;
    private static final int DEEPEST = 40;
    /// A box that is narrower cannot be seen.
    private static final double NARROWEST = 0.005;

    private Pictures() {}

    /// Carrier time that holds took, in equal parts of the window.
    ///
    /// @param holds as [HeldTimes#once] tells them
    static List<Slice> timeline(RecordingWindow flight, List<Hold> holds, int parallelism) {
        double each = (double) flight.nanos() / SLICES;
        double[] held = new double[SLICES];
        double[] computing = new double[SLICES];
        Map<Boolean, List<Hold>> byKind = holds.stream().collect(Collectors.partitioningBy(Pictures::computes));
        fill(held, byKind.getOrDefault(false, List.of()), flight.begin(), each);
        fill(computing, byKind.getOrDefault(true, List.of()), flight.begin(), each);
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < SLICES; i++) {
            double blocked = Math.min(1, held[i] / each / parallelism);
            slices.add(new Slice(blocked, Math.min(1 - blocked, computing[i] / each / parallelism)));
        }
        return List.copyOf(slices);
    }

    private static void fill(double[] slices, List<Hold> holds, long begin, double each) {
        for (HeldTimes.Time time : HeldTimes.of(holds)) {
            for (int i = (int) Math.max(0, (time.from() - begin) / each);
                    i < slices.length && begin + i * each < time.to();
                    i++) {
                slices[i] += Math.max(
                        0, Math.min(time.to(), begin + (i + 1) * each) - Math.max(time.from(), begin + i * each));
            }
        }
    }

    private static boolean computes(Hold hold) {
        return hold.cause() == Cause.CPU || hold.cause() == Cause.SPIN;
    }

    private static final class Node {

        private final Map<String, Node> children = new HashMap<>();
        private long nanos;

        /// @param stack innermost first, below this node
        void add(List<StackFrame> stack, long more) {
            nanos += more;
            Node node = this;
            for (StackFrame frame :
                    stack.stream().filter(frame -> !Holders.machinery(frame)).toList().reversed().stream()
                            .limit(DEEPEST)
                            .toList()) {
                node = node.children.computeIfAbsent(frame.type() + "." + frame.method(), name -> new Node());
                node.nanos += more;
            }
        }

        Flame flame(String name, long all) {
            return new Flame(
                    name,
                    nanos / 1e6,
                    children.entrySet().stream()
                            .filter(entry -> entry.getValue().nanos >= all * NARROWEST)
                            .sorted(Comparator.comparingLong((Map.Entry<String, Node> entry) -> entry.getValue().nanos)
                                    .reversed()
                                    .thenComparing(Map.Entry::getKey))
                            .map(entry -> entry.getValue().flame(entry.getKey(), all))
                            .toList());
        }
    }

    /// All holds by their stacks, outermost call first.
    ///
    /// @param holds as [HeldTimes#once] tells them
    /// @param crowds those that are not among the holds
    static Flame flame(List<Hold> holds, List<AggregatedHolds> crowds) {
        // A recording has one object for each stack, and few stacks for many holds.
        Map<List<StackFrame>, Long> nanos = new IdentityHashMap<>();
        holds.forEach(hold -> nanos.merge(hold.stack(), hold.nanos(), Long::sum));
        Node root = new Node();
        nanos.forEach(root::add);
        crowds.forEach(crowd -> root.add(crowd.longest().stack(), crowd.nanos()));
        return root.flame("", root.nanos);
    }
}
