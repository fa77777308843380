package io.heddle.race.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Holm's step-down correction: looking at many comparisons must not make one of them look true.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
/// (1979).
public final class Holm {

    private Holm() {}

    /// The confidence level that each comparison's interval must have.
    ///
    /// @param p two-sided probabilities, in any order
    /// @param alpha family-wise error, such as 0.05
    /// @return a level for each, in the order given: the k-th smallest of m gets 1 − alpha / (m − k + 1)
    ///     while rejections last; the rest keep the level at which they ended
    public static List<Double> confidences(List<Double> p, double alpha) {
        List<Integer> ascending = IntStream.range(0, p.size())
                .boxed()
                .sorted(Comparator.comparing(p::get))
                .toList();
        Double[] levels = new Double[p.size()];
        boolean rejecting = true;
        double level = alpha;
        for (int k = 0; k < ascending.size(); k++) {
            if (rejecting) {
                level = alpha / (p.size() - k);
                rejecting = p.get(ascending.get(k)) <= level;
            }
            levels[ascending.get(k)] = 1 - level;
        }
        return List.of(levels);
    }
}
