package io.heddle.race.load;

/// Requests start at a constant rate whatever the target does. Request i is meant to start at `begin + i ÷ rate`, and
/// its latency counts from there, so that a pause of the target is seen by every request that it delays (Tene, "How
/// NOT to measure latency"; the README of wrk2). Starts are in order, so the queue of requests that found no free
/// connection is a range of numbers.
final class OpenLoop implements Scheduler {

    private final double interval;
    private boolean begun;
    private long begin;
    private long handedOut;

    /// @param rate requests a second, above 0
    OpenLoop(double rate) {
        interval = 1e9 / rate;
    }

    @Override
    public void begin(long now) {
        begun = true;
        begin = now;
    }

    @Override
    public boolean startsOnOpening() {
        return false;
    }

    @Override
    public long next(long now) {
        return expired(now + 1);
    }

    @Override
    public long due() {
        return begun ? start(handedOut) : Long.MAX_VALUE;
    }

    @Override
    public long expired(long limit) {
        long start = due();
        if (start >= limit) {
            return NONE;
        }
        handedOut++;
        return start;
    }

    @Override
    public long waiting(long now) {
        if (!begun || due() > now) {
            return 0;
        }
        // the last start by now, from a quotient that rounding may have put one off
        long last = (long) ((now - begin) / interval) + 1;
        while (start(last) > now) {
            last--;
        }
        return last - handedOut + 1;
    }

    private long start(long number) {
        return begin + (long) (number * interval);
    }
}
