package io.heddle.race.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How long the kernel has let a thread wait for a core although it could have run: the second figure of `schedstat`
/// (Documentation/scheduler/sched-stats.rst of the Linux kernel).
final class RunDelay {

    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    private RunDelay() {}

    /// Of the calling thread since its start, in nanoseconds; 0 on systems that do not tell.
    static long nanos() {
        try {
            return parse(Files.readString(OWN));
        } catch (IOException e) {
            return 0;
        }
    }

    /// @param line time on a core, time in wait of one, both in nanoseconds, and how often it ran
    static long parse(String line) {
        String[] figures = line.strip().split(" ", -1);
        return figures.length > 1 ? Long.parseLong(figures[1]) : 0;
    }
}
