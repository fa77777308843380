package io.heddle.lab.ring;

import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Loaded;
import java.util.Locale;

/// What one row runs.
///
/// @param server empty for Jetty alone; else the version of Ring whose adapter starts it
/// @param mode `platform` or `virtual`: what handlers run on
/// @param threads of Jetty's pool
/// @param connections one request at a time on each
record Setting(String server, String mode, int threads, int connections) {

    static final int SLEEP_MILLIS = 50;

    /// Room for every connection that rows open.
    static final int LONG_QUEUE = 4_096;

    /// Threads that Jetty keeps for accepting and selecting, or for growth.
    static final int JETTYS_OWN = 8;

    /// A row this near to its bound has no other limit.
    private static final double AT_ITS_BOUND = 0.85;

    /// Cores this busy have nothing left to give.
    private static final double CORES_BUSY = 0.85;

    static Setting platform(int threads, int connections) {
        return new Setting("", "platform", threads, connections);
    }

    static Setting virtual(int connections) {
        return new Setting("", "virtual", 50, connections);
    }

    /// The same by Ring's own adapter.
    Setting ring(String version) {
        return new Setting(version, mode, threads, connections);
    }

    boolean onVirtual() {
        return mode.equals("virtual");
    }

    String title() {
        return (server.isEmpty() ? "" : "Ring " + server + ", ")
                + (onVirtual() ? "virtual threads" : threads + " platform threads") + ", " + connections
                + " connections, accept queue " + LONG_QUEUE;
    }

    Limit bound() {
        int atOnce = atOnce();
        return Limit.atMost(
                atOnce * 1_000.0 / SLEEP_MILLIS,
                (atOnce == connections ? connections + " connections" : threads + " threads") + " / 50 ms");
    }

    /// What limited the row.
    String remark(Loaded loaded) {
        int cores = Runtime.getRuntime().availableProcessors();
        double served = loaded.serverCores();
        double generator = loaded.generatorCores();
        String used = String.format(
                Locale.ROOT, "of %d cores the server used %.2f, the load generator %.2f", cores, served, generator);
        if (loaded.measurement().throughput() >= AT_ITS_BOUND * bound().value()) {
            return (atOnce() < connections
                            ? "limited by its threads: " + (connections - threads) + " connections wait at any time"
                            : onVirtual()
                                    ? "limited by the connections, as any threads would be that are enough"
                                    : "limited by the connections: a pool of the right size needs no virtual threads for that")
                    + "; " + used;
        }
        return served + generator >= CORES_BUSY * cores
                ? "limited by the cores, not by the count of threads: " + used
                : "below its bound, and its own use of the cores is not why: " + used;
    }

    private int atOnce() {
        return onVirtual() ? connections : Math.min(threads, connections);
    }
}
