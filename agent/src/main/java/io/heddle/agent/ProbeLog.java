package io.heddle.agent;

import io.heddle.agent.probe.Probe;
import io.heddle.agent.runtime.Json;
import java.util.Arrays;

/// Runs the probe, and keeps what it measures until the next line is written.
final class ProbeLog implements Probe.Listener {

    private static final int NUMBERS = 3;

    private final long period;
    private final Probe probe;
    private long[] kept = new long[NUMBERS * 32];
    private int used;

    private ProbeLog(int millis) {
        this.period = millis * 1_000_000L;
        this.probe = new Probe(period, this);
    }

    /// @param millis between two wake-ups, above 0
    static ProbeLog start(int millis) {
        ProbeLog log = new ProbeLog(millis);
        log.probe.start();
        return log;
    }

    @Override
    public synchronized void answered(long at, long delay, long control) {
        if (used == kept.length) {
            kept = Arrays.copyOf(kept, used * 2);
        }
        kept[used++] = at;
        kept[used++] = delay;
        kept[used++] = control;
    }

    /// Writes what was answered since the last line, and how long the wake-up that was not has been waiting.
    synchronized void write(Json json) {
        json.begin("probe")
                .put("at", System.currentTimeMillis())
                .putMillis("periodMillis", period)
                .putMillis("outstandingMillis", probe.outstanding())
                .beginList("answers");
        for (int i = 0; i < used; i += NUMBERS) {
            json.answer(kept[i], kept[i + 1], kept[i + 2]);
        }
        json.endList();
        used = 0;
    }
}
