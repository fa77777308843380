package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.waits.ServiceSeen;
import io.heddle.watch.ServiceFiles;
import io.heddle.watch.ServiceSettings;
import io.heddle.watch.live.ServiceRecording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a prediction is told from, by what the user names: a process, recordings, or thread dumps.
final class PredictInput {

    private static final Pattern PID = Pattern.compile("\\d{1,10}");
    private static final Pattern DUMP = Pattern.compile(
            "Full thread dump|(?m)^\"[^\"]*\" .*#\\d+|(?m)^#\\d+ \"|^\\s*\\{|java\\.lang\\.Thread\\.State");
    private static final int BEGINNING = 65_536;

    private final ServiceFiles files;
    private final Terminal terminal;
    private final Reports reports;

    PredictInput(ServiceFiles files, Terminal terminal, Reports reports) {
        this.files = files;
        this.terminal = terminal;
        this.reports = reports;
    }

    static boolean isProcess(String source) {
        return PID.matcher(source).matches();
    }

    /// Whether all are recordings; false where they are text.
    ///
    /// @throws Failure when some are and others not
    static boolean areRecordings(List<Path> sources) {
        return !WatchInput.areDumps(sources);
    }

    /// Whether a text is a thread dump rather than a page of metrics.
    static boolean isDump(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return DUMP.matcher(new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8))
                    .find();
        } catch (IOException e) {
            // whoever reads it says what is wrong
            return false;
        }
    }

    ServiceSeen recordings(List<Path> sources) {
        return files.recordings(sources);
    }

    ServiceSeen dumps(List<Path> sources) {
        return files.dumps(sources);
    }

    /// @param keep where the recording is to be kept; empty for nowhere
    ServiceSeen process(long pid, int seconds, Optional<Path> keep) {
        WatchScreen screen = new WatchScreen(terminal);
        try (Scratch scratch = Scratch.create("heddle-predict-");
                Interrupt _ = Interrupt.of(Thread.currentThread(), terminal.err())) {
            ServiceRecording.Recorded recorded = ServiceRecording.record(
                    pid, Duration.ofSeconds(seconds), scratch.folder(), ServiceSettings.map(), screen);
            keep.ifPresent(file -> reports.attempt(file.toString(), () -> {
                Recordings.withoutSecrets(recorded.file(), file);
                screen.say("recording: " + file);
            }));
            ServiceSeen seen = files.recordings(List.of(recorded.file()));
            List<String> notes = new ArrayList<>(recorded.notes());
            notes.addAll(seen.notes());
            return new ServiceSeen(
                            seen.events(),
                            "process " + pid,
                            seen.when(),
                            seen.feature(),
                            seen.cpus(),
                            seen.cores(),
                            seen.rate(),
                            seen.threads(),
                            seen.pools(),
                            seen.work(),
                            seen.holds(),
                            seen.lacks(),
                            notes)
                    .with(recorded.cpus(), recorded.threads(), recorded.pools());
        } finally {
            screen.end();
        }
    }
}
