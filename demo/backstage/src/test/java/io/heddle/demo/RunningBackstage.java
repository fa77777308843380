package io.heddle.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A backstage in a process of its own, as Heddle starts it; ended by the test's `try`.
record RunningBackstage(Process process, Path out, Path err) implements AutoCloseable {

    private static final int LIMIT_SECONDS = 90;

    static RunningBackstage start(
            Path folder, Map<String, String> environment, ProcessBuilder.Redirect input, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                Backstage.class.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new RunningBackstage(builder.start(), out, err);
    }

    /// The one line that it prints when it is ready.
    JsonNode ready() throws IOException, InterruptedException {
        await("a ready backstage", () -> text(out).endsWith("\n") || !process.isAlive());
        if (!text(out).endsWith("\n")) {
            throw new AssertionError("the backstage ended with " + process.waitFor() + ": " + text(err));
        }
        return new ObjectMapper().readTree(text(out));
    }

    /// The processes of PostgreSQL below this backstage.
    List<ProcessHandle> postgres() {
        return process.descendants().toList();
    }

    /// Exit code.
    int exit() throws InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the backstage did not end: " + text(err));
        }
        return process.exitValue();
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + LIMIT_SECONDS + " s for " + what);
            }
            Thread.sleep(20);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            List<ProcessHandle> left = postgres();
            process.destroyForcibly();
            left.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
