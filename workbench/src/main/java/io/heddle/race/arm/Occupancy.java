package io.heddle.race.arm;

/// How full a target was at a moment.
///
/// @param at milliseconds since the epoch
/// @param dispatched requests since the sample before
/// @param running requests within their handlers; 0 where they are not counted
/// @param heap bytes in use, garbage included
/// @param heapMax bytes that the heap may grow to
public record Occupancy(long at, long dispatched, int running, long heap, long heapMax) {}
