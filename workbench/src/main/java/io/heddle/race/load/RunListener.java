package io.heddle.race.load;

import java.util.function.BiConsumer;

/// What a run tells its caller while it goes on. Called on the caller's thread, which is not an event loop: time spent
/// here delays the next moment, not the load.
public interface RunListener {

    /// All connections are open, the target settles now. Told up to 50 ms later.
    default void opened() {}

    /// The target has settled, the measurement starts now.
    void measuring();

    /// The measurement has ended; the load is still on.
    void measured();

    /// Some five times a second.
    ///
    /// @param fractionDone share of the run's expected time that has passed, 0 to 1, never falling
    /// @param throughput answers without error a second, lately
    void progress(double fractionDone, double throughput);

    /// Listens to the progress alone.
    static RunListener progress(BiConsumer<Double, Double> progress) {
        return new RunListener() {
            @Override
            public void measuring() {}

            @Override
            public void measured() {}

            @Override
            public void progress(double fractionDone, double throughput) {
                progress.accept(fractionDone, throughput);
            }
        };
    }

    /// Listens to nothing.
    static RunListener none() {
        return progress((_, _) -> {});
    }
}
