package io.heddle.agent.runtime;

/// Jobs of a server's own that never end: they wait for events in native code, and on a virtual thread would hold a
/// carrier for ever.
final class OwnJobs {

    /// The JDK's asynchronous channels; nobody else can have classes there.
    private static final String CHANNELS = "sun.nio.ch.";

    /// Jetty's selectors and acceptors, in parts of their class's name after the package that all of Jetty is in.
    private static final String[] STAY = {
        "ManagedSelector", "SelectorManager", "$Acceptor", ".strategy.", "ReservedThread"
    };

    /// Package of Jetty's pool below that package.
    private static final String POOLS = "util.thread";

    private OwnJobs() {}

    /// Whether a job must stay on a thread of the pool that it was handed to: one of the JDK's, or of the library
    /// that the pool belongs to. A class of the service may be called alike.
    static boolean stays(Object pool, Runnable job) {
        String name = job.getClass().getName();
        if (name.startsWith(CHANNELS)) {
            return true;
        }
        for (String part : STAY) {
            if (name.contains(part)) {
                return pool instanceof ServerPool && name.startsWith(library(pool.getClass()));
            }
        }
        return false;
    }

    /// The package that a pool's library is in as a whole, with its last dot: of the class that was made a
    /// [ServerPool], not of a subclass.
    private static String library(Class<?> pool) {
        Class<?> made = pool;
        while (made.getSuperclass() != null && ServerPool.class.isAssignableFrom(made.getSuperclass())) {
            made = made.getSuperclass();
        }
        String home = made.getPackageName();
        return (home.endsWith(POOLS) ? home.substring(0, home.length() - POOLS.length()) : home.concat("."));
    }
}
