package io.heddle.watch;

import io.heddle.model.Failure;
import io.heddle.watch.signal.EventSorter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordingFile;

/// Reads flight recordings, whole, zipped or cut off.
final class RecordingFiles {

    private RecordingFiles() {
    }

    /// Passes every event that can be read to the sorter.
    ///
    /// @return what could not be read, one sentence each
    /// @throws Failure when a file is not there or no recording, and nothing of it can be read
    static List<String> read(List<Path> files, EventSorter sorter) {
        List<String> notes = new ArrayList<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new Failure("there is no file " + file, "name a recording, as jcmd PID JFR.dump filename=a.jfr writes one, or a process id");
            }
            if (isZipped(file)) {
                readZipped(file, sorter).ifPresent(notes::add);
            } else {
                read(file, file, sorter).ifPresent(notes::add);
            }
        }
        return notes;
    }

    private static boolean isZipped(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 0x1f && in.read() == 0x8b;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Optional<String> readZipped(Path file, EventSorter sorter) {
        try {
            Path whole = Files.createTempFile("heddle-", ".jfr");
            try {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file)); java.io.OutputStream out = Files.newOutputStream(whole)) {
                    in.transferTo(out);
                } catch (java.io.EOFException cutOff) {
                    // what was there is in the file
                }
                return read(whole, file, sorter);
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Optional<String> read(Path file, Path named, EventSorter sorter) {
        long read = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                sorter.accept(recording.readEvent());
                read++;
            }
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            // The reader of the JDK throws what it likes on damaged bytes.
            if (read == 0) {
                throw unreadable(named, e);
            }
            return Optional.of(named + " is damaged or cut off: " + read + " events were read, the rest is lost");
        }
    }

    private static Failure unreadable(Path file, Exception e) {
        return new Failure(file + " cannot be read as a flight recording: " + Optional.ofNullable(e.getMessage()).orElse(e.toString()),
                "check it with: jfr summary " + file + "; a recording that is still being written is dumped with jcmd PID JFR.dump", e);
    }
}
