package io.heddle.agent.probe;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.ObjectName;

/// Keeps what the probe measures until it is called for.
public final class ProbeControl implements ProbeControlMBean, Probe.Listener {

    private static final int MOST = 3 * 8192;

    private final long period;
    private final Probe probe;
    private long[] kept = new long[3 * 64];
    private int used;

    ProbeControl(long period) {
        this.period = period;
        this.probe = new Probe(period, this);
        probe.start();
    }

    @Override
    public synchronized void answered(long at, long delay, long control) {
        if (used == kept.length) {
            if (used >= MOST) {
                System.arraycopy(kept, MOST / 2, kept, 0, MOST / 2);
                used = MOST / 2;
            } else {
                kept = Arrays.copyOf(kept, used * 2);
            }
        }
        kept[used++] = at;
        kept[used++] = delay;
        kept[used++] = control;
    }

    @Override
    public synchronized long[] drain() {
        long[] drained = Arrays.copyOf(kept, used);
        used = 0;
        return drained;
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
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
        } catch (JMException e) {
            // taken away by another watcher
        }
    }
}
