package io.heddle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// The JDKs that tests run targets on.
final class Jdks {

    private Jdks() {}

    /// @param feature `25` is the JDK of the build; `21` is the one that `./dev jdk21` finds or fetches
    static String home(String feature) {
        if (feature.equals("25")) {
            return System.getProperty("java.home");
        }
        String home = System.getProperty("heddle.jdk21", "");
        boolean there = !home.isEmpty() && Files.isExecutable(Path.of(home, "bin", "java"));
        if (!there) {
            System.out.println("skipped: no JDK 21 here (./dev test fetches one)");
        }
        Assumptions.assumeTrue(there, "no JDK 21");
        return home;
    }
}
