package io.heddle.race.stats;

import java.util.Collection;
import java.util.Collections;

/// Whether all values of one sample lie below all of another. Where the two do not differ every order of the values is
/// as likely as any other, and this one comes by chance once in C(m + n, n): the rank-sum test at its extreme
/// (F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1, 1945). It asks nothing of how the
/// values vary, where a few that lie far apart make an interval of means wide.
public final class Separation {

    private Separation() {}

    /// @param lower not empty
    /// @param upper not empty
    /// @param confidence two-sided, such as 0.95: then four values of each are the fewest that may show it
    public static boolean isShown(Collection<Double> lower, Collection<Double> upper, double confidence) {
        return isComplete(lower, upper) && 2 <= (1 - confidence) * orders(lower.size(), upper.size());
    }

    /// Whether it is so, whatever chance says.
    ///
    /// @param lower not empty
    /// @param upper not empty
    public static boolean isComplete(Collection<Double> lower, Collection<Double> upper) {
        return Collections.max(lower) < Collections.min(upper);
    }

    // C(m + n, n), whose every factor divides.
    private static double orders(int m, int n) {
        double orders = 1;
        for (int i = 1; i <= n; i++) {
            orders = orders * (m + i) / i;
        }
        return orders;
    }
}
