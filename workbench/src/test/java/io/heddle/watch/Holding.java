package io.heddle.watch;

import io.heddle.demo.holders.Program;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A program of `demo/holders` in a fresh JVM.
public final class Holding implements AutoCloseable {

    private final Process process;
    private final Path folder;

    private Holding(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// @param feature 21 or 25
    /// @param options of the JVM, beside two carriers and what the program needs
    public static Holding start(int feature, Path folder, String program, double seconds, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(java(feature), "-Xmx128m", "-XX:+UseSerialGC", "-Djdk.virtualThreadScheduler.parallelism=2"));
        if (program.startsWith("object-wait") || program.startsWith("file")) {
            command.add("-Djdk.virtualThreadScheduler.maxPoolSize=2");
        }
        if (program.startsWith("upcall")) {
            command.add("-Djdk.reflect.useNativeAccessorOnly=true");
        }
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        if (feature >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), Program.class.getName(), program, String.valueOf(seconds)));
        return new Holding(
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start(),
                folder);
    }

    /// Records itself from start to end.
    static Path record(int feature, Path folder, String program, double seconds) throws Exception {
        return record(feature, folder, program, seconds, "settings=profile");
    }

    /// Records itself from start to end.
    ///
    /// @param recorder options of the flight recorder
    static Path record(int feature, Path folder, String program, double seconds, String recorder) throws Exception {
        Path file = folder.resolve("recording.jfr");
        try (Holding holding = start(
                feature, folder, program, seconds, "-XX:StartFlightRecording=" + recorder + ",filename=" + file)) {
            if (!holding.process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("does not end: " + holding.said());
            }
            return file;
        }
    }

    public long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /// What it wrote.
    String said() throws IOException {
        return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    }

    /// Waits until its threads have started.
    public Holding ready() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!said().contains("ready")) {
            if (System.nanoTime() > end || !alive()) {
                throw new AssertionError("never ready: " + said());
            }
            Thread.sleep(20);
        }
        return this;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String java(int feature) {
        if (feature == 25) {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }
        Path java = Path.of(System.getProperty("heddle.jdk21", ""), "bin", "java");
        boolean there = Files.isExecutable(java);
        if (!there) {
            System.out.println("skipped: no JDK 21 here (./dev test fetches one)");
        }
        Assumptions.assumeTrue(there, "no JDK 21");
        return java.toString();
    }

    private static String classPath() {
        return String.join(
                File.pathSeparator,
                Stream.of(
                                Program.class,
                                com.zaxxer.hikari.HikariConfig.class,
                                org.h2.Driver.class,
                                org.slf4j.Logger.class)
                        .map(type -> {
                            try {
                                return Path.of(type.getProtectionDomain()
                                                .getCodeSource()
                                                .getLocation()
                                                .toURI())
                                        .toString();
                            } catch (URISyntaxException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .toList());
    }
}
