package io.heddle.model;

/// The second arm over the first, with its confidence interval.
///
/// @param low lower end, above 0; 0 when one JVM an arm leaves no interval
/// @param high upper end; infinite when one JVM an arm leaves no interval
public record Ratio(double estimate, double low, double high) {}
