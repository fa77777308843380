package io.heddle.agent;

import io.heddle.agent.probe.Probe;
import io.heddle.agent.probe.ProbeBuffer;
import io.heddle.agent.runtime.JsonWriter;

/// Runs the probe, and keeps what it measures until the next line is written.
final class ProbeLog {

    private static final int NUMBERS = 3;

    private final long period;
    private final Probe probe;
    private final ProbeBuffer buffer = new ProbeBuffer();

    private ProbeLog(int millis) {
        this.period = millis * 1_000_000L;
        this.probe = new Probe(period, buffer);
    }

    /// @param millis between two wake-ups, above 0
    static ProbeLog start(int millis) {
        ProbeLog log = new ProbeLog(millis);
        log.probe.start();
        return log;
    }

    /// To be called when no more is written.
    void stop() {
        probe.stop();
    }

    /// Writes what was answered since the last line, and how long the wake-up that was not has been waiting.
    void write(JsonWriter json) {
        json.begin("probe")
                .put("at", System.currentTimeMillis())
                .putMillis("periodMillis", period)
                .putMillis("outstandingMillis", probe.outstanding())
                .beginList("answers");
        long[] kept = buffer.drain();
        for (int i = 0; i < kept.length; i += NUMBERS) {
            json.answer(kept[i], kept[i + 1], kept[i + 2]);
        }
        json.endList();
    }
}
