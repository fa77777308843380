package io.heddle.race.load;

/// A target in virtual time behind a real [ConnectionQueue]: answers each request at a moment that a rule gives.
final class SimulatedTarget {

    /// When a request that is sent now is answered.
    interface Rule {

        long answeredAt(long sent);
    }

    private final VirtualTime time;
    private final Rule rule;
    private final Tally tally;
    private final ConnectionQueue<Integer> dispatch;
    private boolean armed;

    SimulatedTarget(VirtualTime time, Scheduler scheduler, int connections, Rule rule) {
        this.time = time;
        this.rule = rule;
        this.tally = new Tally(time.nanos());
        this.dispatch = new ConnectionQueue<>(scheduler, tally, this::send, this::wakeAt);
        dispatch.begin(time.nanos());
        for (int connection = 0; connection < connections; connection++) {
            dispatch.free(connection, time.nanos());
        }
    }

    Tally tally() {
        return tally;
    }

    /// The totals now; the oldest request in flight is left out.
    Snapshot snapshot() {
        return dispatch.snapshot(time.nanos(), Scheduler.NONE, 0, true);
    }

    private void wakeAt(long at) {
        if (!armed) {
            armed = true;
            time.at(at, this::tick);
        }
    }

    private void tick() {
        armed = false;
        dispatch.tick(time.nanos());
    }

    private void send(Integer connection, long start, long now) {
        time.at(rule.answeredAt(now), () -> {
            tally.answered(start, time.nanos());
            dispatch.free(connection, time.nanos());
        });
    }
}
