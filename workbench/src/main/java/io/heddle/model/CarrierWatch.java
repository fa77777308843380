package io.heddle.model;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Tells who held the carriers of a JVM that has ended, from what it left behind. A race asks; who answers is decided
/// where Heddle is put together.
public interface CarrierWatch {

    /// @param trace what the JVM left behind
    /// @param windows the times to tell of, in any order
    /// @return one view for each window, in their order. What cannot be read is as if it had not happened:
    ///     this never throws for what a target left
    Life of(Trace trace, List<Window> windows);

    /// What a JVM left behind.
    ///
    /// @param recordings flight recordings, perhaps cut off; may be empty
    /// @param periodMillis between two wake-ups of the probe, above 0; 0 when none ran
    /// @param answers wake-ups that were answered, in order of time
    /// @param outstanding when the wake-up that nobody answered was sent; empty when the last one was
    ///     answered
    /// @param end when the JVM was heard of last
    /// @param aside threads that served requests which belong to nothing that is told of: what they
    ///     held is left out
    record Trace(
            List<Path> recordings,
            double periodMillis,
            List<Answer> answers,
            Optional<Instant> outstanding,
            Instant end,
            List<ThreadTime> aside) {

        /// All of whose threads are told of.
        public Trace(
                List<Path> recordings,
                double periodMillis,
                List<Answer> answers,
                Optional<Instant> outstanding,
                Instant end) {
            this(recordings, periodMillis, answers, outstanding, end, List.of());
        }
    }

    /// A time of one thread.
    ///
    /// @param thread its id
    record ThreadTime(long thread, Instant from, Instant to) {}

    /// A wake-up of the probe virtual thread.
    ///
    /// @param delayMillis until it ran
    /// @param controlMillis how late the platform thread that woke it was itself
    record Answer(Instant at, double delayMillis, double controlMillis) {}

    /// @param from when it began
    /// @param to when it ended, after `from`
    record Window(Instant from, Instant to) {}

    /// What was seen in one window.
    ///
    /// @param watch who held carriers, and whether anybody waited
    /// @param stalls empty when no probe ran
    /// @param aside pins of threads that served requests which belong to nothing that is told of
    record View(Watch watch, Optional<Stalls> stalls, Pins aside) {}

    /// What was seen of a whole JVM.
    ///
    /// @param begin when it was looked at first
    /// @param heldShares share of carrier time that was held in each second from then on, 0 to 1; empty when
    ///     nothing was recorded
    record Life(List<View> views, Instant begin, List<Double> heldShares) {}
}
