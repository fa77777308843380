package io.heddle.canary;

import io.heddle.canary.rollout.InFlight;
import io.heddle.canary.stats.Side;
import io.heddle.model.Failure;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Sees that a canary has stopped to answer, which no comparison of answers shows.
///
/// A log has answers only. It cannot tell a canary that gets no requests from one that answers none: then the canary is
/// undecided. Its balancer can ([InFlight]).
final class Silence {

    /// Answers of the baseline, and those that the canary would have given at its own rate: fewer are chance. With 20
    /// awaited of a Poisson stream, none comes with a probability of 2e-9.
    private static final int ENOUGH = 20;
    /// Between two questions: a request that one of them meets may be answered at once.
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    private final Duration least;
    private final Optional<InFlight> inFlight;

    /// @param least shortest silence
    /// @param inFlight empty where nobody knows
    Silence(Duration least, Optional<InFlight> inFlight) {
        this.least = least;
        this.inFlight = inFlight;
    }

    /// What is to be said.
    ///
    /// @param fails whether requests are at the canary, so that it is the canary that does not answer
    record Told(boolean fails, String sentence) {}

    /// Whether it is silent; asks its balancer only then.
    Optional<Told> look(Arrivals arrivals) {
        double seconds = arrivals.canarySilent();
        double awaited = arrivals.canaryRate() * seconds;
        boolean silent = seconds >= least.toMillis() / 1e3
                && arrivals.baselineSince() >= ENOUGH
                && (arrivals.requests(Side.CANARY) < ENOUGH || awaited >= ENOUGH);
        return silent ? Optional.of(told(seconds, arrivals.baselineSince())) : Optional.empty();
    }

    private Told told(double seconds, long answered) {
        String what = String.format(
                Locale.ROOT,
                "silent: nothing of the canary has come for %.0f s, in which the baseline answered %,d requests",
                seconds,
                answered);
        if (inFlight.isEmpty()) {
            return new Told(
                    false,
                    what + "; a log does not tell whether requests are sent to it: --inflight asks its balancer");
        }
        try {
            InFlight.Now first = inFlight.orElseThrow().ask();
            if (!first.sends() || first.requests() <= 0) {
                return new Told(false, what + "; " + first.words());
            }
            TimeUnit.MILLISECONDS.sleep(BETWEEN.toMillis());
            InFlight.Now second = inFlight.orElseThrow().ask();
            boolean stuck = second.sends() && second.requests() > 0;
            return new Told(stuck, what + "; " + second.words() + (stuck ? ", which it does not answer" : ""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Told(false, what);
        } catch (Failure failure) {
            return new Told(false, what + "; its balancer was asked in vain: " + failure.sentence());
        }
    }
}
