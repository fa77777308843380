package io.heddle.watch;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.AggregatedHolds;
import io.heddle.watch.signal.Delay;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Adds holds up by who holds and why.
final class Holders {

    private static final int DEEPEST = 24;
    private static final int MOST_EXACT = 2;
    private static final double SHORT_MILLIS = 20;
    private static final double SMALL_SHARE = 0.01;

    private Holders() {}

    private record Key(Cause cause, String type, String method) {}

    private static final class Sum {
        private final Set<Signal> signals = EnumSet.noneOf(Signal.class);
        private long count;
        private long nanos;
        private long lost;
        private Hold longest;

        Sum(Hold first) {
            longest = first;
        }

        void add(Hold hold) {
            signals.add(hold.signal());
            count++;
            nanos += hold.nanos();
            lost += hold.compensated() ? 0 : hold.nanos();
            longest = hold.nanos() > longest.nanos() ? hold : longest;
        }

        void add(AggregatedHolds crowd) {
            add(crowd.longest());
            long others = crowd.nanos() - crowd.longest().nanos();
            count += crowd.count() - 1;
            nanos += others;
            lost += crowd.longest().compensated() ? 0 : others;
        }
    }

    /// @param crowds those that are not among the holds
    /// @param delays of virtual threads, which agree with a hold that they share a moment with
    /// @param carrierNanos all carrier time in the window
    /// @return the worst first; what was short and rare is left out
    static List<Holder> of(
            List<Hold> holds,
            List<AggregatedHolds> crowds,
            List<Delay> delays,
            double carrierNanos,
            ClassPath classes) {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        Set<Long> asked = holds.stream()
                .filter(hold -> exactness(hold) < MOST_EXACT)
                .map(Hold::thread)
                .collect(Collectors.toSet());
        Map<Long, List<Hold>> exact = holds.stream()
                .filter(hold -> exactness(hold) == MOST_EXACT && asked.contains(hold.thread()))
                .collect(Collectors.groupingBy(Hold::thread));
        Map<Long, List<Hold>> sampled =
                holds.stream().filter(hold -> exactness(hold) == 1).collect(Collectors.groupingBy(Hold::thread));
        Spans waits = Spans.merged(delays);
        for (Hold hold : holds) {
            List<Hold> told = exactness(hold) == MOST_EXACT
                    ? List.of()
                    : Stream.concat(
                                    exact.getOrDefault(hold.thread(), List.of()).stream(),
                                    exactness(hold) == 1
                                            ? Stream.of()
                                            : sampled.getOrDefault(hold.thread(), List.of()).stream())
                            .filter(e -> e.overlaps(hold.start(), hold.end()))
                            .toList();
            if (told.isEmpty()) {
                sums.computeIfAbsent(key(hold), k -> new Sum(hold)).add(hold);
            }
            told.forEach(
                    e -> sums.computeIfAbsent(key(e), k -> new Sum(e)).signals.add(hold.signal()));
        }
        holds.stream()
                .filter(hold -> waits.meets(hold.start(), hold.end(), 0))
                .map(hold -> sums.get(key(hold)))
                .filter(java.util.Objects::nonNull)
                .forEach(sum -> sum.signals.add(Signal.DELAY));
        crowds.forEach(crowd -> sums.computeIfAbsent(key(crowd.longest()), k -> new Sum(crowd.longest()))
                .add(crowd));
        List<Holder> holders = new ArrayList<>();
        sums.forEach((key, sum) -> holders.add(holder(key, sum, carrierNanos, classes)));
        return holders.stream()
                .filter(Holders::matters)
                .sorted(Comparator.comparingDouble(Holder::lostShare)
                        .thenComparingDouble(Holder::totalMillis)
                        .thenComparing(holder -> !holder.artifact().equals("jdk"))
                        .reversed())
                .toList();
    }

    /// What tells more of the same time counts; the other agrees with it.
    private static int exactness(Hold hold) {
        return switch (hold.signal()) {
            case PINNED, MONITOR, FILE, SUBMIT -> MOST_EXACT;
            case EXECUTION, NATIVE, TIMING, DELAY -> 1;
            // The few samples that meet a spin are a part of it.
            case DUMP -> hold.cause() == Cause.SPIN ? 1 : 0;
        };
    }

    private static boolean matters(Holder holder) {
        return switch (holder.cause()) {
            case POOL_WAIT, LOCK_CONVOY, LEAK, SUBMIT_FAILED, JDK_BUG -> true;
            case SPIN -> holder.lostShare() >= 5 * SMALL_SHARE;
            case MONITOR, CLASS_INITIALIZER, CLASS_LOADING, NATIVE, WAIT, CPU, FILE_IO, UNKNOWN ->
                holder.longestMillis() >= SHORT_MILLIS || holder.lostShare() >= SMALL_SHARE;
        };
    }

    private static Key key(Hold hold) {
        return new Key(hold.cause(), hold.type(), hold.method());
    }

    private static Holder holder(Key key, Sum sum, double carrierNanos, ClassPath classes) {
        Hold longest = sum.longest;
        return new Holder(
                key.cause(),
                key.type(),
                key.method(),
                longest.line(),
                classes.artifactOf(key.type()),
                Math.max(1, sum.count),
                sum.nanos / 1e6,
                longest.nanos() / 1e6,
                Math.min(1, sum.lost / carrierNanos),
                sum.signals.size() > 1 ? Certainty.CONFIRMED : Certainty.SUSPECTED,
                sum.signals.stream().map(Signal::words).toList(),
                stack(longest),
                longest.detail());
    }

    private static List<String> stack(Hold hold) {
        return hold.stack().stream()
                .filter(frame -> !machinery(frame))
                .limit(DEEPEST)
                .map(StackFrame::place)
                .toList();
    }

    /// Belongs to how a virtual thread runs, not to what it does.
    static boolean machinery(StackFrame frame) {
        return frame.type().startsWith("java.lang.VirtualThread")
                || frame.type().startsWith("jdk.internal.vm.")
                || frame.type().startsWith("java.lang.invoke.")
                || frame.type().startsWith("jdk.internal.misc.")
                || frame.type().startsWith("java.lang.System$")
                || frame.type().contains("$$Lambda");
    }
}
