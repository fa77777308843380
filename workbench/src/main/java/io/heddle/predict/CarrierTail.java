package io.heddle.predict;

import java.util.List;

/// How often all carriers are held. Holds that come independently of each other are a Poisson number at any moment
/// (the busy servers of M/G/∞; Kleinrock, *Queueing Systems* I, 1975, 3.3). Those who wait for one lock, and who has
/// it, are the number in an M/M/1 queue, which is geometric.
final class CarrierTail {

    private static final double FULL = 0.999;

    private CarrierTail() {}

    /// @param mean number of holds that are independent of each other, 0 or more
    /// @param locks how much of the time each is held, 0 to 1
    /// @param carriers at least 1
    /// @return share of the time in which at least so many are held, 0 to 1
    static double allHeld(double mean, List<Double> locks, int carriers) {
        double[] below = new double[carriers];
        double term = Math.exp(-mean);
        for (int n = 0; n < carriers; n++) {
            below[n] = term;
            term *= mean / (n + 1);
        }
        for (double lock : locks) {
            below = with(below, Math.min(FULL, Math.max(0, lock)));
        }
        double sum = 0;
        for (double share : below) {
            sum += share;
        }
        return Math.clamp(1 - sum, 0, 1);
    }

    private static double[] with(double[] below, double lock) {
        double[] all = new double[below.length];
        for (int n = 0; n < all.length; n++) {
            for (int i = 0; i <= n; i++) {
                all[n] += below[n - i] * (1 - lock) * Math.pow(lock, i);
            }
        }
        return all;
    }
}
