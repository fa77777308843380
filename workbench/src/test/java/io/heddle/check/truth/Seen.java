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
/// @param delayMillis how late another virtual thread got to run meanwhile: the least of at most two tries
/// @param aloneMillis the same, where the JDK may start no other carrier for the time
/// @param events names of the events that the flight recorder wrote of it
record Seen(long delayMillis, long aloneMillis, Set<String> events) {

    static final Seen NOTHING = new Seen(0, 0, Set.of());

    private static final long HELD_MILLIS = 100;
    private static final long NEVER_MILLIS = 5_000;
    private static final int LONGEST_SECONDS = 900;

    /// Whether the carrier served nobody else.
    boolean held() {
        return delayMillis > HELD_MILLIS;
    }

    /// Whether it was still so after five seconds, long after what was waited for had come.
    boolean forEver() {
        return delayMillis >= NEVER_MILLIS;
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
    static Map<String, Seen> run(Path jdk, Path runner, Path shapes, Path work)
            throws IOException, InterruptedException {
        Map<String, Seen> seen = new LinkedHashMap<>();
        for (Sink sink : Sink.values()) {
            List<String> open = new ArrayList<>(Shape.all().stream()
                    .filter(shape -> shape.sink() == sink)
                    .map(Shape::name)
                    .toList());
            Map<String, Long> alone = new LinkedHashMap<>();
            while (alone.size() < open.size()) {
                alone.putAll(delays(
                        jdk,
                        runner,
                        shapes,
                        open.subList(alone.size(), open.size()),
                        work.resolve("alone.jfr"),
                        List.of("-Djdk.virtualThreadScheduler.maxPoolSize=1")));
            }
            while (!open.isEmpty()) {
                Path recording = work.resolve("usual.jfr");
                Map<String, Long> usual = delays(jdk, runner, shapes, open, recording, List.of());
                Map<String, Set<String>> events = events(recording);
                usual.forEach((shape, delay) -> seen.put(
                        shape, new Seen(delay, alone.getOrDefault(shape, 0L), events.getOrDefault(shape, Set.of()))));
                open.removeAll(usual.keySet());
            }
        }
        return seen;
    }

    /// Of the shapes in order, up to the first that loses the carrier for ever; at least one.
    private static Map<String, Long> delays(
            Path jdk, Path runner, Path shapes, List<String> names, Path recording, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Dtruth.pipe=" + recording.resolveSibling("pipe"),
                "-cp",
                runner.toString()));
        command.addAll(options);
        command.addAll(List.of(
                "Runner",
                names.getFirst().substring(0, names.getFirst().indexOf('_')),
                shapes.toString(),
                recording.toString()));
        command.addAll(names);
        Path output = recording.resolveSibling("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(names + " on " + jdk + " do not end well: " + Files.readString(output));
        }
        Map<String, Long> delays = new LinkedHashMap<>();
        for (String line : Files.readAllLines(output)) {
            String[] cells = line.split(" ");
            if (cells.length != 2 || !names.contains(cells[0])) {
                throw new IllegalStateException(names.getFirst() + " on " + jdk + " says " + Files.readString(output));
            }
            delays.put(cells[0], Long.parseLong(cells[1]));
        }
        if (delays.isEmpty()) {
            throw new IllegalStateException(names.getFirst() + " on " + jdk + " says nothing");
        }
        return delays;
    }

    private static Map<String, Set<String>> events(Path recording) {
        Map<String, Set<String>> events = new LinkedHashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getThread() != null && event.getThread().isVirtual()) {
                    events.computeIfAbsent(String.valueOf(event.getThread().getJavaName()), _ -> new HashSet<>())
                            .add(event.getEventType().getName());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return events;
    }
}
