package io.heddle.model;

/// Virtual threads that blocked without leaving their carrier.
///
/// @param count JFR `jdk.VirtualThreadPinned` events of any length
/// @param seconds carrier time they held, summed over carriers
public record Pins(long count, double seconds) {}
