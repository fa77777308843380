package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// Running sums of one length of blocks.
final class Level {

    private long count;
    private double origin;
    private double sum;
    private double squares;
    private double products;
    private double first;
    private double last;
    private double before;

    /// @return whether it is the second of a pair
    boolean add(double value) {
        if (count == 0) {
            origin = value;
        }
        // Sums are kept around the first value, so that they do not cancel.
        double x = value - origin;
        if (count == 0) {
            first = x;
        } else {
            products += last * x;
        }
        before = last;
        last = x;
        sum += x;
        squares += x * x;
        count++;
        return count % 2 == 0;
    }

    double pairMean() {
        return origin + (before + last) / 2;
    }

    long count() {
        return count;
    }

    void save(DataOutput out) throws IOException {
        out.writeLong(count);
        for (double x : new double[] {origin, sum, squares, products, first, last, before}) {
            out.writeDouble(x);
        }
    }

    static Level restored(DataInput in) throws IOException {
        Level level = new Level();
        level.count = in.readLong();
        level.origin = in.readDouble();
        level.sum = in.readDouble();
        level.squares = in.readDouble();
        level.products = in.readDouble();
        level.first = in.readDouble();
        level.last = in.readDouble();
        level.before = in.readDouble();
        return level;
    }

    /// What is known of blocks of this length.
    ///
    /// @param length in blocks of the lowest level
    Blocks blocks(int length) {
        double mean = sum / count;
        double around = squares - count * mean * mean;
        double lagged = products - mean * (2 * sum - first - last) + (count - 1) * mean * mean;
        double alike = around > 0 ? lagged / around : 0;
        return new Blocks(count, length, origin + mean, Math.sqrt(Math.max(0, around) / Math.max(1, count - 1)), alike);
    }
}
