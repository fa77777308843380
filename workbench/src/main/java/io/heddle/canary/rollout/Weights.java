package io.heddle.canary.rollout;

/// The weights of the two servers that share the traffic.
///
/// @param baseline 0 to 256
/// @param canary likewise
record Weights(int baseline, int canary) {

    private static final int ALL = 100;

    static Weights ofPercent(int percent) {
        return new Weights(ALL - percent, percent);
    }

    /// The canary's share.
    int percent() {
        return baseline + canary == 0 ? 0 : Math.round((float) ALL * canary / (baseline + canary));
    }
}
