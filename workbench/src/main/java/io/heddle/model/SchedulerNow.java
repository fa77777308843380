package io.heddle.model;

/// What a scheduler of virtual threads does at one moment, as its JVM tells from JDK 24 on. A figure that it does not
/// tell is negative.
///
/// @param parallelism carriers that it means to have at work
/// @param poolSize carriers that it has
/// @param mounted virtual threads that run
/// @param queued virtual threads that wait for a carrier
public record SchedulerNow(long parallelism, long poolSize, long mounted, long queued) {}
