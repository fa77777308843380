package io.heddle.race.load;

import java.time.Duration;

/// Opens connections in batches that fit a default accept queue (50 in Jetty, 100 in Tomcat): the next batch waits
/// until each connection of the last one was established and answered, which proves that the target accepted it, or 20
/// ms have passed since the last was established. Without it 2,000 connections at once overflowed a queue of 50 3,321
/// times in one run, and each lost SYN costs a second. Confined to one event loop.
final class Ramp {

    private static final long PATIENCE = Duration.ofMillis(20).toNanos();

    private final int connections;
    private final int batch;
    private int opened;
    private int batchStart;
    private int settled;
    private int answered;
    private long lastSettled;

    /// @param connections how many to open in all
    /// @param batch most that are opened at once, at least 1
    Ramp(int connections, int batch) {
        this.connections = connections;
        this.batch = batch;
    }

    /// How many connections are to be opened now, numbered on from the last. Call again within some milliseconds
    /// until [#done].
    int open(long now) {
        if (opened == connections || !batchThrough(now)) {
            return 0;
        }
        batchStart = opened;
        settled = 0;
        answered = 0;
        opened += Math.min(connections - opened, batch);
        return opened - batchStart;
    }

    /// A connection was established for the first time, or its first attempt failed.
    void settled(int number, long now) {
        if (number >= batchStart) {
            settled++;
            lastSettled = now;
        }
    }

    /// A connection got its first answer.
    void answered(int number) {
        if (number >= batchStart) {
            answered++;
        }
    }

    /// Whether the last batch is through.
    boolean done(long now) {
        return opened == connections && batchThrough(now);
    }

    private boolean batchThrough(long now) {
        int size = opened - batchStart;
        return settled == size && (answered == size || now - lastSettled >= PATIENCE);
    }
}
