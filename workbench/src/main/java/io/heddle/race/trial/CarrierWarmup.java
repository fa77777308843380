package io.heddle.race.trial;

import io.heddle.model.CarrierLife;
import io.heddle.model.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Carriers that requests to a path held early and do not hold later, though as many requests to that path go on: a
/// compiled method may lose a lock that it took when it was interpreted. What was measured early then says nothing of
/// an hour later, and what was measured late nothing of the first minute after each start.
public final class CarrierWarmup {

    private static final double HELD = 0.3;
    private static final double FREE = 0.05;
    private static final int LEAST_SECONDS = 3;

    private CarrierWarmup() {}

    /// What to say of the JVMs of one arm on one path; empty when nothing faded.
    public static Optional<String> of(String workload, String arm, List<CarrierLife> lives) {
        List<CarrierLife> own =
                lives.stream().filter(life -> life.arm().equals(arm)).toList();
        List<Fading> faded =
                own.stream().flatMap(life -> fading(workload, life).stream()).toList();
        return faded.stream().findFirst().map(first -> {
            return String.format(
                    Locale.ROOT,
                    "pins seen early, gone later, in %d of %d JVMs of the %s arm: in JVM %d carriers were held until second %d (%.0f %% of the busiest), "
                            + "later %.0f %% at %s: the compiler may have removed a lock that never escapes; do not rely on it",
                    faded.size(),
                    own.size(),
                    arm,
                    first.life().repetition(),
                    first.until(),
                    100 * first.most(),
                    100 * first.share(),
                    Figures.rate(first.requests()));
        });
    }

    /// @param until the second after the last one in which carriers were held
    /// @param most the largest share that was held until then
    /// @param share that is held later, on average
    /// @param requests answered in a second then, on average
    private record Fading(CarrierLife life, int until, double most, double share, double requests) {}

    /// One second in which the path was under load and answered.
    private record Second(int at, double held, long requests) {}

    private static Optional<Fading> fading(String workload, CarrierLife life) {
        List<Second> seconds = seconds(workload, life);
        List<Second> held =
                seconds.stream().filter(second -> second.held() >= HELD).toList();
        if (held.size() < LEAST_SECONDS) {
            return Optional.empty();
        }
        int until = held.getLast().at() + 1;
        List<Second> later =
                seconds.stream().filter(second -> second.at() >= until).toList();
        if (later.size() < LEAST_SECONDS) {
            return Optional.empty();
        }
        double share = later.stream().mapToDouble(Second::held).average().orElseThrow();
        double requests = later.stream().mapToLong(Second::requests).average().orElseThrow();
        // a smaller load holds less without any lock being gone
        double asBefore = requests
                * held.stream().mapToDouble(Second::held).sum()
                / held.stream().mapToLong(Second::requests).sum();
        double most = held.stream().mapToDouble(Second::held).max().orElseThrow();
        return share <= FREE && asBefore >= HELD
                ? Optional.of(new Fading(life, until, most, share, requests))
                : Optional.empty();
    }

    private static List<Second> seconds(String workload, CarrierLife life) {
        List<Second> seconds = new ArrayList<>();
        for (int at = 0; at < life.heldShares().size(); at++) {
            if (life.paths().get(at).equals(workload) && life.requests().get(at) > 0) {
                seconds.add(new Second(
                        at, life.heldShares().get(at), life.requests().get(at)));
            }
        }
        return seconds;
    }
}
