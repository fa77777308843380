package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import java.time.Duration;
import java.util.List;

/// What a race tells while it runs.
public interface RaceEvents {

    /// Something that happened once, one sentence.
    void say(String line);

    /// The bounds, before any load.
    void bounds(List<Bound> bounds);

    /// A trial goes on.
    ///
    /// @param what arm, repetition, path and load in words
    /// @param fraction of the trial, 0 to 1
    /// @param throughput so far, requests a second
    /// @param left expected time until the race ends
    void progress(String what, double fraction, double throughput, Duration left);

    /// A trial has ended.
    void finished(Trial trial);

    /// All that is known so far, after every trial: keep it, the next trial may be the last.
    void save(Race race);
}
