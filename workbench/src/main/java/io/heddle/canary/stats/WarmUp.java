package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Drops the first blocks of an arm that is cold: an arm that has just started compiles while it answers.
///
/// Of the first 15 blocks the last 8 say what is usual: their median, and the median distance from it. The blocks
/// before them are dropped up to the last one in a row, from the first on, that lies more than [#FAR] such distances
/// from the median. It drops slow and fast blocks alike, so that it favours neither arm.
public final class WarmUp {

    private static final int USUAL = 8;
    /// 1.4826 median distances are a standard deviation of normal values.
    private static final double FAR = 3 * 1.4826;

    private final List<Double> first = new ArrayList<>();
    private int dropped;
    private boolean decided;

    /// @return the values that count from now on; empty while it waits
    public List<Double> take(double value) {
        if (decided) {
            return List.of(value);
        }
        first.add(value);
        if (first.size() < Ladder.LEAST) {
            return List.of();
        }
        decided = true;
        List<Double> usual = first.subList(first.size() - USUAL, first.size());
        double median = median(usual);
        double distance = median(usual.stream().map(x -> Math.abs(x - median)).toList());
        int cold = 0;
        while (cold < first.size() - USUAL && Math.abs(first.get(cold) - median) > FAR * distance) {
            cold++;
        }
        dropped += cold;
        List<Double> kept = List.copyOf(first.subList(cold, first.size()));
        first.clear();
        return kept;
    }

    public int dropped() {
        return dropped;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(dropped);
        out.writeBoolean(decided);
        out.writeInt(first.size());
        for (double value : first) {
            out.writeDouble(value);
        }
    }

    void restore(DataInput in) throws IOException {
        dropped = in.readInt();
        decided = in.readBoolean();
        first.clear();
        for (int left = in.readInt(); left > 0; left--) {
            first.add(in.readDouble());
        }
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
