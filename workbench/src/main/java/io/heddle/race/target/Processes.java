package io.heddle.race.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Processes of this machine. A [ProcessHandle] carries its process's start time and checks it before each signal, so
/// that a pid that was given away again is not hit.
final class Processes {

    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration LAST_WAIT = Duration.ofSeconds(5);

    private Processes() {}

    /// Now, by the clock that start times of processes are told by. On Linux that is whole seconds of the boot's time
    /// plus ticks since then, which is up to a second off the wall clock.
    static Instant now() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"), StandardCharsets.ISO_8859_1)) {
            long boot = lines.filter(line -> line.startsWith("btime "))
                    .mapToLong(line -> Long.parseLong(line.substring("btime ".length())))
                    .findFirst()
                    .orElseThrow();
            String uptime = Files.readString(Path.of("/proc/uptime"), StandardCharsets.ISO_8859_1);
            double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
            return Instant.ofEpochSecond(boot).plusMillis((long) (seconds * 1_000));
        } catch (IOException | RuntimeException noSuchClock) {
            return Instant.now();
        }
    }

    /// Whether it still runs. A zombie does not: it only waits for its parent to look at its exit code.
    static boolean runs(ProcessHandle handle) {
        return handle.isAlive() && !zombie(handle.pid());
    }

    /// The process and its live descendants; none when it does not run, since somebody else may have its pid by
    /// now.
    static Set<ProcessHandle> withDescendants(ProcessHandle handle) {
        Set<ProcessHandle> all = new HashSet<>();
        if (!runs(handle)) {
            return all;
        }
        Stream.concat(Stream.of(handle), handle.descendants())
                .filter(Processes::runs)
                .forEach(all::add);
        return all;
    }

    /// Asks all of them to end, kills those that are left after the grace, and looks again until there are none.
    ///
    /// @param live the processes that run now; asked again and again, because they may start others
    /// @return whether all ended within the grace and 5 s
    static boolean end(Supplier<Set<ProcessHandle>> live, Duration grace) {
        long start = System.nanoTime();
        Set<ProcessHandle> asked = new HashSet<>();
        while (true) {
            Set<ProcessHandle> left = live.get();
            if (left.isEmpty()) {
                return true;
            }
            long waited = System.nanoTime() - start;
            if (waited > grace.plus(LAST_WAIT).toNanos()) {
                return false;
            }
            if (waited >= grace.toNanos()) {
                left.forEach(ProcessHandle::destroyForcibly);
            } else {
                left.stream().filter(asked::add).forEach(ProcessHandle::destroy);
            }
            pause();
        }
    }

    /// Pauses even for a thread that is being interrupted: a stop that is given up halfway leaves processes
    /// behind.
    private static void pause() {
        boolean interrupted = Thread.interrupted();
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean zombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state == 'Z' || state == 'X';
        } catch (IOException | IndexOutOfBoundsException noSuchFile) {
            return false;
        }
    }
}
