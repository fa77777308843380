package io.heddle.metrics;

import java.util.Map;

/// One value of one time series.
///
/// @param name of the metric, as Prometheus spells it
public record Sample(String name, Map<String, String> labels, double value) {}
