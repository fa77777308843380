package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Programs of `demo/holders` in a JVM of their own, for tests that watch them.
final class Holding {

    static final Path CLASSES = HeddleRun.ROOT.resolve("demo/holders/target/classes");
    /// Longer than all tests of one target take on a busy machine; they end it themselves.
    private static final String SECONDS = "1800";

    private Holding() {}

    /// Starts a program, and waits until its threads have started.
    ///
    /// @param home of the JDK
    /// @param options of the JVM, beside two carriers
    static Process start(Path folder, String home, String program, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(home, "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-Djdk.virtualThreadScheduler.parallelism=2"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", CLASSES.toString(), "io.heddle.demo.holders.Program", program, SECONDS));
        Path out = folder.resolve("target.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.readString(out).contains("ready")) {
            assertTrue(System.nanoTime() < end && process.isAlive(), Files.readString(out));
            Thread.sleep(20);
        }
        return process;
    }

    /// What a diagnostic command answers.
    static String jcmd(Process target, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(target.pid())));
        words.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(jcmd.waitFor(60, TimeUnit.SECONDS));
        return said;
    }
}
