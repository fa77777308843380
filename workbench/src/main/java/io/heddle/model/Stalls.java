package io.heddle.model;

/// Times in which carriers served nobody else, pinned or not.
///
/// @param count how often the probe virtual thread ran late by [Watch.Probe#STALL_MILLIS] or more, and its
///     platform thread did not
/// @param longestMillis 0 when there was none
public record Stalls(long count, double longestMillis) {}
