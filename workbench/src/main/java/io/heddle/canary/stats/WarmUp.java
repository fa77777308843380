package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Drops the first blocks of an arm that is cold: an arm that has just started compiles while it answers.
///
/// Eight blocks say what is usual: their median, and the median distance from it. A block is unusual when it lies more
/// than [#FAR] such distances from the median. At the begin the last 8 of the first 15 blocks are the usual ones, and
/// those before them are dropped up to the first that is not unusual. After a silence the 8 blocks before it are the
/// usual ones, and blocks are dropped until one is not unusual, [#MOST] at most. Slow and fast blocks are dropped
/// alike,
/// so that neither arm is favoured.
final class WarmUp {

    private static final int USUAL = 8;
    /// 1.4826 median distances are a standard deviation of normal values.
    private static final double FAR = 3 * 1.4826;
    private static final int MOST = 15;

    private final Deque<Span> latest = new ArrayDeque<>();
    private int dropped;
    private int mayBeDropped;
    private boolean began;

    /// The next block's value. What is unusual is judged by its middle.
    ///
    /// @return the values that count from now on; empty while it waits, and where it is dropped
    List<Span> take(Span value) {
        if (!began) {
            latest.add(value);
            return latest.size() < Ladder.LEAST ? List.of() : begin();
        }
        if (mayBeDropped > 0 && isUnusual(value, List.copyOf(latest))) {
            mayBeDropped--;
            dropped++;
            return List.of();
        }
        mayBeDropped = 0;
        latest.add(value);
        latest.remove();
        return List.of(value);
    }

    /// The arm that comes back may be cold.
    void silence() {
        mayBeDropped = began ? MOST : 0;
    }

    private List<Span> begin() {
        began = true;
        List<Span> first = List.copyOf(latest);
        List<Span> usual = first.subList(first.size() - USUAL, first.size());
        int cold = 0;
        while (cold < first.size() - USUAL && isUnusual(first.get(cold), usual)) {
            cold++;
        }
        dropped += cold;
        latest.clear();
        latest.addAll(usual);
        return first.subList(cold, first.size());
    }

    private static boolean isUnusual(Span value, List<Span> usual) {
        double median = median(usual.stream().map(Span::middle).toList());
        double distance =
                median(usual.stream().map(x -> Math.abs(x.middle() - median)).toList());
        return Math.abs(value.middle() - median) > FAR * distance;
    }

    /// Blocks that were dropped.
    public int dropped() {
        return dropped;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(dropped);
        out.writeInt(mayBeDropped);
        out.writeBoolean(began);
        out.writeInt(latest.size());
        for (Span value : latest) {
            out.writeDouble(value.low());
            out.writeDouble(value.middle());
            out.writeDouble(value.high());
        }
    }

    void restore(DataInput in) throws IOException {
        dropped = in.readInt();
        mayBeDropped = in.readInt();
        began = in.readBoolean();
        latest.clear();
        for (int left = in.readInt(); left > 0; left--) {
            latest.add(new Span(in.readDouble(), in.readDouble(), in.readDouble()));
        }
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
