package io.heddle.agent.probe;

import java.util.Arrays;

/// What was measured and not yet called for, three numbers each. Of more than there is room for the older half is
/// dropped: a target is never filled up because nobody listens.
public final class ProbeBuffer implements Probe.Listener {

    private static final int NUMBERS = 3;
    /// At the usual 20 ms between two wake-ups that is more than two and a half minutes.
    private static final int MOST = NUMBERS * 8192;

    private long[] kept = new long[NUMBERS * 64];
    private int used;

    @Override
    public synchronized void answered(long at, long delay, long control) {
        if (used == kept.length) {
            if (used >= MOST) {
                System.arraycopy(kept, MOST / 2, kept, 0, MOST / 2);
                used = MOST / 2;
            } else {
                kept = Arrays.copyOf(kept, Math.min(MOST, used * 2));
            }
        }
        kept[used++] = at;
        kept[used++] = delay;
        kept[used++] = control;
    }

    /// All of it, the oldest first; what was taken is gone.
    public synchronized long[] drain() {
        long[] drained = Arrays.copyOf(kept, used);
        used = 0;
        return drained;
    }
}
