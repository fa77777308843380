package io.heddle.race.trial;

import io.heddle.model.CarrierLife;
import io.heddle.model.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Carriers that were held early and are free later, though requests went on: a compiled method may lose a lock that
/// it took when it was interpreted. What was measured early then says nothing of an hour later, and what was measured
/// late nothing of the first minute after each start.
public final class CarrierWarmup {

    private static final double HELD = 0.3;
    private static final double FREE = 0.05;
    private static final int LEAST_SECONDS = 3;

    private CarrierWarmup() {}

    /// What to say of the JVMs of one arm; empty when nothing faded.
    public static Optional<String> of(String arm, List<CarrierLife> lives) {
        List<CarrierLife> own =
                lives.stream().filter(life -> life.arm().equals(arm)).toList();
        List<CarrierLife> faded = own.stream()
                .filter(life -> lastHeld(life) >= 0 && freeAfter(life))
                .toList();
        return faded.stream().findFirst().map(first -> {
            int until = lastHeld(first) + 1;
            return String.format(
                    Locale.ROOT,
                    "pins seen early, gone later, in %d of %d JVMs of the %s arm: in JVM %d carriers were held until second %d (%.0f %% of the busiest), "
                            + "later %.0f %% at %s: the compiler may have removed a lock that never escapes; do not rely on it",
                    faded.size(),
                    own.size(),
                    arm,
                    first.repetition(),
                    until,
                    100
                            * first.heldShares().stream()
                                    .mapToDouble(share -> share)
                                    .max()
                                    .orElse(0),
                    100 * mean(first.heldShares(), until),
                    Figures.rate(rate(first, until)));
        });
    }

    /// The last second in which carriers were held; -1 when they were not for long.
    private static int lastHeld(CarrierLife life) {
        int last = -1;
        int seconds = 0;
        for (int second = 0; second < life.heldShares().size(); second++) {
            if (life.heldShares().get(second) >= HELD) {
                last = second;
                seconds++;
            }
        }
        return seconds >= LEAST_SECONDS ? last : -1;
    }

    private static boolean freeAfter(CarrierLife life) {
        int from = lastHeld(life) + 1;
        long busy =
                life.requests().stream().skip(from).filter(count -> count > 0).count();
        return busy >= LEAST_SECONDS && from < life.heldShares().size() && mean(life.heldShares(), from) <= FREE;
    }

    private static double mean(List<Double> shares, int from) {
        return shares.stream().skip(from).mapToDouble(share -> share).average().orElse(0);
    }

    private static double rate(CarrierLife life, int from) {
        return life.requests().stream()
                .skip(from)
                .filter(count -> count > 0)
                .mapToLong(count -> count)
                .average()
                .orElse(0);
    }
}
