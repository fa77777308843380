package io.heddle.lab;

import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Outcome;
import java.time.Duration;

/// One row to be filled.
///
/// @param name what is run, without the JDK; the same in every run, so that runs can be compared
/// @param jdk what it runs on
/// @param published what was published for it
/// @param estimate how long it takes, for the time that is left
/// @param work runs it
public record Case(String name, LabJdk jdk, Published published, Duration estimate, Work work) {

    /// Runs one case in JVMs of its own.
    public interface Work {

        /// @throws io.heddle.lab.bench.Missing when a component is not here
        /// @throws io.heddle.model.Failure when the component or its program failed
        Outcome run(Bench bench) throws InterruptedException;
    }

    public static Case of(String name, LabJdk jdk, int seconds, Work work) {
        return new Case(name, jdk, Published.NOTHING, Duration.ofSeconds(seconds), work);
    }

    public Case published(Published what) {
        return new Case(name, jdk, what, estimate, work);
    }
}
