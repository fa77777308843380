package io.heddle.cli;

import io.heddle.model.Canary;
import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Looks at a canary again and again in one thread, and has the last look for all others.
final class CanaryLooks {

    /// A look that takes this many times as long as it should is told of.
    private static final int PATIENCE = 4;
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(30);

    private static final Canary NOTHING = new Canary(
            Canary.Kind.UNDECIDED,
            "no look has succeeded yet",
            List.of(),
            List.of(),
            0,
            0,
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());

    private static final Duration READ_EVERY = Duration.ofMillis(200);

    private final Runnable reading;
    private final Supplier<Canary> looking;
    private final Duration every;
    private volatile Look last;

    private record Look(Canary canary, Optional<String> trouble, long nanoTime) {}

    /// The last look.
    ///
    /// @param trouble why it is no verdict that counts now; empty when all is well
    record Seen(Canary canary, Optional<String> trouble) {}

    /// Looks for the first time.
    ///
    /// @param reading takes what has come, for sources that cannot wait; called several times between two looks
    /// @throws Failure when that cannot be done
    CanaryLooks(Runnable reading, Supplier<Canary> looking, Duration every) {
        this.reading = reading;
        this.looking = looking;
        this.every = every;
        last = new Look(looking.get(), Optional.empty(), System.nanoTime());
    }

    /// Has not looked yet, since a server that it asks may come later.
    ///
    /// @param trouble why nothing was seen
    CanaryLooks(Runnable reading, Supplier<Canary> looking, Duration every, Failure trouble) {
        this.reading = reading;
        this.looking = looking;
        this.every = every;
        last = new Look(NOTHING, Optional.of(Redaction.text(trouble.sentence())), System.nanoTime());
    }

    /// Looks until the thread is interrupted.
    void run() {
        try {
            long next = System.nanoTime();
            while (true) {
                next += every.toNanos();
                boolean wellRead = true;
                while (System.nanoTime() < next) {
                    Thread.sleep(every.compareTo(READ_EVERY) < 0 ? every : READ_EVERY);
                    wellRead = wellRead && read();
                }
                last = wellRead ? look() : last;
            }
        } catch (InterruptedException e) {
            // it was told to stop
        }
    }

    private boolean read() {
        try {
            reading.run();
            return true;
        } catch (RuntimeException e) {
            last = trouble(e);
            return false;
        }
    }

    private Look look() {
        try {
            return new Look(looking.get(), Optional.empty(), System.nanoTime());
        } catch (RuntimeException e) {
            return trouble(e);
        }
    }

    /// Nothing that a source answers ends the looking.
    private Look trouble(RuntimeException e) {
        String sentence = e instanceof Failure failure
                ? failure.sentence()
                : "a look failed in a way that nobody foresaw (" + e.getClass().getSimpleName() + ")";
        return new Look(last.canary(), Optional.of(Redaction.text(sentence)), System.nanoTime());
    }

    /// Never waits.
    Seen seen() {
        Look look = last;
        Duration old = Duration.ofNanos(System.nanoTime() - look.nanoTime());
        Duration patience = every.multipliedBy(PATIENCE);
        boolean stuck = old.compareTo(patience.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : patience) > 0;
        return new Seen(
                look.canary(),
                look.trouble()
                        .or(() -> stuck
                                ? Optional.of(
                                        "the last look is " + old.toSeconds() + " s old: a source does not answer")
                                : Optional.empty()));
    }
}
