package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A state is small, and outlives its process.
class StateTest {

    private static final double START = 1_764_000_000;
    private static final int ROUNDS = 6;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(9);

    @Test
    @Tag("slow")
    void aWeekTakesLessThanAMegabyte() throws Exception {
        Judge judge = new Judge(CanaryPlan.DEFAULT, true);
        int week = 7 * 24 * 3_600;
        for (int second = 0; second < week; second++) {
            for (int i = 0; i < 2; i++) {
                Side side = i == 0 ? Side.BASELINE : Side.CANARY;
                judge.take(
                        side,
                        START + second,
                        20 * Math.exp(0.6 * random.nextGaussian()),
                        random.nextInt(100) == 0 ? Outcome.FAILED : Outcome.SERVED);
            }
            if (second % 15 == 0) {
                judge.look();
            }
        }
        Path state = folder.resolve("state");
        new StateFile(state).write(judge::save);
        assertTrue(Files.size(state) < 1 << 20, Files.size(state) + " bytes");
    }

    @Test
    @Tag("slow")
    void killedAtAnyMomentItGoesOnWhereItWas() throws Exception {
        Path log = Files.createFile(folder.resolve("log.jsonl"));
        Path state = folder.resolve("state");
        double t = START;
        for (int round = 0; round < ROUNDS; round++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            StateMain.class.getName(),
                            log.toString(),
                            state.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            try {
                long modified = awaitState(state, process);
                assertTrue(modified > 0);
                for (int i = 0; i < 20; i++) {
                    StringBuilder lines = new StringBuilder();
                    for (int j = 0; j < 100; j++, t += 0.02) {
                        lines.append(String.format(
                                Locale.ROOT,
                                "{\"t\": %.3f, \"status\": 200, \"ms\": %.2f, \"arm\": \"%s\"}%n",
                                t,
                                20 * Math.exp(0.6 * random.nextGaussian()),
                                j % 2 == 0 ? "baseline" : "canary"));
                    }
                    Files.writeString(log, lines, StandardOpenOption.APPEND);
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(30));
                }
            } finally {
                // SIGKILL
                process.destroyForcibly().waitFor();
            }
        }
        try (CanaryRun run = CanaryRun.open(log.toString(), log.toString(), CanaryPlan.DEFAULT, Optional.of(state));
                CanaryRun once = CanaryRun.open(log.toString(), log.toString(), CanaryPlan.DEFAULT, Optional.empty())) {
            assertEquals(once.look().metrics(), run.look().metrics());
        }
    }

    /// Until the process has written it anew.
    private static long awaitState(Path state, Process process) throws Exception {
        long before = Files.exists(state) ? Files.getLastModifiedTime(state).toMillis() : 0;
        for (int i = 0; i < 300 && process.isAlive(); i++) {
            if (Files.exists(state) && Files.getLastModifiedTime(state).toMillis() > before) {
                return Files.getLastModifiedTime(state).toMillis();
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return 0;
    }
}
