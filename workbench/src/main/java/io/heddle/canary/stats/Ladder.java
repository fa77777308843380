package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Blocks at every length at once: level 0 has the blocks as they come, each further level the means of pairs of the
/// level below. Memory grows with the logarithm of the number of blocks.
public final class Ladder {

    /// Fewer blocks show nothing.
    public static final int LEAST = 15;
    /// Blocks that resemble the next one more than this are not independent enough, and are joined in pairs.
    public static final double MOST_ALIKE = 0.2;

    private final List<Level> levels = new ArrayList<>();

    /// The next block's value.
    void add(double value) {
        double carried = value;
        for (int k = 0; ; k++) {
            if (k == levels.size()) {
                levels.add(new Level());
            }
            Level level = levels.get(k);
            boolean paired = level.add(carried);
            if (!paired) {
                return;
            }
            carried = level.pairMean();
        }
    }

    /// The shortest blocks that are independent enough, of which there are at least [#LEAST]. Where no length is, as
    /// while a queue grows, the shortest of all: their likeness widens the interval.
    public Blocks blocks() {
        return IntStream.range(0, levels.size())
                .mapToObj(k -> levels.get(k).blocks(1 << k))
                .filter(blocks -> blocks.enough() && blocks.independent())
                .findFirst()
                .orElseGet(
                        () -> levels.isEmpty() ? Blocks.NONE : levels.getFirst().blocks(1));
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(levels.size());
        for (Level level : levels) {
            level.save(out);
        }
    }

    void restore(DataInput in) throws IOException {
        levels.clear();
        for (int left = in.readInt(); left > 0; left--) {
            levels.add(Level.restored(in));
        }
    }
}
