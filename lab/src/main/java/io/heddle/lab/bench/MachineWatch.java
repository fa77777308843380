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

    private MachineWatch() {}

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
        Outcome watched = saturated(outcome, busy);
        return foreign > FOREIGN
                ? watched.disturbed(say("provisional: others used %.0f %% of %d cores meanwhile", foreign, cores))
                : watched;
    }

    /// The outcome with a word of a machine that had nothing left to give, once: that of the measured window comes
    /// before that of the whole case.
    ///
    /// @param busy share of all cores
    static Outcome saturated(Outcome outcome, double busy) {
        boolean told = outcome.remarks().stream().anyMatch(remark -> remark.startsWith(WAS_SATURATED));
        return busy > SATURATED && !told
                ? outcome.remark(say(
                        WAS_SATURATED + ": %.0f %% of %d cores busy",
                        busy,
                        Runtime.getRuntime().availableProcessors()))
                : outcome;
    }

    private static String say(String sentence, double share, int cores) {
        return String.format(Locale.ROOT, sentence, share * 100, cores);
    }
}
