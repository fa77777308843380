package io.heddle.check.graph;

import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.util.List;

/// Something that may block, at a place where that does harm.
///
/// @param method that holds the monitor, or runs the initialiser
/// @param line of the call that leads there; 0 when unknown
/// @param kind what it waits for
/// @param reason why the confidence is what it is
/// @param path from that call to the sink
/// @param sink what blocks, as `class.method`
public record Hazard(
        Method method, int line, Kind kind, Confidence confidence, String reason, List<Step> path, String sink) {}
