package io.heddle.race.load;

import io.heddle.model.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/// Watches both clocks while a run measures: the one that it counts by, and the machine's, by which what the target
/// tells of itself is found.
///
/// Time that leaps is nobody's time. A machine that sleeps, or a generator that gets no CPU, sees requests wait that
/// nobody kept waiting; and on a machine whose clock is set, what the target noted in the window no longer lies in it.
final class Vigil {

    /// A loaded machine delays a look by less.
    private static final long UNSEEN = Duration.ofSeconds(2).toNanos();

    /// The agent tells of periods of a quarter of a second: less than this moves few of them.
    private static final Duration SET = Duration.ofSeconds(1);

    private final InstantSource wall;
    private final long timeout;
    private final Instant from;
    private final long begun;
    private long last;
    private long unseen;

    /// @param wall the machine's clock
    /// @param timeout of requests: after a leap as long all of them seem to have timed out
    /// @param now by the clock that the run counts by, when the window opens
    Vigil(InstantSource wall, Duration timeout, long now) {
        this.wall = wall;
        this.timeout = timeout.toNanos();
        this.from = wall.instant();
        this.begun = now;
        this.last = now;
    }

    /// When the window opened.
    Instant from() {
        return from;
    }

    /// Time passed, twenty times a second or more.
    ///
    /// @throws Failure if it leapt so far that no request was answered in time
    void look(long now) {
        long gap = now - last;
        last = now;
        unseen = Math.max(unseen, gap);
        if (gap >= timeout) {
            throw new Failure(
                    String.format(
                            Locale.ROOT,
                            "the machine stood still for %s while a trial was measured, longer than a request may take",
                            seconds(gap)),
                    "race again while the machine stays awake and has CPU to spare");
        }
    }

    /// The window closes.
    ///
    /// @return when, by the machine's clock
    /// @throws Failure if that clock was set meanwhile
    Instant end(long now) {
        look(now);
        Instant to = wall.instant();
        Duration set = Duration.between(from, to).minusNanos(now - begun);
        if (set.abs().compareTo(SET) > 0) {
            throw new Failure(
                    String.format(
                            Locale.ROOT,
                            "the machine's clock went %s by %s while a trial was measured, or the machine slept: the target's record of its threads cannot be compared with it",
                            set.isNegative() ? "back" : "forward",
                            seconds(set.abs().toNanos())),
                    "race again while the machine stays awake and nobody sets its clock");
        }
        return to;
    }

    /// One sentence for a leap that requests survived; none without one.
    List<String> doubts() {
        return unseen < UNSEEN
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the machine or the generator stood still for %s: requests that were in flight seem slower for it",
                        seconds(unseen)));
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%,.1f s", nanos / 1e9);
    }
}
