package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Recordings that Heddle keeps.
final class Recordings {

    private Recordings() {}

    /// Copies a recording but for the events that tell a secret: a property or an argument whose name says
    /// password, token or the like.
    ///
    /// @param raw in a folder that is deleted later, for it gets a file beside it
    /// @throws Failure when it cannot be written
    static void withoutSecrets(Path raw, Path file) {
        Path clean = raw.resolveSibling("without-secrets.jfr");
        try (RecordingFile recording = new RecordingFile(raw)) {
            recording.write(clean, event -> !secret(event));
        } catch (IOException e) {
            throw new Failure(
                    "the recording cannot be made ready for " + file + ": " + IoReason.of(e),
                    "make room in the temporary folder, or leave --record out",
                    e);
        }
        ReportFile.write(file, out -> Files.copy(clean, out));
    }

    private static boolean secret(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "jdk.InitialSystemProperty" -> Redaction.secret(text(event, "key")) || hides(text(event, "value"));
            case "jdk.JVMInformation" ->
                hides(text(event, "jvmArguments"))
                        || hides(text(event, "javaArguments"))
                        || hides(text(event, "jvmFlags"));
            default -> false;
        };
    }

    private static boolean hides(String text) {
        return !String.join(" ", Redaction.words(List.of(text.split(" ", -1)))).equals(text);
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof String text ? text : "";
    }
}
