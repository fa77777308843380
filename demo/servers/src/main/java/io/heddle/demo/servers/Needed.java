package io.heddle.demo.servers;

import org.junit.jupiter.api.Assumptions;

/// What a test cannot do without and a machine may lack.
public final class Needed {

    private static final boolean COMPLETE = "complete".equals(System.getenv("HEDDLE_TESTS"));

    private Needed() {}

    /// Skips the test with a printed word where something is not there. Where `HEDDLE_TESTS` is `complete`, as in CI,
    /// the test fails instead.
    ///
    /// @param what such as `no HAProxy (./dev servers fetches it)`
    public static void orSkip(boolean there, String what) {
        if (there) {
            return;
        }
        if (COMPLETE) {
            throw new AssertionError(what + ", and HEDDLE_TESTS=complete allows no test to be skipped");
        }
        System.out.println("SKIPPED: " + what);
        Assumptions.abort(what);
    }
}
