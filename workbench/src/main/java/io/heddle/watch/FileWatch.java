package io.heddle.watch;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.Failure;
import io.heddle.model.Watch;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.WaitEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Watches recordings: what they tell of one JVM.
public final class FileWatch {

    private FileWatch() {}

    /// @param files of one JVM, in any order
    /// @param homes of JDKs whose classes may be read; a recording that names another is judged without them
    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws Failure when a file is missing, is no recording, or comes from a JVM without virtual threads
    public static Watch run(List<Path> files, KnownHomes homes, String version, List<String> command) {
        return run(files, Optional.empty(), homes, version, command);
    }

    /// @param rate requests a second, above 0; empty where nobody told
    public static Watch run(
            List<Path> files, Optional<Double> rate, KnownHomes homes, String version, List<String> command) {
        return tell(files, rate, homes, version, command).watch();
    }

    /// A watch, with what it was judged from.
    record Told(RecordingWindow flight, Watch watch) {}

    static Told tell(List<Path> files, Optional<Double> rate, KnownHomes homes, String version, List<String> command) {
        RecordingWindow flight = new RecordingWindow();
        EventSorter sorter = new EventSorter(flight);
        WaitEvents waits = new WaitEvents();
        List<String> notes = new ArrayList<>(RecordingFiles.read(files, sorter, Optional.of(waits)));
        if (flight.feature() > 0 && flight.feature() < 21) {
            throw new Failure(
                    files.getFirst() + " was recorded by Java " + flight.version()
                            + ": there are no virtual threads before 21",
                    "record the service on 21 or newer");
        }
        try (ClassPath classes = ClassPath.of(
                flight.property("java.class.path"), Path.of(""), homes.known(flight.property("java.home")))) {
            sorter.finish(new Blame(classes));
            return new Told(
                    flight,
                    Diagnosis.of(Evidence.recorded(flight, waits.finish(), rate, notes), classes, version, command));
        }
    }
}
