package io.heddle.agent.runtime;

/// When something was lent, and to a request of which path, in one number: what is lent remembers no more than that.
final class Lent {

    private static final int PATH_BITS = 9;
    private static final long PATH = (1L << PATH_BITS) - 1;

    /// So that times need few bits: with those that are left they last for more than 200 days.
    private static final long BEGAN = System.nanoTime();

    private Lent() {}

    /// Now, to the request of the current thread.
    static long now() {
        return at(Served.path());
    }

    /// Now, to a request that will be known when it is given back.
    static long toSomebody() {
        return at(Served.UNKNOWN);
    }

    private static long at(int path) {
        return (System.nanoTime() - BEGAN + 1) << PATH_BITS | path - Served.UNKNOWN;
    }

    /// Nanoseconds from then until now.
    static long nanos(long lent) {
        return System.nanoTime() - BEGAN + 1 - (lent >>> PATH_BITS);
    }

    /// The path of the request that got it. Where that is not known, whoever gives it back had it.
    static int path(long lent) {
        int path = (int) (lent & PATH) + Served.UNKNOWN;
        return path == Served.UNKNOWN ? Served.path() : path;
    }
}
