package io.heddle.agent.probe;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/// The probe of one watcher: keeps what it measures until that calls for it. A watcher that has not called for two
/// minutes is gone, and its probe ends by itself.
public final class ProbeControl implements ProbeControlMBean, Probe.Listener {

    private static final long PATIENCE = 120_000_000_000L;

    private final ObjectName name;
    private final long period;
    private final Probe probe;
    private final ProbeBuffer buffer = new ProbeBuffer();
    private volatile long called = System.nanoTime();

    ProbeControl(ObjectName name, long period) {
        this.name = name;
        this.period = period;
        this.probe = new Probe(period, this);
        probe.start();
    }

    @Override
    public void answered(long at, long delay, long control) {
        if (System.nanoTime() - called > PATIENCE) {
            stop();
        }
        buffer.answered(at, delay, control);
    }

    @Override
    public long[] drain() {
        called = System.nanoTime();
        return buffer.drain();
    }

    @Override
    public long getOutstanding() {
        return probe.outstanding();
    }

    @Override
    public long getPeriod() {
        return period;
    }

    @Override
    public void stop() {
        probe.stop();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException e) {
            // it was taken away before
        }
    }
}
