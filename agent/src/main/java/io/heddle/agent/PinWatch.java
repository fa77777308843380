package io.heddle.agent;

import io.heddle.agent.runtime.JsonWriter;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import java.time.Duration;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/// Listens to JFR for virtual threads that blocked their carrier, however short, and reports them by the fifth of a
/// second in which they began.
///
/// JFR writes to a folder of its own, which it deletes when the JVM ends; the folder is reported, so that Heddle can
/// delete it when the JVM was killed. To name a folder on the command line would cost the target's start more than the
/// agent does.
///
/// With [FlightFile] the only class of the agent that names JFR: a run time without it loads all others.
final class PinWatch implements Runnable {

    private static final long SLOT_MILLIS = 200;

    private final TreeMap<Long, long[]> slots = new TreeMap<>();

    private final String flight;
    private boolean toldFolder;

    private PinWatch(String flight) {
        this.flight = flight;
    }

    /// Begins to listen, on a thread of its own, where the run time can.
    ///
    /// @param flight file for a recording beside; empty for none
    static void start(String flight) {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            Reports.note("pins are not counted: this run time has no jdk.jfr module");
            return;
        }
        Thread thread = new Thread(null, new PinWatch(flight), "heddle-pins", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        recordToFile();
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ZERO)
                    .withoutStackTrace();
            stream.onEvent("jdk.VirtualThreadPinned", this::add);
            stream.onFlush(this::report);
            stream.setOrdered(false);
            stream.start();
        } catch (RuntimeException | LinkageError e) {
            Reports.note("pins are not counted: " + e);
        }
    }

    private void recordToFile() {
        try {
            if (!flight.isEmpty()) {
                FlightFile.begin(flight);
            }
        } catch (java.io.IOException | RuntimeException | LinkageError e) {
            Reports.note("what holds carriers is not recorded: " + e);
        }
    }

    private void add(RecordedEvent pin) {
        long millis = pin.getStartTime().toEpochMilli();
        long[] slot = slots.computeIfAbsent(millis - millis % SLOT_MILLIS, start -> new long[2]);
        slot[0]++;
        slot[1] += pin.getDuration().toNanos();
    }

    private void report() {
        if (!toldFolder) {
            toldFolder = true;
            Reports.add(new Folder(System.getProperty("jdk.jfr.repository", "")));
        }
        slots.forEach((start, slot) -> Reports.add(new Pins(start, slot[0], slot[1])));
        slots.clear();
    }

    private record Folder(String folder) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("jfr").put("folder", folder);
        }
    }

    private record Pins(long start, long count, long nanos) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("pins").put("at", start).put("count", count).putSeconds("seconds", nanos);
        }
    }
}
