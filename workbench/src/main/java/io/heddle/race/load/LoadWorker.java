package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// One event loop's share of a run: its connections, its part of the schedule and its counts. All of it runs on that
/// event loop, but for [#start], [#stop] and [#call], which hand over to it.
final class LoadWorker {

    /// What a shard has at the end of the window.
    ///
    /// @param latency nanoseconds, of the window alone
    /// @param startLag nanoseconds, of the window alone
    /// @param lows of the window alone
    /// @param runDelay nanoseconds of the window for which the shard's thread waited for a core
    record Closing(Snapshot totals, Histogram latency, Histogram startLag, ServiceTimeFloor lows, long runDelay) {}

    private static final long RAMP_MILLIS = 1;

    /// Connections that are opened within a millisecond when requests wait for one.
    private static final int GROWTH = 4;
    private static final long LONGEST_SWEEP = Duration.ofMillis(100).toNanos();

    private final EventLoop loop;
    private final RequestCodec wire;
    private final Accepted accepted;
    private final Clock clock;
    private final long timeout;
    private final int most;
    private final Ramp ramp;
    private final Refusals refusals = new Refusals();
    private final Tally tally;
    private final Sequence sequence;
    private final ServiceTimeFloor lows;
    private final Pacer pacer;
    private final ConnectionQueue<Connection> dispatch;
    private final List<Connection> connections = new ArrayList<>();
    private @Nullable RuntimeException failure;
    private boolean opened;
    private boolean stopped;
    private long delayedBefore;

    /// @param connections how many this shard opens before the load begins
    /// @param most how many it may have, when requests wait for one
    /// @param batch how many it may open at once
    /// @param fates hears what becomes of each request
    LoadWorker(
            EventLoop loop,
            Transport transport,
            RequestCodec wire,
            RequestMix mix,
            Scheduler scheduler,
            Clock clock,
            Duration timeout,
            int connections,
            int most,
            int batch,
            Fates fates) {
        this.loop = loop;
        this.wire = wire;
        this.accepted = mix.accepted();
        this.clock = clock;
        this.timeout = timeout.toNanos();
        this.most = most;
        this.ramp = new Ramp(connections, batch);
        this.tally = new Tally(clock.nanos(), fates);
        this.sequence = new Sequence(mix);
        this.lows = new ServiceTimeFloor(mix);
        this.pacer = Pacer.on(loop, transport, clock, guarded(this::tick));
        this.dispatch = new ConnectionQueue<>(scheduler, tally, Connection::send, pacer::arm);
    }

    /// Begins to open connections.
    void start() {
        loop.execute(guarded(this::ramp));
        loop.execute(guarded(this::sweep));
    }

    /// Closes all connections, whatever is in flight, and ends the schedule.
    ///
    /// @return completed when they are closed
    Future<?> stop() {
        return loop.submit(() -> {
            stopped = true;
            pacer.close();
            connections.forEach(Connection::close);
        });
    }

    /// Runs something on the event loop.
    <T> Future<T> call(Callable<T> task) {
        return loop.submit(task);
    }

    /// The totals now. On the event loop.
    ///
    /// @throws Failure if the target refuses connections for good, or sockets cannot be had
    Snapshot snapshot() {
        long now = clock.nanos();
        if (refusals.dead(now)) {
            throw new Failure(
                    "the target at " + wire.address() + " stopped answering: it refuses connections",
                    "look at the target's output; it may have crashed or run out of memory");
        }
        if (failure != null) {
            throw failure;
        }
        long oldest = Scheduler.NONE;
        int open = 0;
        for (Connection connection : connections) {
            long start = connection.start();
            if (start != Scheduler.NONE && (oldest == Scheduler.NONE || start < oldest)) {
                oldest = start;
            }
            open += connection.established() ? 1 : 0;
        }
        return dispatch.snapshot(now, oldest, open, opened);
    }

    /// The totals now, and from now on the latencies. On the event loop.
    Snapshot openWindow() {
        tally.resetHistograms();
        lows.reset();
        delayedBefore = RunDelay.nanos();
        return snapshot();
    }

    /// The totals now, and the latencies since the window opened. On the event loop.
    Closing closeWindow() {
        return new Closing(snapshot(), tally.latency(), tally.startLag(), lows.copy(), runDelay());
    }

