package io.heddle.agent.runtime;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// What the target's threads leave for the agent's writer. Holds at most 1,000 reports that nobody took: a target
/// never pays for a writer that stopped.
public final class Reports {

    private static final int MOST = 1_000;
    private static final ConcurrentLinkedQueue<Report> WAITING = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger SIZE = new AtomicInteger();

    private Reports() {}

    /// Leaves a report for the writer; drops it when too many wait.
    public static void add(Report report) {
        if (SIZE.incrementAndGet() <= MOST) {
            WAITING.add(report);
        } else {
            SIZE.decrementAndGet();
        }
    }

    /// Leaves a `note` line for the writer.
    public static void note(String text) {
        add(new Note(text));
    }

    /// Takes the oldest report.
    ///
    /// @return null when there is none
    public static @Nullable Report poll() {
        Report report = WAITING.poll();
        if (report != null) {
            SIZE.decrementAndGet();
        }
        return report;
    }

    private record Note(String text) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("note").put("text", text);
        }
    }
}
