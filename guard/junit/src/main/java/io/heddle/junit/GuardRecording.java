package io.heddle.junit;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/// The guard's recording in the JVM. Any code in the JVM can end or change it, so that the guard asks often whether it
/// still is as it was begun.
///
/// It goes to disk: when any other recording on disk or event stream starts or ends, the JVM ends a chunk, and gives
/// the chunk to recordings on disk alone. In memory the guard would lose its events then.
final class GuardRecording {

    /// By this name a test can tell it from recordings of its own.
    static final String NAME = "heddle-junit";

    private Recording recording;
    private Map<String, String> settings;
    private Instant read;

    GuardRecording(Map<String, String> settings) {
        this.settings = settings;
        recording = begin(settings);
        read = Instant.now();
    }

    private static Recording begin(Map<String, String> settings) {
        Recording recording = new Recording();
        recording.setName(NAME);
        recording.setToDisk(true);
        recording.setSettings(settings);
        recording.start();
        return recording;
    }

    /// All settings at once: the JVM goes through all of its events for each change.
    synchronized void set(Map<String, String> changed) {
        settings = changed;
        if (recording.getState() == RecordingState.RUNNING) {
            recording.setSettings(changed);
        }
    }

    /// Whether it goes on as it was begun. Other recordings can only add to what is recorded.
    synchronized boolean isIntact() {
        return recording.getState() == RecordingState.RUNNING
                && recording.getSettings().entrySet().containsAll(settings.entrySet());
    }

    /// In place of one that was ended or changed. What the old one had is lost.
    synchronized void restart() {
        recording.close();
        recording = begin(settings);
        read = Instant.now();
    }

    /// What was recorded since the last call: whole chunks of the recorder.
    synchronized byte[] chunks() {
        Instant from = read;
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot();
                InputStream chunks = snapshot.getStream(from, null)) {
            read = Instant.now();
            byte[] bytes = chunks == null ? new byte[0] : chunks.readAllBytes();
            dropOld();
            return bytes;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// Setting an age drops the chunks that are older, at once; what comes is kept until it is read.
    private void dropOld() {
        if (recording.getState() == RecordingState.RUNNING) {
            recording.setMaxAge(Duration.ZERO);
            recording.setMaxAge(null);
        }
    }

    static PinningGuardFailure unreadable(IOException e) {
        return new PinningGuardFailure(
                "the JVM's flight recording could not be read (" + e + ")",
                "make room in the folder for temporary files, and let no test empty it",
                e);
    }
}
