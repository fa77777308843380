package io.heddle.watch;

import io.heddle.model.Holder;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitGraph;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.WaitEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that is known of one JVM, before it is judged.
///
/// @param source what the rest comes from
/// @param flight what its events told
/// @param probe empty without one
/// @param dumps what its thread dumps told
/// @param account what threads that serve requests did; none where no thread was looked at
/// @param queued virtual threads that waited for a carrier, in each second; empty where the JDK does not tell
///     (before 24)
/// @param unread sources that should have told and could not be read, in a few words each: who is found
///     healthy without them is not confirmed to be
/// @param blind why the sources could not have shown who waits; empty where that follows from the rest
/// @param notes what weakens the result, one sentence each
public record Evidence(
        Source source,
        RecordingWindow flight,
        Optional<ProbeRun> probe,
        Dumps dumps,
        WaitAccount account,
        List<Long> queued,
        List<String> unread,
        Optional<String> blind,
        List<String> notes) {

    private static final int LEAST_SAMPLES = 3;
    private static final int FIRST_WITH_CARRIERS = 25;

    /// Where evidence comes from.
    public enum Source {
        /// The JVM itself was asked.
        PROCESS,
        RECORDING,
        /// Thread dumps that somebody sent.
        DUMPS
    }

    /// From 25 on a dump tells which threads could run and have no carrier.
    boolean dumpsTellOfCarriers() {
        return account.samples() >= LEAST_SAMPLES && flight.feature() >= FIRST_WITH_CARRIERS;
    }

    /// Whether the JVM itself was asked, not only what it left behind.
    public boolean live() {
        return source == Source.PROCESS;
    }

    /// Of a JVM that is only known by what it left behind.
    ///
    /// @param lost what of its recordings could not be read, one sentence each
    static Evidence recorded(RecordingWindow flight, Optional<ProbeRun> probe, List<String> lost) {
        return new Evidence(
                Source.RECORDING,
                flight,
                probe,
                Dumps.NONE,
                WaitAccount.NONE,
                List.of(),
                lost.isEmpty() ? List.of() : List.of("a part of the recording"),
                Optional.empty(),
                lost);
    }

    /// Of a recording, with what its events tell of waits.
    ///
    /// @param rate requests a second; empty where nobody told
    /// @param lost what of the recording could not be read, one sentence each
    static Evidence recorded(RecordingWindow flight, WaitEvents.Told told, Optional<Double> rate, List<String> lost) {
        List<String> notes = new ArrayList<>(lost);
        WaitAccount account = told.waits().account(rate);
        if (account.servingThreads() > 0) {
            notes.addAll(told.notes());
            notes.add(account.recognised());
        }
        return new Evidence(
                Source.RECORDING,
                flight,
                Optional.empty(),
                Dumps.NONE,
                account,
                List.of(),
                lost.isEmpty() ? List.of() : List.of("a part of the recording"),
                RecordedGaps.of(flight, told),
                notes);
    }

    /// What thread dumps told.
    ///
    /// @param holds carriers that the same virtual threads had in each dump, at the same place, and threads
    ///     that gave theirs away without end
    /// @param waits those who wait for each other and hold no carrier
    /// @param graph who waits for whom; empty unless a carrier is held
    /// @param live virtual threads in the last dump; empty when there was none
    /// @param carriersFree whether each dump had a carrier without a virtual thread
    /// @param blocked carriers that each dump at least shows with a virtual thread that is blocked there
    public record Dumps(
            List<Hold> holds,
            List<Holder> waits,
            WaitGraph graph,
            Optional<Long> live,
            boolean carriersFree,
            long blocked) {

        /// Without a count of carriers.
        public Dumps(List<Hold> holds, List<Holder> waits, WaitGraph graph, Optional<Long> live, boolean carriersFree) {
            this(holds, waits, graph, live, carriersFree, 0);
        }

        public static final Dumps NONE = new Dumps(List.of(), List.of(), WaitGraph.NONE, Optional.empty(), false);
    }
}
