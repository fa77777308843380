package io.heddle.race.load;

/// Each connection sends its next request when the last one is answered: connections bound the requests in flight, and
/// a slow target slows the load down with it (Schroeder, Wierman, Harchol-Balter, "Open versus closed: a cautionary
/// tale", NSDI 2006).
final class ClosedLoop implements Scheduler {

    @Override
    public void begin(long now) {
        // each connection began when it opened
    }

    @Override
    public boolean startsOnOpening() {
        return true;
    }

    @Override
    public long next(long now) {
        return now;
    }

    @Override
    public long due() {
        return Long.MAX_VALUE;
    }

    @Override
    public long expired(long limit) {
        return NONE;
    }

    @Override
    public long waiting(long now) {
        return 0;
    }
}
