package io.heddle.lab.bench;

import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks at the machine while a case runs: whether it was saturated, and whether others used it.
public final class MachineWatch {

    private static final double SATURATED = 0.95;
    private static final double FOREIGN = 0.15;
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private final Usage.Machine machine = Usage.machine();
    private final Duration own = own();
    private final long start = System.nanoTime();

    private MachineWatch() {
    }

    public static MachineWatch begin() {
        return new MachineWatch();
    }

    /// The outcome with what speaks against it.
    public Outcome on(Outcome outcome) {
        Outcome watched = outcome;
        for (String doubt : doubts()) {
            watched = watched.disturbed(doubt);
        }
        return watched;
    }

    private List<String> doubts() {
        double seconds = (System.nanoTime() - start) / 1e9;
        if (seconds < SHORTEST.toMillis() / 1e3) {
            return List.of();
        }
        int cores = Runtime.getRuntime().availableProcessors();
        double busy = Usage.machine().busySince(machine);
        double foreign = busy - (own().toMillis() - own.toMillis()) / 1e3 / seconds / cores;
        List<String> doubts = new ArrayList<>();
        if (busy > SATURATED) {
            doubts.add(say("the machine was saturated: %.0f %% of %d cores busy", busy, cores));
        }
        if (foreign > FOREIGN) {
            doubts.add(say("provisional: others used %.0f %% of %d cores meanwhile", foreign, cores));
        }
        return doubts;
    }

    /// CPU time of Heddle and all below it; the supervisor has waited for those that have ended, so that theirs is in it.
    private static Duration own() {
        Set<Long> pids = Stream.concat(Stream.of(ProcessHandle.current()), ProcessHandle.current().descendants()).map(ProcessHandle::pid).collect(Collectors.toSet());
        return Usage.cpu(pids);
    }

    private static String say(String sentence, double share, int cores) {
        return String.format(Locale.ROOT, sentence, share * 100, cores);
    }
}
