package io.heddle.race;

import io.heddle.model.Machine;
import java.lang.management.ManagementFactory;

/// The machine that a race runs on, for its report.
final class ThisMachine {

    private ThisMachine() {}

    /// @param cores counted when the race began
    static Machine of(int cores) {
        return new Machine(
                cores,
                memoryBytes(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }

    private static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 0;
    }
}
