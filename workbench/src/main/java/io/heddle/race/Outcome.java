package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Trial;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A trial with what a verdict needs beside it.
///
/// @param bounds refined by the trial's own service and hold times, least first; empty when nothing is known
/// @param serviceMillis the path's service time, refined likewise
/// @param silent whether the target had stopped to answer at the end
/// @param from when the window began
/// @param to when it ended
record Outcome(Trial trial, List<Bound> bounds, double serviceMillis, boolean silent, Instant from, Instant to) {

    boolean is(String arm, String path, Load load) {
        return trial.arm().equals(arm) && trial.path().equals(path) && trial.load().equals(load);
    }

    Outcome with(@Nullable Pins pins) {
        return new Outcome(trial.withPins(pins), bounds, serviceMillis, silent, from, to);
    }
}
