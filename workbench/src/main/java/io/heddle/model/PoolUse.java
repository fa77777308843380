package io.heddle.model;

/// What the agent saw of one connection pool during a trial.
///
/// @param name the pool's own name
/// @param kind whose pool it is, `HikariCP`
/// @param maximum connections that it may open; 0 without a limit
/// @param peakActive most connections in use at a sample
/// @param peakWaiting most threads waiting for a connection at a sample
/// @param holds how often a connection was given back
/// @param holdMillisP5 5th percentile of the time from borrow to return, in milliseconds; 0 when `holds` is 0
/// @param holdMillisMean mean of it, in milliseconds; 0 when `holds` is 0
public record PoolUse(
        String name,
        String kind,
        int maximum,
        int peakActive,
        int peakWaiting,
        long holds,
        double holdMillisP5,
        double holdMillisMean) {}
