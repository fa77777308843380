package io.heddle.race.arm;

import io.heddle.race.load.HeaderField;
import io.heddle.race.plan.RaceOptions;

/// The header by which the agent knows for which path a request is sent: what the request uses is then that path's,
/// and what others use meanwhile is not. docs/agent-log.md has its values.
final class PathMark {

    private static final String HEADER = "Heddle-Path";

    /// Of requests that belong to no load.
    static final HeaderField ASIDE = new HeaderField(HEADER, "0");

    private PathMark() {}

    /// Of the load on a path.
    static HeaderField of(RaceOptions options, String workload) {
        return new HeaderField(HEADER, Integer.toString(number(options, workload)));
    }

    /// From 1 on.
    static int number(RaceOptions options, String workload) {
        return options.workloadNames().indexOf(workload) + 1;
    }
}
