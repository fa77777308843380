package io.heddle.check.truth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// What a JDK did when it ran a shape.
///
/// @param delayMillis how late another virtual thread got to run meanwhile: the least of at most three tries
/// @param aloneMillis the same, where the JDK may start no other carrier for the time
/// @param events names of the events that the flight recorder wrote of it
record Seen(long delayMillis, long aloneMillis, Set<String> events) {

    static final Seen NOTHING = new Seen(0, 0, Set.of());


    private static final long HELD_MILLIS = 100;
    private static final int LONGEST_SECONDS = 120;

    /// Whether the carrier served nobody else.
    boolean held() {
        return delayMillis > HELD_MILLIS;
    }

    /// Whether another carrier served the others.
    boolean compensated() {
        return !held() && aloneMillis > HELD_MILLIS;
    }

    /// Runs all shapes, those with one sink in one JVM.
    ///
    /// @param classes folders with the runner's and the shapes' classes
    /// @param work folder for recordings and the pipe
    /// @return by the shape's name
    static Map<String, Seen> run(Path jdk, Path runner, Path shapes, Path work) throws IOException, InterruptedException {
        Map<String, Seen> seen = new LinkedHashMap<>();
        for (Sink sink : Sink.values()) {
            Path recording = work.resolve(sink + ".jfr");
            Map<String, Long> alone = delays(jdk, runner, shapes, sink, work.resolve(sink + "-alone.jfr"), List.of("-Djdk.virtualThreadScheduler.maxPoolSize=1"));
            Map<String, Long> usual = delays(jdk, runner, shapes, sink, recording, List.of());
            Map<String, Set<String>> events = events(recording);
            usual.forEach((shape, delay) -> seen.put(shape, new Seen(delay, alone.getOrDefault(shape, 0L), events.getOrDefault(shape, Set.of()))));
        }
        return seen;
    }

    private static Map<String, Long> delays(Path jdk, Path runner, Path shapes, Sink sink, Path recording, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Dtruth.pipe=" + recording.resolveSibling("pipe"), "-cp", runner.toString()));
        command.addAll(options);
        command.addAll(List.of("Runner", sink.name(), shapes.toString(), recording.toString()));
        Shape.all().stream().filter(shape -> shape.sink() == sink).map(Shape::name).forEach(command::add);
        Path output = recording.resolveSibling(sink + ".txt");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(sink + " on " + jdk + " does not end well: " + Files.readString(output));
        }
        Map<String, Long> delays = new LinkedHashMap<>();
        for (String line : Files.readAllLines(output)) {
            String[] cells = line.split(" ");
            if (cells.length != 2 || !cells[0].startsWith(sink + "_")) {
                throw new IllegalStateException(sink + " on " + jdk + " says " + Files.readString(output));
            }
            delays.put(cells[0], Long.parseLong(cells[1]));
        }
        return delays;
    }

    private static Map<String, Set<String>> events(Path recording) {
        Map<String, Set<String>> events = new LinkedHashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getThread() != null && event.getThread().isVirtual()) {
                    events.computeIfAbsent(String.valueOf(event.getThread().getJavaName()), _ -> new HashSet<>()).add(event.getEventType().getName());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return events;
    }
}
