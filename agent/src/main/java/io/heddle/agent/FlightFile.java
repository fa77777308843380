package io.heddle.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.Recording;

/// A flight recording of what holds carriers, the same in every arm. The JVM writes the file when it ends; of a JVM
/// that is killed the chunks are left in the folder that [PinWatch] reports.
final class FlightFile {

    /// Older chunks make room for newer ones beyond.
    private static final long MOST_BYTES = 256L << 20;

    private FlightFile() {}

    /// Begins to record.
    ///
    /// @param file in a folder that exists
    /// @throws IOException when nothing can be written there
    static void begin(String file) throws IOException {
        Recording recording = new Recording(settings());
        recording.setName("heddle");
        recording.setMaxSize(MOST_BYTES);
        recording.setDestination(Path.of(file));
        recording.setDumpOnExit(true);
        recording.start();
    }

    /// What virtual threads meet, and who had the carrier meanwhile. The sampling periods keep no step with timers
    /// of the target, which like round numbers.
    private static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        timed(settings, "jdk.VirtualThreadPinned", "0 ms");
        timed(settings, "jdk.VirtualThreadSubmitFailed", "0 ms");
        for (String event : new String[] {
            "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"
        }) {
            timed(settings, event, "10 ms");
        }
        timed(settings, "jdk.GCPhasePause", "5 ms");
        for (String event : new String[] {"jdk.ExecutionSample", "jdk.NativeMethodSample"}) {
            settings.put(event + "#enabled", "true");
            settings.put(event + "#period", "11 ms");
        }
        settings.put("jdk.CPULoad#enabled", "true");
        settings.put("jdk.CPULoad#period", "500 ms");
        for (String event : new String[] {
            "jdk.JVMInformation", "jdk.InitialSystemProperty", "jdk.CPUInformation", "jdk.ActiveSetting"
        }) {
            settings.put(event + "#enabled", "true");
        }
        return settings;
    }

    private static void timed(Map<String, String> settings, String event, String threshold) {
        settings.put(event + "#enabled", "true");
        settings.put(event + "#threshold", threshold);
        settings.put(event + "#stackTrace", "true");
    }
}
