package io.heddle.race.target;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Keeps a target to the first cores of this machine, and Heddle off them where there are others. Linux has `taskset` (util-linux) for it; elsewhere the JVM is only told how many it has.
///
/// @param target cores that the target has, 1 to `all`
/// @param all cores of this machine
/// @param taskset empty where there is none
public record Cores(int target, int all, Optional<Path> taskset) {

    /// @throws Failure when there are not so many
    public static Cores of(int target) {
        int all = Runtime.getRuntime().availableProcessors();
        if (target < 1 || target > all) {
            throw new Failure("--cpus " + target + ": this machine has " + all + (all == 1 ? " core" : " cores"), "give 1 to " + all);
        }
        return new Cores(target, all, Stream.of("/usr/bin/taskset", "/bin/taskset").map(Path::of).filter(Files::isExecutable).findFirst());
    }

    /// What stands before the target's command.
    public List<String> prefix() {
        return taskset.map(path -> List.of(path.toString(), "-c", list(0, target - 1))).orElse(List.of());
    }

    /// What the target's JVM is told.
    public List<String> options() {
        return taskset.isPresent() ? List.of() : List.of("-XX:ActiveProcessorCount=" + target);
    }

    /// Moves Heddle to the cores that the target does not have, if there are any.
    ///
    /// @return what a reader should know
    public String keepOff() throws InterruptedException {
        if (taskset.isEmpty()) {
            return "the target's JVM was told to use " + target + " of " + all + " cores; nothing keeps it to them here";
        }
        if (target == all) {
            return "target and load generator share all " + all + " cores";
        }
        try {
            Process moved = new ProcessBuilder(taskset.get().toString(), "-a", "-p", "-c", list(target, all - 1), String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return moved.waitFor() == 0 ? "the target has cores " + list(0, target - 1) + ", the load generator cores " + list(target, all - 1)
                    : "the target has cores " + list(0, target - 1) + ", which it shares with the load generator";
        } catch (IOException e) {
            throw new Failure("cannot run " + taskset.get() + ": " + e.getMessage(), "race without --cpus", e);
        }
    }

    private static String list(int first, int last) {
        return first == last ? String.valueOf(first) : first + "-" + last;
    }
}
