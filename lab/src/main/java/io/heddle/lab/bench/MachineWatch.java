package io.heddle.lab.bench;

import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.Locale;

/// Looks at the machine while a case runs: whether it was saturated, and whether others used it.
public final class MachineWatch {

    private static final double SATURATED = 0.95;
    private static final double FOREIGN = 0.15;
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private final Usage.Machine machine = Usage.machine();
    private final Duration own = Usage.cpuOfHeddle();
    private final long start = System.nanoTime();

    private MachineWatch() {
    }

    public static MachineWatch begin() {
        return new MachineWatch();
    }

    /// The outcome with what speaks against it.
    public Outcome on(Outcome outcome) {
        if (System.nanoTime() - start < SHORTEST.toNanos()) {
            return outcome;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        Usage.Machine now = Usage.machine();
        double busy = now.busySince(machine);
        double foreign = now.othersSince(machine, Usage.cpuOfHeddle().minus(own)) + now.stolenSince(machine);
        Outcome watched = busy > SATURATED ? outcome.remark(say("the machine was saturated: %.0f %% of %d cores busy", busy, cores)) : outcome;
        return foreign > FOREIGN ? watched.disturbed(say("provisional: others used %.0f %% of %d cores meanwhile", foreign, cores)) : watched;
    }

    private static String say(String sentence, double share, int cores) {
        return String.format(Locale.ROOT, sentence, share * 100, cores);
    }
}
