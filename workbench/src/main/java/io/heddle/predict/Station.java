package io.heddle.predict;

import java.util.Locale;

/// A resource that requests share.
///
/// @param kind as a race spells the kinds of its bounds, such as `pool` or `cpu`
/// @param name which one of its kind; empty where there is one only
/// @param servers that serve at the same time, at least 1
/// @param demand seconds that a request has one of them, 0 or more
record Station(String kind, String name, int servers, double demand) {

    static final String POOL = "pool";
    static final String LOCK = "lock";
    static final String CPU = "cpu";
    static final String THREADS = "threads";
    static final String CARRIERS = "carriers";

    /// Requests a second that it can carry; infinite where requests do not use it.
    double bound() {
        return demand > 0 ? servers / demand : Double.POSITIVE_INFINITY;
    }

    /// Such as `pool HikariPool-1 of 10`, `4 CPUs`, `200 threads`.
    String title() {
        if (kind.equals(LOCK)) {
            return (kind + " " + name).strip();
        }
        return kind.equals(POOL)
                ? (kind + " " + name).strip() + String.format(Locale.ROOT, " of %,d", servers)
                : String.format(Locale.ROOT, "%,d %s", servers, kind.equals(CPU) ? "CPUs" : kind);
    }
}
