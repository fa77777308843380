package io.heddle.agent;

import io.heddle.agent.runtime.ConnectionPools;
import io.heddle.agent.runtime.JsonWriter;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Served;
import io.heddle.agent.runtime.Servers;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Writes what was seen, five times a second and at exit, on a daemon thread of its own; does there first what need
/// not hold up the target's `main`.
final class ResultWriter implements Runnable {

    private static final long TICK = 200_000_000;

    private final ResultFile file;
    private final Transformer transformer;
    private final Settings settings;
    private final JsonWriter json = new JsonWriter();
    private final PlatformThreads threads = new PlatformThreads();
    private final Pollers pollers = new Pollers(threads);
    private long lastTick;
    private long virtual;
    private long platform;
    private int threadsLookedAt;
    private String pollerMode = "";
    private boolean watchesPins;
    private @Nullable ProbeLog probe;

    ResultWriter(ResultFile file, Transformer transformer, Settings settings) {
        this.file = file;
        this.transformer = transformer;
        this.settings = settings;
    }

    /// Writes the first line and starts to tick.
    ///
    /// @param began `System.nanoTime()` when the agent began
    void start(long began) {
        Thread thread = new Thread(null, this, "heddle-clock", 0, false);
        thread.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(null, new LastTick(), "heddle-last-tick", 0, false));
        lastTick = System.nanoTime();
        json.begin("hello")
                .put("at", System.currentTimeMillis())
                .put("agent", version())
                .put("jdk", System.getProperty("java.runtime.version", ""))
                .put("mode", settings.mode() == Mode.FLIP ? "flip" : "observe")
                .putMillis("premainMillis", lastTick - began);
        file.append(json);
        thread.start();
    }

    @Override
    public void run() {
        transformer.loadPoolWorker();
        long next = lastTick + TICK;
        while (!file.broken()) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
            } else {
                tick();
                next = Math.max(next + TICK, System.nanoTime());
            }
        }
        stopProbe();
    }

    /// Nobody would hear of what it measures.
    private synchronized void stopProbe() {
        if (probe != null) {
            probe.stop();
        }
    }

    private synchronized void tick() {
        try {
            long allVirtual = Requests.virtual();
            long allPlatform = Requests.platform();
            Servers.reportReady(allVirtual + allPlatform > 0);
            for (Report report = Reports.poll(); report != null; report = Reports.poll()) {
                report.write(json);
                file.append(json);
            }
            writeTick(allVirtual, allPlatform);
            writeProbe();
            watchOnceServing();
            lookAtPollers();
        } catch (RuntimeException | LinkageError e) {
            // a target's class gave an answer that no shape check foresaw: this tick is lost, the next one
            // tries again
        }
    }

    private void writeTick(long allVirtual, long allPlatform) {
        long now = System.nanoTime();
        threads.sample();
        Runtime memory = Runtime.getRuntime();
        json.begin("tick")
                .put("at", System.currentTimeMillis())
                .putSeconds("seconds", now - lastTick)
                .put("virtual", allVirtual - virtual)
                .put("platform", allPlatform - platform)
                .put("threads", threads.live())
                .put("peakThreads", threads.peak())
                .put("running", Requests.running())
                .put("heap", memory.totalMemory() - memory.freeMemory())
                .put("heapMax", memory.maxMemory());
        Served.write(json);
        ConnectionPools.write(json);
        file.append(json);
        lastTick = now;
        virtual = allVirtual;
        platform = allPlatform;
    }

    private void writeProbe() {
        if (probe != null) {
            probe.write(json);
            file.append(json);
        }
    }

    /// JFR costs some hundred milliseconds to start: not before the target serves, and not on its threads.
    private void watchOnceServing() {
        if (!watchesPins && virtual + platform > 0) {
            watchesPins = true;
            JvmFacts.report(pollerMode);
            PinWatch.start(settings.flight());
            if (settings.probeMillis() > 0) {
                probe = ProbeLog.start(settings.probeMillis());
            }
        }
    }

    /// They begin with the first virtual thread that waits for a socket, and stay.
    private void lookAtPollers() {
        if (watchesPins && pollerMode.isEmpty() && threads.live() != threadsLookedAt) {
            threadsLookedAt = threads.live();
            pollerMode = pollers.mode();
            if (!pollerMode.isEmpty()) {
                JvmFacts.report(pollerMode);
            }
        }
    }

    private static String version() {
        String version = ResultWriter.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    private final class LastTick implements Runnable {

        @Override
        public void run() {
            tick();
        }
    }
}
