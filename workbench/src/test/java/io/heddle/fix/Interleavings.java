package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/// Plays a class in many orders of its threads, which Lincheck chooses, and prints what comes of them. Each class has a
/// JVM of its own: Lincheck transforms classes, and an order that is stuck leaves its threads behind.
final class Interleavings {

    /// All threads of an order wait for each other.
    static final String STUCK = "stuck";

    private static final int ORDERS = 1000;

    /// Some ten times what it takes.
    private static final int SECONDS = 120;

    private static final String MARK = "outcome.";

    private Interleavings() {}

    /// All outcomes that were seen.
    ///
    /// @param classes folder of class files
    /// @param play name of a class there that is a `Callable`, whose result is an outcome
    /// @param log an empty folder
    static Set<String> inOwnJvm(Path classes, String play, Path log) throws IOException, InterruptedException {
        Path printed = log.resolve("outcomes.txt");
        Path errors = log.resolve("errors.txt");
        Process process = new ProcessBuilder(
                        bin("java"),
                        "-XX:+EnableDynamicAgentLoading",
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-exports",
                        "java.base/jdk.internal.util=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + classes,
                        Interleavings.class.getName(),
                        play)
                .redirectOutput(printed.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                fail(play + " has not ended after " + SECONDS + " s:\n" + threads(process, log));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(0, process.exitValue(), () -> text(errors));
        return Files.readAllLines(printed).stream()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String threads(Process process, Path log) throws IOException, InterruptedException {
        Path dump = log.resolve("threads.txt");
        Process jcmd = new ProcessBuilder(bin("jcmd"), String.valueOf(process.pid()), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(dump.toFile())
                .start();
        if (!jcmd.waitFor(SECONDS, TimeUnit.SECONDS)) {
            jcmd.destroyForcibly();
        }
        return text(dump);
    }

    private static String bin(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// Prints each outcome on a line of its own, behind a mark.
    ///
    /// @param args name of a class on the class path that is a `Callable`
    public static void main(String[] args) throws Exception {
        Play play = new Play(
                (Callable<?>) Class.forName(args[0]).getDeclaredConstructor().newInstance());
        try {
            Lincheck.runConcurrentTest(ORDERS, play);
        } catch (LincheckAssertionError e) {
            if (!String.valueOf(e.getMessage()).contains("hung")) {
                throw e;
            }
            System.setProperty(MARK + STUCK, "");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(property -> property.startsWith(MARK))
                .forEach(System.out::println);
        System.out.flush();
        // Not exit, which waits for the threads of an order that is stuck.
        Runtime.getRuntime().halt(0);
    }

    /// One order. It is no lambda, because Lincheck takes what the object of a lambda has for one thread's own.
    private static final class Play implements Runnable {

        private final Callable<?> play;

        Play(Callable<?> play) {
            this.play = play;
        }

        // Lincheck sets static fields back after each order. The properties of the JVM stay.
        @Override
        public void run() {
            try {
                System.setProperty(MARK + play.call(), "");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
