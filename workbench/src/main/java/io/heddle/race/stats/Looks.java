package io.heddle.race.stats;

/// A race that stops when its interval is narrow enough looks at it again and again, and each look is a chance to be
/// wrong. So the k-th look has an interval of confidence 1 − α ÷ (k (k + 1)): these errors add up to α over however
/// many looks (Bonferroni's inequality with a convergent series, as Darling and Robbins, "Confidence sequences for
/// mean, variance, and median", PNAS 58, 1967), whatever ends the race.
public final class Looks {

    /// JVMs an arm at the first look: two leave an interval that says little.
    public static final int FIRST = 3;

    private Looks() {}

    /// @param repetitions JVMs an arm so far
    /// @param alpha error over all looks, such as 0.05
    /// @return confidence of the interval at that look
    public static double confidence(int repetitions, double alpha) {
        int look = Math.max(1, repetitions - FIRST + 1);
        return 1 - alpha / (look * (look + 1.0));
    }

    /// Whether an interval on a ratio is no wider than this either way.
    ///
    /// @param within such as 0.05 for 5 %
    public static boolean narrow(MeanRatio ratio, double confidence, double within) {
        return ratio.degrees() > 0
                && Math.log(ratio.interval(confidence).high()) - ratio.logEstimate() <= Math.log1p(within);
    }
}
