package io.heddle.race.load;

import java.util.Arrays;

/// Which of a mix's requests comes next: the one in whose share of 0 to 1 the next multiple of the golden ratio falls,
/// its whole part taken off.
///
/// So the shares are met by any stretch of requests to within a few of them, each request comes at nearly even
/// distances, nothing repeats in step with anything else, and both arms get the same order (Weyl's additive
/// recurrence; Niederreiter, "Random Number Generation and Quasi-Monte Carlo Methods", 1992). Confined to one event
/// loop.
final class Sequence {

    private static final double STEP = (Math.sqrt(5) - 1) / 2;

    private final double[] ends;
    private double at;

    Sequence(RequestMix mix) {
        ends = new double[mix.parts().size()];
        double end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += mix.share(i);
            ends[i] = end;
        }
    }

    /// Number of the request that comes next, from 0.
    int next() {
        if (ends.length == 1) {
            return 0;
        }
        at += STEP;
        at -= at >= 1 ? 1 : 0;
        int found = Arrays.binarySearch(ends, at);
        return Math.min(found < 0 ? -found - 1 : found + 1, ends.length - 1);
    }
}
