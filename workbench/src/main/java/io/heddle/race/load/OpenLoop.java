package io.heddle.race.load;

/// Requests start when their timetable says, whatever the target does. At a constant rate request i is meant to start
/// at `begin + i ÷ rate`, and its latency counts from there, so that a pause of the target is seen by every request
/// that it delays (Tene, "How
/// NOT to measure latency"; the README of wrk2). Starts are in order, so the queue of requests that found no free
/// connection is a range of numbers.
final class OpenLoop implements Scheduler {

    private final Timetable timetable;
    private boolean begun;
    private long begin;
    private long handedOut;

    /// @param rate requests a second, above 0
    OpenLoop(double rate) {
        this(Timetable.constant(rate));
    }

    OpenLoop(Timetable timetable) {
        this.timetable = timetable;
    }

    @Override
    public void begin(long now) {
        begun = true;
        begin = now;
    }

    /// When the load began; only then does it have a meaning.
    long begin() {
        return begin;
    }

    boolean begun() {
        return begun;
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
        return begun ? begin + timetable.start(handedOut) : Long.MAX_VALUE;
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
        return !begun || due() > now ? 0 : timetable.startedBy(now - begin) - handedOut;
    }
}
