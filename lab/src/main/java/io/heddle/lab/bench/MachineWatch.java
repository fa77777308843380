package io.heddle.lab.bench;

import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.Locale;

/// Looks at the machine while a case runs: whether it was saturated, and whether others used it.
public final class MachineWatch {

    private static final double SATURATED = 0.95;
    private static final String WAS_SATURATED = "the machine was saturated";
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
        boolean told = outcome.remarks().stream().anyMatch(remark -> remark.startsWith(WAS_SATURATED));
        Outcome watched = busy > SATURATED && !told ? outcome.remark(saturated(busy)) : outcome;
        return foreign > FOREIGN ? watched.disturbed(say("provisional: others used %.0f %% of %d cores meanwhile", foreign, cores)) : watched;
    }

    /// What is said of a machine that had nothing left to give.
    ///
    /// @param busy share of all cores
    static String saturated(double busy) {
        return say(WAS_SATURATED + ": %.0f %% of %d cores busy", busy, Runtime.getRuntime().availableProcessors());
    }

    private static String say(String sentence, double share, int cores) {
        return String.format(Locale.ROOT, sentence, share * 100, cores);
    }
}
