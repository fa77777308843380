package io.heddle.report.watch;

import io.heddle.model.Holder;
import io.heddle.model.Remedies;
import io.heddle.model.ThreadMemory;
import io.heddle.model.Watch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A watch with all that its reports tell beside it.
///
/// @param predicted what a check said before; empty when none was given
/// @param remedies knows what to do about holders
/// @param memory what threads keep in memory; empty unless it was asked for
public record WatchReport(
        Watch watch, Optional<Predicted> predicted, Remedies remedies, Optional<ThreadMemory> memory) {

    /// The first with virtual threads, for a JVM that does not tell.
    private static final int OLDEST = 21;

    /// A watch alone.
    public static WatchReport of(Watch watch) {
        return new WatchReport(watch, Optional.empty(), (holder, jdk) -> Remedies.Remedy.NONE, Optional.empty());
    }

    /// What to do about a holder.
    Remedies.Remedy remedy(Holder holder) {
        return remedies.of(holder, Math.max(OLDEST, watch.jvm().feature()));
    }

    /// What weakens the result, one sentence each.
    List<String> notes() {
        return Stream.concat(watch.notes().stream(), predicted.stream().flatMap(known -> known.notes().stream()))
                .toList();
    }
}
