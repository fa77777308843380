package io.heddle.watch.live;

import io.heddle.model.IoReason;
import io.heddle.watch.code.Blame;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.Frames;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.StreamedEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.consumer.RecordedEvent;
import jdk.management.jfr.RemoteRecordingStream;

/// The target's flight recorder, streamed. A recording of its own, beside any that the target runs already.
final class Recorder implements AutoCloseable {

    /// What a recording needs to be understood elsewhere.
    private static final List<String> ABOUT =
            List.of("jdk.JVMInformation", "jdk.InitialSystemProperty", "jdk.CPUInformation");
    private static final String BEAN = "jdk.management.jfr:type=FlightRecorder";
    private static final String ARRIVING = "arriving";
    private static final long LONGEST = 60_000_000_000L;
    private static final Duration ONE_LOOK = Duration.ofMillis(100);
    private static final long LARGEST = 256L << 20;
    private static final int FIRST_THAT_COUNTS = 25;

    private final RemoteRecordingStream stream;
    private final Attached target;
    private final Optional<Path> folder;
    private final Semaphore delivered = new Semaphore(0);
    private final Frames frames = new Frames();
    private final Map<String, String> settings;
    private EventSorter sorter;
    private boolean counting;

    private Recorder(
            RemoteRecordingStream stream,
            Map<String, String> settings,
            Attached target,
            Optional<Path> folder,
            EventSorter sorter) {
        this.stream = stream;
        this.settings = settings;
        this.target = target;
        this.folder = folder;
        this.sorter = sorter;
    }

    /// @param folder for what comes from the target, and for what of it may be kept at the end; empty to keep
    ///     nothing
    /// @param age how much of the past can be kept
    /// @param notes told why, where the target has no flight recorder
    static Optional<Recorder> start(
            Attached target, EventSorter sorter, Optional<Path> folder, Duration age, List<String> notes) {
        try {
            if (!target.beans().isRegistered(new ObjectName(BEAN))) {
                notes.add(
                        "no flight recorder in the process, whose Java lacks the module jdk.management.jfr: only thread dumps and the probe tell");
                return Optional.empty();
            }
            RemoteRecordingStream stream = folder.isEmpty()
                    ? new RemoteRecordingStream(target.beans())
                    : new RemoteRecordingStream(
                            target.beans(),
                            Files.createDirectory(folder.orElseThrow().resolve(ARRIVING)));
            Map<String, String> settings = settings(target);
            if (folder.isPresent()) {
                stream.setMaxAge(age);
                stream.setMaxSize(LARGEST);
                ABOUT.forEach(event -> on(settings, event, Map.of("period", "beginChunk")));
            }
            stream.setSettings(settings);
            stream.setOrdered(false);
            Recorder recorder = new Recorder(stream, settings, target, folder, sorter);
            stream.onEvent(recorder::accept);
            stream.onFlush(recorder.delivered::release);
            stream.startAsync();
            return Optional.of(recorder);
        } catch (IOException | JMException | RuntimeException e) {
            notes.add("the flight recorder of the process could not be read ("
                    + IoReason.of(e).replaceAll("\\s+", " ") + "): only thread dumps and the probe tell");
            return Optional.empty();
        }
    }

    /// Records with other settings, for [#keep] alone: nothing is told as it comes.
    ///
    /// @param folder an empty one
    static Optional<Recorder> keeping(
            Attached target, Path folder, Duration age, Map<String, String> settings, List<String> notes) {
        try {
            if (!target.beans().isRegistered(new ObjectName(BEAN))) {
                notes.add("its Java lacks the module jdk.management.jfr");
                return Optional.empty();
            }
            RemoteRecordingStream stream =
                    new RemoteRecordingStream(target.beans(), Files.createDirectory(folder.resolve(ARRIVING)));
            stream.setMaxAge(age);
            stream.setMaxSize(LARGEST);
            stream.setSettings(settings);
            Recorder recorder =
                    new Recorder(stream, settings, target, Optional.of(folder), new EventSorter(new RecordingWindow()));
            stream.onFlush(recorder.delivered::release);
            stream.startAsync();
            return Optional.of(recorder);
        } catch (IOException | JMException | RuntimeException e) {
            notes.add(IoReason.of(e).replaceAll("\\s+", " "));
            return Optional.empty();
        }
    }

    private synchronized void accept(RecordedEvent event) {
        sorter.accept(new StreamedEvent(event, frames));
    }

    /// What was told so far of the last moments.
    ///
    /// @param since nanoseconds since the epoch
    synchronized RecordingWindow peek(Blame blame, long since) {
        return sorter.peek(blame, since);
    }

