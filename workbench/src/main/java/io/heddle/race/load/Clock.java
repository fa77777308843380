package io.heddle.race.load;

/// The time that schedulers and counters go by.
@FunctionalInterface
interface Clock {

    /// The machine's own.
    Clock SYSTEM = System::nanoTime;

    /// Nanoseconds since some fixed moment, never falling.
    long nanos();
}
