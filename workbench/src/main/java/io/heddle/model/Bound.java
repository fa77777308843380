package io.heddle.model;

/// The throughput that no threading mode can exceed, by one resource.
///
/// @param workload the request path
/// @param arm label of the arm that it holds for
/// @param connections connections of the load that it holds for
/// @param kind the resource
/// @param name which one of its kind, such as `HikariPool-1`; empty when there is one only
/// @param throughput requests a second
/// @param why the arithmetic, such as `20 connections / 101 ms`
/// @param units how many there are of what limits, such as a pool's connections; 0 unknown
/// @param ofPath whether the times are those that requests of this path alone took
public record Bound(
        String workload,
        String arm,
        int connections,
        Kind kind,
        String name,
        double throughput,
        String why,
        int units,
        boolean ofPath) {

    /// By times that may be of other requests too.
    public Bound(
            String workload,
            String arm,
            int connections,
            Kind kind,
            String name,
            double throughput,
            String why,
            int units) {
        this(workload, arm, connections, kind, name, throughput, why, units, false);
    }

    /// Resources that bound throughput.
    public enum Kind {
        CONNECTIONS,
        POOL,
        THREADS,
        CPU,
        /// Lets one request through at a time.
        LOCK
    }
}
