package io.heddle.watch.live;

import io.heddle.watch.signal.EventSorter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.management.jfr.RemoteRecordingStream;

/// The target's flight recorder, streamed. A recording of its own, beside any that the target runs already.
final class Recorder implements AutoCloseable {

    private final RemoteRecordingStream stream;

    private Recorder(RemoteRecordingStream stream) {
        this.stream = stream;
    }

    /// @param notes told why, where the target has no flight recorder
    static Optional<Recorder> start(Attached target, EventSorter sorter, List<String> notes) {
        try {
            RemoteRecordingStream stream = new RemoteRecordingStream(target.beans());
            stream.setSettings(settings(target));
            stream.setOrdered(false);
            stream.onEvent(sorter::accept);
            stream.startAsync();
            return Optional.of(new Recorder(stream));
        } catch (IOException | RuntimeException e) {
            notes.add("no flight recorder in the process: only thread dumps and the probe tell (" + e.getMessage() + ")");
            return Optional.empty();
        }
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
        on(settings, "jdk.GCPhasePause", Map.of("threshold", "5 ms"));
        on(settings, "jdk.ActiveSetting", Map.of());
        if (feature(target) >= 25) {
            on(settings, "jdk.MethodTiming", Map.of("filter", "java.lang.VirtualThread::runContinuation;java.lang.VirtualThread::unblock", "period", "1 s"));
        }
        return settings;
    }

    private static int feature(Attached target) {
        return Integer.parseInt(target.property("java.specification.version"));
    }

    private static void on(Map<String, String> settings, String event, Map<String, String> more) {
        settings.put(event + "#enabled", "true");
        more.forEach((key, value) -> settings.put(event + "#" + key, value));
    }

    /// Waits for what is still on its way, then ends the recording in the target.
    @Override
    public void close() {
        try {
            stream.stop();
        } catch (RuntimeException e) {
            // the target has gone
        } finally {
            stream.close();
        }
    }
}
