package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Keeps a target to some of the cores that Heddle itself may use, and Heddle off them where there are others. Linux
/// has `taskset` (util-linux) for it; elsewhere the JVM is only told how many it has.
///
/// @param target cores that the target has, 1 to as many as there are
/// @param all numbers of the cores that may be used, in ascending order: a container may have other ones than
///     the first
/// @param taskset empty where there is none
public record Cores(int target, List<Integer> all, Optional<Path> taskset) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /// @throws Failure when there are not so many
    public static Cores of(int target) {
        int count = Runtime.getRuntime().availableProcessors();
        if (target < 1 || target > count) {
            throw new Failure(
                    "--cpus " + target + ": this machine has " + count + (count == 1 ? " core" : " cores"),
                    "give 1 to " + count);
        }
        List<Integer> all = allowed();
        return new Cores(
                target,
                all.size() < count ? IntStream.range(0, count).boxed().toList() : all,
                Stream.of("/usr/bin/taskset", "/bin/taskset")
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst());
    }

    /// Empty where the system does not tell.
    private static List<Integer> allowed() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .flatMap(line -> numbers(line.substring(ALLOWED.length()).strip()).stream())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /// As Linux lists them.
    ///
    /// @param list such as `0-3,8`
    static List<Integer> numbers(String list) {
        return Stream.of(list.split(","))
                .map(range -> range.split("-"))
                .flatMap(range -> IntStream.rangeClosed(
                                Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1]))
                        .boxed())
                .toList();
    }

    /// What stands before the target's command.
    public List<String> prefix() {
        return taskset.map(path -> List.of(path.toString(), "-c", list(its()))).orElse(List.of());
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
            return "the target's JVM was told to use " + target + " of " + all.size()
                    + " cores; nothing keeps it to them here";
        }
        if (target == all.size()) {
            return "target and load generator share all " + all.size() + " cores";
        }
        try {
            String others = list(all.subList(target, all.size()));
            Process moved = new ProcessBuilder(
                            taskset.get().toString(),
                            "-a",
                            "-p",
                            "-c",
                            others,
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return "the target has cores " + list(its()) + ", "
                    + (moved.waitFor() == 0
                            ? "the load generator cores " + others
                            : "which it shares with the load generator");
        } catch (IOException e) {
            throw new Failure("cannot run " + taskset.get() + ": " + IoReason.of(e), "race without --cpus", e);
        }
    }

    private List<Integer> its() {
        return all.subList(0, target);
    }

    private static String list(List<Integer> cores) {
        boolean row = cores.getLast() - cores.getFirst() == cores.size() - 1;
        return row && cores.size() > 1
                ? cores.getFirst() + "-" + cores.getLast()
                : cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
