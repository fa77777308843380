package io.heddle.report.watch;

import io.heddle.model.ThreadMemory;
import io.heddle.model.Watch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A watch with all that its reports tell beside it.
///
/// @param predicted what a check said before; empty when none was given
/// @param memory what threads keep in memory; empty unless it was asked for
public record WatchReport(Watch watch, Optional<Predicted> predicted, Optional<ThreadMemory> memory) {

    /// A watch alone.
    public static WatchReport of(Watch watch) {
        return new WatchReport(watch, Optional.empty(), Optional.empty());
    }

    /// What weakens the result, one sentence each.
    List<String> notes() {
        return Stream.concat(watch.notes().stream(), predicted.stream().flatMap(known -> known.notes().stream())).toList();
    }
}
