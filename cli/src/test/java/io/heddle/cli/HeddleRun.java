package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Heddle as a user runs it: the packaged jar, in a process of its own, in a folder of its own.
final class HeddleRun {

    static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "..")).toAbsolutePath().normalize();

    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final Pattern SECONDS = Pattern.compile("(?m)^(\\d{1,6}) s\\b");

    /// A shell without job control makes its background jobs ignore SIGINT, and so do their children: CI may run
    /// there. GNU's `env` takes that back.
    private static final boolean HEARS_CTRL_C = Shell.succeeds("env", "--default-signal=INT", "true");

    private final Path folder;
    private final Process process;

    private HeddleRun(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /// What a run of Heddle left behind.
    record Ended(int exitCode, String out, String err, Path folder) {

        JsonNode json(String file) throws IOException {
            return JsonMapper.builder().build().readTree(folder.resolve(file).toFile());
        }

        Ended exits(int expected) {
            assertEquals(expected, exitCode, () -> "stdout:\n" + out + "\nstderr:\n" + err);
            assertFalse(err.contains("\tat "), () -> "a stack trace for the user:\n" + err);
            return this;
        }
    }

    /// Starts Heddle; standard output and error go to files in the folder.
    static HeddleRun start(Path folder, List<String> arguments) throws IOException {
        return start(folder, List.of(), arguments);
    }

    /// Starts Heddle; standard output and error go to files in the folder.
    ///
    /// @param options of its JVM
    static HeddleRun start(Path folder, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(HEARS_CTRL_C ? List.of("env", "--default-signal=INT") : List.of());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dheddle.root=" + ROOT,
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(options);
        command.addAll(List.of("-jar", ROOT.resolve("cli/target/heddle.jar").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        return new HeddleRun(folder, builder.start());
    }

    static Ended run(Path folder, String... arguments) throws Exception {
        return start(folder, List.of(arguments)).await();
    }

    Process process() {
        return process;
    }

    String err() throws IOException {
        return Files.readString(folder.resolve("err.txt"));
    }

    Ended await() throws Exception {
        if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("Heddle did not end within " + LONGEST + ":\n" + err());
        }
        return new Ended(process.exitValue(), Files.readString(folder.resolve("out.txt")), err(), folder);
    }

    /// Polls until what Heddle says on standard error holds the text.
    void awaitSaid(String text) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!err().contains(text)) {
            if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                throw new AssertionError("never said '" + text + "':\n" + err());
            }
            Thread.sleep(50);
        }
    }

    /// Polls until a watch has gone on for so many seconds.
    void awaitWatched(int seconds) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (SECONDS.matcher(err()).results().noneMatch(line -> Integer.parseInt(line.group(1)) >= seconds)) {
            if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                throw new AssertionError("never watched for " + seconds + " s:\n" + err());
            }
            Thread.sleep(50);
        }
    }

    /// Command lines of processes that still run and name the given text, such as a jar that only this test
    /// starts.
    static List<String> alive(String text) {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains(text))
                .filter(line -> !line.contains("heddle.jar"))
                .toList();
    }

    /// Polls until none of the processes is left.
    static void assertNoneAlive(String text) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(20));
        while (!alive(text).isEmpty() && Instant.now().isBefore(deadline)) {
            Thread.sleep(100);
        }
        assertEquals(List.of(), alive(text), "orphans");
    }
}
