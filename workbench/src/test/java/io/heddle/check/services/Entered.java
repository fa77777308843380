package io.heddle.check.services;

import java.util.Arrays;

/// How often one holder was entered.
///
/// @param start before the service was ready
/// @param warmUp while each end point was asked for the first times
/// @param share share of the requests of the mix that entered it at least once, of those sent one at a time
/// @param most the same share at the end point that enters it most often
/// @param perRequest entries per request of those
/// @param atOnce entries per request while several were sent at once
record Entered(long start, long warmUp, double share, double most, double perRequest, double atOnce) {

    static final Entered NEVER = new Entered(0, 0, 0, 0, 0, 0);

    /// What is frequent: one request in ten.
    static final double OFTEN = 0.1;

    boolean isOften() {
        return share >= OFTEN;
    }

    /// Whether any request entered it after the warm-up.
    boolean isByRequests() {
        return share > 0 || atOnce > 0;
    }

    /// Counts of one holder while requests were sent one at a time.
    ///
    /// @param weights of the end points
    static final class Counts {

        private final double[] weights;
        private final int[] with;
        private final long[] entries;
        private final int requests;

        /// @param requests at each end point, above 0
        Counts(double[] weights, int requests) {
            this.weights = weights;
            this.with = new int[weights.length];
            this.entries = new long[weights.length];
            this.requests = requests;
        }

        /// One request to an end point entered the holder so often.
        void add(int endPoint, long times) {
            with[endPoint]++;
            entries[endPoint] += times;
        }

        Entered with(long start, long warmUp, double atOnce) {
            double sum = Arrays.stream(weights).sum();
            double share = 0;
            double most = 0;
            double perRequest = 0;
            for (int i = 0; i < weights.length; i++) {
                double here = (double) with[i] / requests;
                share += weights[i] / sum * here;
                most = Math.max(most, here);
                perRequest += weights[i] / sum * entries[i] / requests;
            }
            return new Entered(start, warmUp, share, most, perRequest, atOnce);
        }
    }
}
