package io.heddle.check.services;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/// How long virtual threads blocked with their carriers while a holder was on the stack.
///
/// @param pins events per 1,000 requests
/// @param millis their duration per 1,000 requests
record Pinned(double pins, double millis) {

    static final Pinned NONE = new Pinned(0, 0);

    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final double PER = 1_000;

    /// Reads a recording.
    ///
    /// @param requests that were answered meanwhile, above 0
    static Map<Holder, Pinned> read(Path recording, List<Holder> holders, int requests) throws IOException {
        Set<Holder> wanted = Set.copyOf(holders);
        Map<Holder, Pinned> pinned = new HashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(PINNED) && event.getStackTrace() != null) {
                    Duration held = event.getDuration();
                    Pinned one = new Pinned(PER / requests, held.toNanos() / 1e6 * PER / requests);
                    onStack(event, wanted).forEach(holder -> pinned.merge(holder, one, Pinned::plus));
                }
            }
        }
        return pinned;
    }

    private static Set<Holder> onStack(RecordedEvent event, Set<Holder> wanted) {
        Set<Holder> met = new LinkedHashSet<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            Holder holder = Holder.method(
                    frame.getMethod().getType().getName(),
                    frame.getMethod().getName(),
                    frame.getMethod().getDescriptor());
            if (wanted.contains(holder)) {
                met.add(holder);
            }
        }
        return met;
    }

    private Pinned plus(Pinned other) {
        return new Pinned(pins + other.pins, millis + other.millis);
    }
}
