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
/// @param delayMillis how late another virtual thread got to run on the only carrier meanwhile: the least of at most three tries
/// @param carriers how many carriers there were in the end; more than one where the JDK started another for the time
/// @param events names of the events that the flight recorder wrote of it
record Seen(long delayMillis, int carriers, Set<String> events) {

    private static final long HELD_MILLIS = 100;
    private static final int LONGEST_SECONDS = 120;

    /// Whether the carrier served nobody else.
    boolean held() {
        return delayMillis > HELD_MILLIS;
    }

    boolean compensated() {
        return !held() && carriers > 1;
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
            List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Djdk.virtualThreadScheduler.parallelism=1",
                    "-Dtruth.pipe=" + work.resolve("pipe"), "-cp", runner.toString(), "Runner", sink.name(), shapes.toString(), recording.toString()));
            Shape.all().stream().filter(shape -> shape.sink() == sink).map(Shape::name).forEach(command::add);
            Path output = work.resolve(sink + ".txt");
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(sink + " on " + jdk + " does not end well: " + Files.readString(output));
            }
            Map<String, Set<String>> events = events(recording);
            for (String line : Files.readAllLines(output)) {
                String[] cells = line.split(" ");
                if (cells.length != 3 || !cells[0].startsWith(sink + "_")) {
                    throw new IllegalStateException(sink + " on " + jdk + " says " + Files.readString(output));
                }
                seen.put(cells[0], new Seen(Long.parseLong(cells[1]), Integer.parseInt(cells[2]), events.getOrDefault(cells[0], Set.of())));
            }
        }
        return seen;
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
