package io.heddle.canary;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/// How fast a file of two minutes at 50,000 requests a second is judged, in CPU time.
final class SpeedBench {

    private static final int PER_SECOND = 50_000;
    private static final int SECONDS = 120;

    private SpeedBench() {}

    static void run() throws IOException, InterruptedException {
        Path log = Files.createTempFile("canary", ".jsonl");
        try {
            write(log);
            long before = cpuNanos();
            try (CanaryRun run = CanaryRun.open(log.toString(), log.toString(), CanaryPlan.DEFAULT, Optional.empty())) {
                run.last();
            }
            double seconds = (cpuNanos() - before) / 1e9;
            System.gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
            System.out.printf(
                    Locale.ROOT,
                    "%,d requests of %d s in %.1f s of CPU: %,.0f a second and core, %.0f %% of a core at %,d a second;"
                            + " %d MiB of heap of at most %d%n",
                    PER_SECOND * SECONDS,
                    SECONDS,
                    seconds,
                    PER_SECOND * SECONDS / seconds,
                    100 * seconds / SECONDS,
                    PER_SECOND,
                    used,
                    Runtime.getRuntime().maxMemory() >> 20);
        } finally {
            Files.delete(log);
        }
    }

    private static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private static void write(Path log) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(log))) {
            for (int i = 0; i < PER_SECOND * SECONDS; i++) {
                long micros = Math.round(20_000 * Math.exp(0.6 * random.nextGaussian()));
                out.print(
                        "{\"t\": " + (1_764_000_000 + i / PER_SECOND) + "." + (1_000 + i / 50 % 1_000 + "").substring(1)
                                + ", \"ms\": " + micros / 1e3 + ", \"status\": 200, \"arm\": \""
                                + (i % 5 == 0 ? "canary" : "baseline") + "\"}\n");
            }
        }
    }
}
