package io.heddle.canary.stats;

/// The confidence sequence for the mean of normal values of unknown variance: it may be looked at after each value.
///
/// The mixture of t statistics over a normal prior on the standardised effect, invariant under scale: T. L. Lai, "On
/// confidence sequences", Annals of Statistics 4 (1976); H. Wang and A. Ramdas, "Anytime-valid t-tests and confidence
/// sequences for Gaussian means with unknown variance", Sequential Analysis 44 (2025); the closed form as in M. Lindon
/// et al., "Anytime-valid linear models and regression adjusted causal inference" (2022), whose package `avlm` gives
/// the same radius.
public final class Sequence {

    /// Weight of the prior, in values. The radius is least, in units of the standard error, near 15 to 100 values.
    static final double PRIOR = 3;

    private Sequence() {}

    /// Half width of the sequence in standard errors.
    ///
    /// @param n values so far, at least 2
    /// @param alpha two-sided error over all looks
    /// @return infinite where so few values bound nothing
    public static double radius(double n, double alpha) {
        double r = PRIOR / (PRIOR + n);
        double c = Math.pow(r * alpha * alpha, 1 / n);
        return c <= r ? Double.POSITIVE_INFINITY : Math.sqrt((n - 1) * (1 - c) / (c - r));
    }
}
