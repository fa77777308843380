package io.heddle.lab.bench;

import io.heddle.race.load.Moments;
import io.heddle.race.target.Usage;
import java.time.Duration;

/// What a server's processes use while a run measures.
final class CpuOfWindow implements Moments {

    private final Server server;
    private Duration before = Duration.ZERO;
    private Duration after = Duration.ZERO;

    CpuOfWindow(Server server) {
        this.server = server;
    }

    @Override
    public void measuring() {
        before = Usage.cpu(server.pids());
    }

    @Override
    public void measured() {
        after = Usage.cpu(server.pids());
    }

    @Override
    public void progress(double fractionDone, double throughput) {
        // The lab tells the time of whole rows.
    }

    /// CPU time of the window in milliseconds.
    double millis() {
        return after.minus(before).toMillis();
    }
}
