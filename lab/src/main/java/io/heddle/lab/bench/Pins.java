package io.heddle.lab.bench;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// What a flight recording with the JDK's own settings says of pins: those of 20 ms and more.
///
/// @param count events `jdk.VirtualThreadPinned`
/// @param seconds that they held carriers together
public record Pins(long count, double seconds) {

    private static final String EVENT = "jdk.VirtualThreadPinned";

    /// The option that records a JVM from its start to its end.
    public static String option(Path recording) {
        return "-XX:StartFlightRecording=settings=default,dumponexit=true,filename=" + recording;
    }

    /// @param recording empty where the JVM did not end by itself
    /// @throws Failure when the file is no recording
    public static Optional<Pins> of(Path recording) {
        if (!Files.exists(recording)) {
            return Optional.empty();
        }
        long count = 0;
        double seconds = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(EVENT)) {
                    count++;
                    seconds += event.getDuration().toNanos() / 1e9;
                }
            }
        } catch (IOException e) {
            throw new Failure(
                    "cannot read the flight recording " + recording + ": " + IoReason.of(e), "run it again", e);
        }
        return Optional.of(new Pins(count, seconds));
    }

    /// The outcome with these figures.
    public Outcome on(Outcome outcome) {
        return outcome.also("pinned events of 20 ms and more", String.valueOf(count))
                .also("pinned for", String.format(Locale.ROOT, "%.2f s", seconds));
    }
}
