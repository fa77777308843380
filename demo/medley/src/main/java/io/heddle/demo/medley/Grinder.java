package io.heddle.demo.medley;

/// Computes.
final class Grinder {

    /// Read by nobody, so that the work cannot be left out.
    private static volatile long ground;

    private Grinder() {}

    static void grind(int turns) {
        long x = turns;
        for (int i = 0; i < turns; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ (x >>> 17);
        }
        ground = x;
    }
}
