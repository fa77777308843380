package io.heddle.fix.upgrade;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// How long releases are looked for. What is found and proven until then is offered.
public final class UpgradeSearch {

    private final Duration most;
    private final BooleanSupplier stopped;
    private long begin = System.nanoTime();
    private int libraries;
    private int looked;

    /// @param most time to look
    /// @param stopped whether the user has had enough
    public UpgradeSearch(Duration most, BooleanSupplier stopped) {
        this.most = most;
        this.stopped = stopped;
    }

    void begin(int ofLibraries) {
        begin = System.nanoTime();
        libraries = ofLibraries;
        looked = 0;
    }

    /// Whether no more release is tried.
    boolean isOver() {
        return stopped.getAsBoolean() || passed().compareTo(most) >= 0;
    }

    /// Goes on to the next library.
    ///
    /// @return what to say of the progress; empty where there is one library alone
    Optional<String> next() {
        looked++;
        if (libraries == 1) {
            return Optional.empty();
        }
        String left = looked == 1
                ? "at most " + most.toSeconds() + " s"
                : "some "
                        + Math.min(
                                passed().toSeconds() / (looked - 1) * (libraries - looked + 1),
                                most.minus(passed()).toSeconds())
                        + " s left";
        return Optional.of("library " + looked + " of " + libraries + ", " + left);
    }

    /// What is to be said of libraries that nobody looked at; empty where there are none.
    Optional<String> unread() {
        int left = libraries - looked;
        return isOver()
                ? Optional.of("the search for upgrades "
                        + (stopped.getAsBoolean() ? "was stopped" : "ended at its limit of " + most.toSeconds() + " s")
                        + (left == 0
                                ? ""
                                : ": " + left + " of " + libraries + " libraries with findings were not looked at"))
                : Optional.empty();
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
