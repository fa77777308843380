package io.heddle.fix.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Applies splices to a text. What lies between them stays as it is.
public final class Splices {

    private Splices() {}

    /// The text with all splices applied. Insertions at one place keep their order.
    ///
    /// @throws IllegalArgumentException when two overlap
    public static String apply(String text, List<Splice> splices) {
        List<Splice> sorted = new ArrayList<>(splices);
        sorted.sort(Comparator.comparingInt(Splice::start).thenComparingInt(Splice::end));
        StringBuilder spliced = new StringBuilder();
        int at = 0;
        for (Splice splice : sorted) {
            if (splice.start() < at) {
                throw new IllegalArgumentException("two edits overlap at character " + splice.start());
            }
            spliced.append(text, at, splice.start()).append(splice.text());
            at = splice.end();
        }
        return spliced.append(text, at, text.length()).toString();
    }
}
