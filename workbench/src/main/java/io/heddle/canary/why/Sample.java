package io.heddle.canary.why;

import java.util.Map;

/// One value of one time series.
///
/// @param name of the metric, as Prometheus spells it
record Sample(String name, Map<String, String> labels, double value) {}