    /// Nanoseconds since the window opened for which this thread waited for a core. On the event loop.
    long runDelay() {
        return RunDelay.nanos() - delayedBefore;
    }

    Tally tally() {
        return tally;
    }

    ServiceTimeFloor lows() {
        return lows;
    }

    Accepted accepted() {
        return accepted;
    }

    /// Number in the mix of the request that comes next.
    int nextRequest() {
        return sequence.next();
    }

    long now() {
        return clock.nanos();
    }

    /// A request, to be written once.
    Object message(int request, Channel on) {
        return wire.message(request, on);
    }

    /// A new socket.
    ///
    /// @throws Failure if there is none to be had
    Channel channel(Connection connection) {
        try {
            return wire.channel(connection, connection::request, loop);
        } catch (ChannelException e) {
            String why = e.getCause() == null
                    ? String.valueOf(e.getMessage())
                    : String.valueOf(e.getCause().getMessage());
            throw new Failure(
                    "Heddle could not open a socket for connection " + connection.number() + ": " + why,
                    "ask for fewer --connections, or raise the limit of open files (ulimit -n)",
                    e);
        }
    }

    /// Keeps what goes wrong where nobody waits for it, for the next snapshot to throw.
    void failed(RuntimeException problem) {
        if (failure == null) {
            failure = problem;
        }
    }

    /// Registers and connects a socket.
    ///
    /// @return completed when requests may be written
    Future<Void> connect(Channel channel) {
        loop.register(channel);
        return wire.connect(channel);
    }

    /// The request that a connection opens with, or [Scheduler#NONE].
    long startOnOpening(long now) {
        return dispatch.opening(now);
    }

    /// A connection has nothing to do.
    void free(Connection connection, long now) {
        if (!stopped) {
            dispatch.free(connection, now);
        }
    }

    /// A connection was established for the first time, or failed to be.
    void settled(Connection connection, long now) {
        ramp.settled(connection.number(), now);
    }

    /// A connection got its first answer.
    void answered(Connection connection) {
        ramp.answered(connection.number());
    }

    void alive() {
        refusals.alive();
    }

    void refused(long now) {
        refusals.refused(now);
    }

    /// A connection is not open any more.
    void lost(Connection connection) {
        dispatch.lost(connection);
    }

    /// Opens a connection again after a while.
    ///
    /// @param backOff nanoseconds; 0 opens at once
    void reopen(Connection connection, long now, long backOff) {
        if (stopped) {
            return;
        }
        if (backOff == 0) {
            connection.open(now);
        } else {
            loop.schedule(
                    guarded(() -> {
                        if (!stopped) {
                            connection.open(now());
                        }
                    }),
                    backOff,
                    TimeUnit.NANOSECONDS);
        }
    }

    private void ramp() {
        if (stopped || opened) {
            return;
        }
        long now = now();
        for (int more = ramp.open(now); more > 0; more--) {
            Connection connection = new Connection(this, connections.size());
            connections.add(connection);
            connection.open(now);
        }
        if (ramp.done(now)) {
            opened = true;
            dispatch.begin(now);
            if (connections.size() < most) {
                grow();
            }
        } else {
            loop.schedule(guarded(this::ramp), RAMP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /// Opens connections for requests that found none, as a client's pool does.
    private void grow() {
        if (stopped) {
            return;
        }
        long now = now();
        long missing = dispatch.waiting(now)
                - connections.stream().filter(one -> !one.established()).count();
        for (long more = Math.min(missing, Math.min(GROWTH, most - connections.size())); more > 0; more--) {
            Connection connection = new Connection(this, connections.size());
            connections.add(connection);
            connection.open(now);
        }
        loop.schedule(guarded(this::grow), RAMP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        if (!stopped) {
            dispatch.tick(now());
        }
    }

    private void sweep() {
        if (stopped) {
            return;
        }
        long now = now();
        dispatch.giveUp(now - timeout, now);
        connections.forEach(connection -> connection.expire(now - timeout, now));
        loop.schedule(guarded(this::sweep), Math.clamp(timeout / 20, 1, LONGEST_SWEEP), TimeUnit.NANOSECONDS);
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                failed(e);
            }
        };
    }
}
