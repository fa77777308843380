package io.heddle.lab.bench;

import io.heddle.race.load.RunListener;
import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.Set;

/// What a server's processes use while a run measures, and what Heddle itself uses, which makes the load.
final class CpuOfWindow implements RunListener {

    private final Server server;
    private final Set<Long> own = Set.of(ProcessHandle.current().pid());
    private final long begun = System.nanoTime();
    private long opened;
    private Duration before = Duration.ZERO;
    private Duration after = Duration.ZERO;
    private Duration ownBefore = Duration.ZERO;
    private Duration ownAfter = Duration.ZERO;
    private Usage.Machine machineBefore = Usage.machine();
    private double machine;

    CpuOfWindow(Server server) {
        this.server = server;
    }

    @Override
    public void opened() {
        opened = System.nanoTime();
    }

    @Override
    public void measuring() {
        before = Usage.cpu(server.pids());
        ownBefore = Usage.cpu(own);
        machineBefore = Usage.machine();
    }

    @Override
    public void measured() {
        after = Usage.cpu(server.pids());
        ownAfter = Usage.cpu(own);
        machine = Usage.machine().busySince(machineBefore);
    }

    @Override
    public void progress(double fractionDone, double throughput) {
        // The lab tells the time of whole rows.
    }

    /// CPU time of the window in milliseconds.
    double millis() {
        return after.minus(before).toMillis();
    }

    /// CPU time of the generator and the rest of Heddle in the window, in milliseconds.
    double ownMillis() {
        return ownAfter.minus(ownBefore).toMillis();
    }

    /// Share of all cores that was busy in the window, 0 to 1.
    double machine() {
        return machine;
    }

    /// From the run's begin until all connections were open, in milliseconds; known to 50 ms.
    double millisToOpen() {
        return (opened - begun) / 1e6;
    }
}
