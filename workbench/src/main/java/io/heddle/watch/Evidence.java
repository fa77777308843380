package io.heddle.watch;

import io.heddle.model.Holder;
import io.heddle.model.WaitGraph;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import java.util.List;
import java.util.Optional;

/// All that is known of one JVM, before it is judged.
///
/// @param live whether the JVM itself was asked, not only what it left behind
/// @param flight what its events told
/// @param probe empty without one
/// @param dumps what its thread dumps told
/// @param queued virtual threads that waited for a carrier, in each second; empty where the JDK does not tell
///     (before 24)
/// @param unread sources that should have told and could not be read, in a few words each: who is found
///     healthy without them is not confirmed to be
/// @param notes what weakens the result, one sentence each
public record Evidence(
        boolean live,
        RecordingWindow flight,
        Optional<ProbeRun> probe,
        Dumps dumps,
        List<Long> queued,
        List<String> unread,
        List<String> notes) {

    /// Of a JVM that is only known by what it left behind.
    ///
    /// @param lost what of its recordings could not be read, one sentence each
    static Evidence recorded(RecordingWindow flight, Optional<ProbeRun> probe, List<String> lost) {
        return new Evidence(
                false,
                flight,
                probe,
                Dumps.NONE,
                List.of(),
                lost.isEmpty() ? List.of() : List.of("a part of the recording"),
                lost);
    }

    /// What thread dumps told.
    ///
    /// @param holds carriers that the same virtual threads had in each dump, at the same place, and threads
    ///     that gave theirs away without end
    /// @param waits those who wait for each other and hold no carrier
    /// @param graph who waits for whom; empty unless a carrier is held
    /// @param live virtual threads in the last dump; empty when there was none
    public record Dumps(List<Hold> holds, List<Holder> waits, WaitGraph graph, Optional<Long> live) {

        public static final Dumps NONE = new Dumps(List.of(), List.of(), WaitGraph.NONE, Optional.empty());
    }
}
