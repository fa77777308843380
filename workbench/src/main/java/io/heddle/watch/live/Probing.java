package io.heddle.watch.live;

import io.heddle.model.IoReason;
import io.heddle.model.Watch;
import io.heddle.model.WatchNow;
import io.heddle.watch.ProbeRun;
import io.heddle.watch.ProbeRun.Tick;
import io.heddle.watch.WatchEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.management.JMException;
import javax.management.ObjectName;

/// The probe in the target, as a managed bean: see `io.heddle.agent.probe`. Without a probe it does nothing.
final class Probing implements AutoCloseable {

    private static final String BEAN = "io.heddle:type=Probe,watcher=";

    /// Its own: another watcher of the same process has another.
    private final String bean = BEAN + UUID.randomUUID();
    private final Optional<Attached> target;
    private final long period;
    private final List<Tick> ticks = new ArrayList<>();
    private long outstanding;
    private String refused = "";

    private Probing(Optional<Attached> target, long period) {
        this.target = target;
        this.period = period;
    }

    /// @param agent jar with the probe; empty for none
    static Probing start(Attached target, Optional<Path> agent, Duration period, WatchEvents events) {
        if (agent.isEmpty()) {
            return new Probing(Optional.empty(), 0);
        }
        events.say(
                "the probe is loaded: the process prints a warning about a dynamically loaded agent (JEP 451), which is this one");
        Probing probing = new Probing(Optional.of(target), period.toNanos());
        target.load(agent.orElseThrow(), period.toMillis() + "," + probing.bean.substring(BEAN.length()));
        probing.look();
        probing.ticks.clear();
        return probing;
    }

    /// Fetches what was measured.
    ///
    /// @return milliseconds that the last wake-up has been waiting; negative without a probe
    double look() {
        if (target.isEmpty()) {
            return -1;
        }
        try {
            ObjectName own = new ObjectName(bean);
            Attached attached = target.orElseThrow();
            if (attached.beans().invoke(own, "drain", new Object[0], new String[0]) instanceof long[] drained) {
                for (int i = 0; i + 2 < drained.length; i += 3) {
                    ticks.add(new Tick(drained[i] * 1_000_000, drained[i + 1], drained[i + 2]));
                }
            }
            outstanding = attached.beans().getAttribute(own, "Outstanding") instanceof Long nanos ? nanos : 0;
        } catch (JMException | IOException e) {
            // When the target has gone, that is told elsewhere.
            refused = IoReason.of(e);
            outstanding = 0;
        }
        return outstanding / 1e6;
    }

    /// Why the probe could not be read, in a few words; empty where it could, or there is none.
    String refused() {
        return refused;
    }

    /// A last look, and all that was measured since the one before; empty without a probe, and where nothing was read:
    /// that is no measurement.
    Optional<ProbeRun> take() {
        refused = "";
        look();
        List<Tick> taken = List.copyOf(ticks);
        ticks.clear();
        return target.filter(_ -> refused.isEmpty() || !taken.isEmpty())
                .map(attached -> new ProbeRun(period, taken, outstanding, System.currentTimeMillis() * 1_000_000));
    }

    /// How late it ran so far; empty without a probe.
    Optional<WatchNow.Late> late() {
        return target.map(attached -> {
            Watch.Probe figures =
                    new ProbeRun(period, ticks, outstanding, System.currentTimeMillis() * 1_000_000).figures();
            return new WatchNow.Late(
                    figures.outstandingMillis(),
                    figures.p50Millis(),
                    figures.p99Millis(),
                    figures.maxMillis(),
                    figures.stalls());
        });
    }

    @Override
    public void close() {
        if (target.isPresent()) {
            try {
                target.orElseThrow().beans().invoke(new ObjectName(bean), "stop", new Object[0], new String[0]);
            } catch (JMException | IOException e) {
                // it has ended already
            }
        }
    }
}
