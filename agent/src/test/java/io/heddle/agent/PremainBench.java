package io.heddle.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How long the agent holds up a target's `main`, by its own clock: part of `./dev bench agent`.
final class PremainBench {

    private static final double MOST_MILLIS = 50;

    private final Path folder;
    private final int starts;

    /// @param folder to write below
    /// @param starts fresh JVMs for each JDK and mode
    PremainBench(Path folder, int starts) {
        this.folder = folder;
        this.starts = starts;
    }

    /// Prints its table.
    ///
    /// @return whether every median is within the aim
    boolean measure() throws Exception {
        System.out.println("Premain by its own clock, ms, " + starts
                + " starts of a service on the JDK's own server for each row:");
        System.out.println();
        System.out.println("| JDK | mode | median | least | most |");
        System.out.println("|---|---|---|---|---|");
        boolean good = true;
        for (Jdk jdk : Jdk.values()) {
            for (String mode : List.of("observe", "flip")) {
                List<Double> millis = new ArrayList<>();
                start(jdk, mode); // the first start reads everything from disk
                for (int i = 0; i < starts; i++) {
                    millis.add(start(jdk, mode));
                }
                Collections.sort(millis);
                double median = millis.get(millis.size() / 2);
                System.out.printf(
                        "| %s | %s | %.1f | %.1f | %.1f |%n",
                        jdk.version(), mode, median, millis.getFirst(), millis.getLast());
                good &= median <= MOST_MILLIS;
            }
        }
        System.out.println();
        System.out.println(AgentBench.verdict(good) + ": each median at most " + MOST_MILLIS + " ms");
        System.out.println();
        return good;
    }

    private double start(Jdk jdk, String mode) throws IOException {
        Path own = Files.createTempDirectory(folder, "premain");
        TargetProcess.Plan plan =
                new TargetProcess.Plan(jdk, "mode=" + mode, "", "io.heddle.agent.program.JdkServerProgram");
        try (TargetProcess target = TargetProcess.start(plan, own)) {
            target.port();
            return target.result().of("hello").getFirst().path("premainMillis").asDouble();
        }
    }
}
