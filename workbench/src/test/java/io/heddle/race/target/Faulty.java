package io.heddle.race.target;

import io.heddle.demo.faults.FaultyService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Launches [FaultyService] and waits for what it does.
final class Faulty {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Faulty() {}

    static Launch launch(Path directory, String... arguments) {
        return shell(directory, arguments[0], command(arguments));
    }

    static Launch shell(Path directory, String name, List<String> command) {
        return new Launch(name, command, directory, Map.of(), directory.resolve(name + ".log"));
    }

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                FaultyService.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /// The text after a word in its output, to the end of the line.
    static String said(OwnedProcess process, String word) throws Exception {
        await("'" + word + "' in " + process.output(), () -> text(process).contains(word + " "));
        String text = text(process);
        int from = text.indexOf(word + " ") + word.length() + 1;
        await("the end of the line", () -> text(process).indexOf('\n', from) >= 0);
        return text(process).substring(from, text(process).indexOf('\n', from));
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            Thread.sleep(10);
        }
    }

    static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(Processes::runs).isPresent();
    }

    static boolean linux() {
        return Files.isDirectory(Path.of("/proc/self/fd"));
    }

    private static String text(OwnedProcess process) {
        try {
            return Files.readString(process.output());
        } catch (IOException notYet) {
            return "";
        }
    }
}
