package io.heddle.race.stats;

/// How a race that may end before its plan spends its error: little at each early look, so that ending early
/// on what is plain costs next to no power, and the rest at the end (group sequential design: K. Lan, D.
/// DeMets, "Discrete
/// sequential boundaries for clinical trials", Biometrika 70, 1983). By Bonferroni's inequality all looks
/// together are wrong no more often than alpha.
public final class Spending {

    /// Of alpha, for all early looks together.
    private static final double EARLY = 0.1;

    private static final int FIRST = 2;

    private Spending() {}

    /// @param jvms an arm so far, at least 1
    /// @param planned JVMs an arm, at least 1
    /// @param alpha error over all looks, such as 0.05
    /// @return confidence of the interval at that look; two JVMs an arm are the first that have one
    public static double confidence(int jvms, int planned, double alpha) {
        int early = planned - FIRST;
        if (early <= 0) {
            return 1 - alpha;
        }
        return jvms < planned ? 1 - EARLY * alpha / early : 1 - (1 - EARLY) * alpha;
    }
}
