package io.heddle.watch;

import static java.util.Map.entry;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.watch.read.FieldSelection;
import io.heddle.watch.read.Recording;
import io.heddle.watch.signal.Event;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.WaitEvents;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads flight recordings, whole, zipped or cut off.
final class RecordingFiles {

    private static final int BUFFER = 1 << 16;
    /// Of a zipped recording no more is read, nor more than half of the room in the temporary folder.
    private static final long LARGEST_UNZIPPED = 16L << 30;
    /// What [EventSorter] looks into, and what it would leave out is left out here.
    private static final Map<String, FieldSelection> WISHES = Map.ofEntries(
            entry("jdk.VirtualThreadPinned", FieldSelection.JOINED),
            entry("jdk.VirtualThreadSubmitFailed", FieldSelection.JOINED),
            entry("jdk.JavaMonitorEnter", FieldSelection.JOINED),
            entry("jdk.JavaMonitorWait", FieldSelection.JOINED),
            entry("jdk.ThreadPark", FieldSelection.JOINED),
            entry("jdk.FileRead", FieldSelection.JOINED),
            entry("jdk.FileWrite", FieldSelection.JOINED),
            entry("jdk.FileForce", FieldSelection.JOINED),
            entry("jdk.ThreadSleep", FieldSelection.JOINED),
            entry("jdk.SocketRead", FieldSelection.JOINED),
            entry("jdk.SocketWrite", FieldSelection.JOINED),
            entry("jdk.ExecutionSample", FieldSelection.JOINED),
            entry("jdk.NativeMethodSample", FieldSelection.JOINED),
            entry("jdk.MethodTiming", FieldSelection.JOINED),
            entry("jdk.GCPhasePause", FieldSelection.PLAIN),
            entry("jdk.JVMInformation", FieldSelection.PLAIN),
            entry("jdk.InitialSystemProperty", FieldSelection.PLAIN),
            entry("jdk.CPUInformation", FieldSelection.PLAIN),
            entry("jdk.CPULoad", FieldSelection.PLAIN),
            entry("jdk.ActiveSetting", FieldSelection.PLAIN),
            entry("jdk.VirtualThreadStart", FieldSelection.COUNTED));

    /// Passes on what a recording tells.
    private record Sorting(EventSorter sorter, Optional<WaitEvents> waits) implements Recording.Listener {

        @Override
        public void chunk(long start, long nanos) {
            sorter.window(start, nanos);
            waits.ifPresent(told -> told.window(start, nanos));
        }

        @Override
        public void described(String type, long number) {
            sorter.described(type, number);
            waits.ifPresent(told -> told.described(type, number));
        }

        @Override
        public void counted(String type, long events) {
            sorter.counted(type, events);
        }

        @Override
        public void event(Event event) {
            sorter.accept(event);
            waits.ifPresent(told -> told.accept(event));
        }
    }

    /// How much of a zipped file there is.
    enum Unzipped {
        WHOLE,
        /// It ends too early, or goes on with what is not zipped.
        CUT_OFF,
        /// The rest was left.
        TOO_LARGE
    }

    private RecordingFiles() {}

    /// Passes every event that can be read to the sorter.
    ///
    /// @return what could not be read, one sentence each
    /// @throws Failure when a file is not there or no recording, and nothing of it can be read
    static List<String> read(List<Path> files, EventSorter sorter) {
        return read(files, sorter, Optional.empty());
    }

    /// Passes every event that can be read to the sorter, and those that tell of waits to the other too.
    ///
    /// @param waits empty where nobody asks for them
    static List<String> read(List<Path> files, EventSorter sorter, Optional<WaitEvents> waits) {
        List<String> notes = new ArrayList<>();
        files.forEach(file -> read(file, WISHES, new Sorting(sorter, waits)).ifPresent(notes::add));
        return notes;
    }

    /// Passes every event that is wanted and can be read to a listener.
    ///
    /// @return what could not be read; empty where all could
    /// @throws Failure when the file is not there or no recording, and nothing of it can be read
    static Optional<String> read(Path file, Map<String, FieldSelection> wishes, Recording.Listener listener) {
        requireFile(file);
        return isZipped(file) ? readZipped(file, wishes, listener) : read(file, file, wishes, listener);
    }

    /// @throws Failure when the file is not there
    static void requireFile(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Failure(
                    "there is no file " + file,
                    "name a recording, as jcmd PID JFR.dump filename=a.jfr writes one, or a process id");
        }
    }

    private static boolean isZipped(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 0x1f && in.read() == 0x8b;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Optional<String> readZipped(
            Path file, Map<String, FieldSelection> wishes, Recording.Listener listener) {
        try {
            Path whole = Files.createTempFile("heddle-", ".jfr");
            try {
                long most = Math.min(LARGEST_UNZIPPED, Files.getFileStore(whole).getUsableSpace() / 2);
                Unzipped state = unzip(file, whole, most);
                Optional<String> said = read(whole, file, wishes, listener);
                return switch (state) {
                    case WHOLE -> said;
                    case CUT_OFF -> said.or(() -> Optional.of(file + " is cut off or damaged: the rest of it is lost"));
                    case TOO_LARGE ->
                        Optional.of(file + " is larger than " + (most >> 20)
                                + " MiB when it is unzipped: the rest of it is not read");
                };
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// Unzips what can be, and no more than that many bytes.
    static Unzipped unzip(Path file, Path whole, long most) throws IOException {
        try (OutputStream out = Files.newOutputStream(whole);
                InputStream raw = Files.newInputStream(file)) {
            try (InputStream in = new GZIPInputStream(raw, BUFFER)) {
                byte[] buffer = new byte[BUFFER];
                long left = most;
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    out.write(buffer, 0, (int) Math.min(read, left));
                    left -= read;
                    if (left < 0) {
                        return Unzipped.TOO_LARGE;
                    }
                }
                return Unzipped.WHOLE;
            } catch (EOFException | ZipException cutOff) {
                return Unzipped.CUT_OFF;
            }
        }
    }

    private static Optional<String> read(
            Path file, Path named, Map<String, FieldSelection> wishes, Recording.Listener listener) {
        try {
            Recording.Outcome outcome = Recording.read(file, wishes, listener);
            if (outcome.chunks() == 0) {
                throw unreadable(named, new IOException("it holds nothing that one would begin with"));
            }
            return outcome.lost() == 0
                    ? Optional.empty()
                    : Optional.of(named + " is damaged, cut off or still being written: " + outcome.events()
                            + " events were read, " + outcome.lost() + " bytes are lost");
        } catch (IOException e) {
            throw unreadable(named, e);
        }
    }

    private static Failure unreadable(Path file, Exception e) {
        return new Failure(
                file + " cannot be read as a flight recording: " + IoReason.of(e),
                "check it with: jfr summary " + file
                        + "; a recording that is still being written is dumped with jcmd PID JFR.dump",
                e);
    }
}