    /// Counts from now on how often virtual threads get a carrier, and how often a monitor is handed over to one,
    /// where the JDK can (25 and later). It does so by other code in `java.lang.VirtualThread` until the recording
    /// ends: only for a suspicion.
    void countTurns() {
        if (!counting && target.feature() >= FIRST_THAT_COUNTS) {
            counting = true;
            on(
                    settings,
                    "jdk.MethodTiming",
                    Map.of(
                            "filter",
                            "java.lang.VirtualThread::runContinuation;java.lang.VirtualThread::unblock",
                            "period",
                            "1 s"));
            ends(() -> stream.setSettings(settings));
        }
    }

    /// Gives what follows to another sorter.
    synchronized void to(EventSorter next) {
        sorter = next;
    }

    /// Waits until what has happened so far is here: events lag by up to a second and a half.
    ///
    /// @param most to wait
    void await(Duration most) throws InterruptedException {
        delivered.drainPermits();
        // The flush that comes first may have been on its way.
        delivered.tryAcquire(2, most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Writes what was recorded to a file: all of it, or what came before the target died.
    ///
    /// @throws IOException when the file cannot be written, or nothing has come
    void keep(Path file) throws IOException {
        if (folder.isEmpty()) {
            throw new IOException("nothing was to be kept");
        }
        Path held = Files.createTempDirectory(folder.orElseThrow(), "held-");
        List<Path> chunks = Chunks.held(folder.orElseThrow().resolve(ARRIVING), held);
        Path whole = held.resolve("whole");
        if (ends(() -> dump(whole)) && Files.exists(whole)) {
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } else if (Chunks.join(chunks, file) == 0) {
            throw new IOException("nothing of it has come yet");
        }
    }

    private void dump(Path whole) {
        try {
            stream.dump(whole);
        } catch (IOException | RuntimeException e) {
            // the target has gone, and there is no file
        }
    }

    private void stop() {
        try {
            stream.stop();
        } catch (RuntimeException e) {
            // the target has gone
        }
    }

    /// Runs what waits for the target, which the JDK does without a limit even when that has died meanwhile.
    ///
    /// @return false when it was given up
    private boolean ends(Runnable waits) {
        if (!answers()) {
            return false;
        }
        Thread waiting = Thread.ofPlatform().name("heddle-recorder").daemon().start(waits);
        long end = System.nanoTime() + LONGEST;
        try {
            while (!waiting.join(ONE_LOOK)) {
                if (!answers() || System.nanoTime() > end) {
                    waiting.interrupt();
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            waiting.interrupt();
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean answers() {
        return target.alive() && !target.paused() && !target.silent();
    }

    /// The sampling periods keep no step with timers of the target, which like round numbers.
    private static Map<String, String> settings(Attached target) {
        Map<String, String> settings = new HashMap<>();
        on(settings, "jdk.VirtualThreadPinned", Map.of("threshold", "5 ms", "stackTrace", "true"));
        on(settings, "jdk.VirtualThreadSubmitFailed", Map.of("stackTrace", "true"));
        on(settings, "jdk.JavaMonitorEnter", Map.of("threshold", "10 ms", "stackTrace", "true"));
        on(settings, "jdk.JavaMonitorWait", Map.of("threshold", "10 ms", "stackTrace", "true"));
        on(settings, "jdk.ThreadSleep", Map.of("threshold", "10 ms", "stackTrace", "false"));
        on(settings, "jdk.FileRead", Map.of("threshold", "10 ms", "stackTrace", "true"));
        on(settings, "jdk.FileWrite", Map.of("threshold", "10 ms", "stackTrace", "true"));
        on(settings, "jdk.FileForce", Map.of("threshold", "10 ms", "stackTrace", "true"));
        on(settings, "jdk.ExecutionSample", Map.of("period", "11 ms"));
        on(settings, "jdk.NativeMethodSample", Map.of("period", "11 ms"));
        on(settings, "jdk.CPULoad", Map.of("period", "500 ms"));
        on(settings, "jdk.GCPhasePause", Map.of("threshold", "5 ms"));
        on(settings, "jdk.ActiveSetting", Map.of());
        return settings;
    }

    private static void on(Map<String, String> settings, String event, Map<String, String> more) {
        settings.put(event + "#enabled", "true");
        more.forEach((key, value) -> settings.put(event + "#" + key, value));
    }

    /// Waits for what is still on its way, then ends the recording in the target.
    @Override
    public void close() {
        ends(this::stop);
        stream.close();
    }
}
