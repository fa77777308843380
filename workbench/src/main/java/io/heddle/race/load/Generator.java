package io.heddle.race.load;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Makes load over loopback with a fixed, small number of threads. Runs at the same time share the
/// threads, so only one of them may be measured; connections do not outlive their run.
public final class Generator implements AutoCloseable {

    /// Fits a default accept queue: 50 in Jetty, 100 in Tomcat.
    private static final int BATCH = 32;

    private final Transport transport;
    private final Clock clock;
    private final InstantSource wall;
    private final int batch;
    private final EventLoopGroup group;
    private final List<EventLoop> loops = new ArrayList<>();

    /// @param eventLoops threads that send and receive, 1 or more; one carries some 80,000 requests a second
    public Generator(int eventLoops) {
        this(eventLoops, Transport.best());
    }

    Generator(int eventLoops, Transport transport) {
        this(eventLoops, transport, Clock.SYSTEM, InstantSource.system());
    }

    /// @param clock that runs count by
    /// @param wall the machine's clock
    Generator(int eventLoops, Transport transport, Clock clock, InstantSource wall) {
        this(eventLoops, BATCH, transport, clock, wall);
    }

    private Generator(int eventLoops, int batch, Transport transport, Clock clock, InstantSource wall) {
        this.batch = batch;
        this.transport = transport;
        this.clock = clock;
        this.wall = wall;
        this.group = new MultiThreadIoEventLoopGroup(
                eventLoops, new DefaultThreadFactory("heddle-load", true), transport.factory());
        for (int i = 0; i < eventLoops; i++) {
            loops.add(group.next());
        }
    }

    /// One whose runs open all connections at once instead of in batches, to see what a target's accept queue
    /// makes of that. Not for a comparison of threads.
    ///
    /// @param eventLoops threads that send and receive, 1 or more
    public static Generator openingAtOnce(int eventLoops) {
        return new Generator(eventLoops, Integer.MAX_VALUE, Transport.best(), Clock.SYSTEM, InstantSource.system());
    }

    /// Opens connections, lets the target settle, measures, and closes the connections. In a closed loop the
    /// connections are dealt out over the event loops; an open loop uses one, so that there is one queue in front
    /// of all connections.
    ///
    /// Bounded: twice `settleMax` (the first time 5 s at least), 10 ms a connection, `measureMax`, and `timeout`
    /// more when the target answers nothing.
    ///
    /// @param moments called on this thread
    /// @throws InterruptedException if this thread is interrupted: the run ends at once, its connections are
    ///     closed, and what it measured is lost
    /// @throws Failure if a header cannot be sent, the target refuses connections for good, accepts too few
    ///     (its cause is a [TooFewConnections]), or answers nothing at all (a [NoAnswer])
    public Measurement run(Endpoint endpoint, RequestMix mix, Load load, Phases phases, RunListener moments)
            throws InterruptedException {
        RequestCodec wire = new RequestCodec(transport, endpoint, mix, phases.timeout());
        int connections = switch (load) {
            case Load.Closed closed -> closed.connections();
            case Load.Open open -> open.connections();
        };
        int shardCount = load instanceof Load.Open ? 1 : Math.min(loops.size(), connections);
        List<LoadWorker> shards = new ArrayList<>();
        for (int i = 0; i < shardCount; i++) {
            Scheduler scheduler = switch (load) {
                case Load.Closed _ -> new ClosedLoop();
                case Load.Open open -> new OpenLoop(open.rate());
            };
            int share = connections / shardCount + (i < connections % shardCount ? 1 : 0);
            shards.add(new LoadWorker(
                    loops.get(i),
                    transport,
                    wire,
                    mix,
                    scheduler,
                    clock,
                    phases.timeout(),
                    share,
                    share,
                    Math.max(1, batch / shardCount),
                    Fates.IGNORED));
        }
        return new Run(shards, endpoint.base().getAuthority(), load, phases, moments, wall).conduct();
    }

    /// Opens connections and puts requests on them at one rate after the other, on one event loop; opens more
    /// where requests find none. Each request counts from its intended start. A target that stops to answer ends
    /// the load, not this call.
    ///
    /// Bounded: 5 s and 10 ms a connection to open, then the stages.
    ///
    /// @throws InterruptedException if this thread is interrupted: the run ends at once
    /// @throws Failure if a header cannot be sent, or the target accepts too few connections (its cause is a
    ///     [TooFewConnections])
    public StagedResult run(Endpoint endpoint, RequestMix mix, StagedLoad load, StagedListener listener)
            throws InterruptedException {
        Timetable timetable = Timetable.of(load.stages());
        OpenLoop loop = new OpenLoop(timetable);
        Slices slices = new Slices(loop, timetable, load.patience());
        LoadWorker worker = new LoadWorker(
                loops.getFirst(),
                transport,
                new RequestCodec(transport, endpoint, mix, load.patience()),
                mix,
                loop,
                clock,
                load.patience(),
                load.connections(),
                load.most(),
                batch,
                slices);
        return new StagedRun(worker, slices, endpoint.base().getAuthority(), load, listener, wall).conduct();
    }

    /// Repeats one request to a loopback address, as [#run(Endpoint, Mix, Load, Phases, Moments)] does.
    public Measurement run(Request request, Load load, Phases phases, RunListener moments) throws InterruptedException {
        return run(Endpoint.loopback(request.uri()), RequestMix.of(request), load, phases, moments);
    }

    /// Sends one request to a loopback address, as [#once(Endpoint, Request, Duration)] does.
    public Answer once(Request request, Duration timeout) throws InterruptedException {
        return once(Endpoint.loopback(request.uri()), request, timeout);
    }

    /// Sends one request on a connection of its own.
    ///
    /// @param timeout for connecting and answering together
    /// @throws InterruptedException if this thread is interrupted
    /// @throws Failure if no whole answer comes in time
    public Answer once(Endpoint endpoint, Request request, Duration timeout) throws InterruptedException {
        RequestCodec wire = new RequestCodec(transport, endpoint, RequestMix.of(request), timeout);
        SingleAnswer answer = new SingleAnswer(wire, loops.getFirst());
        try {
            return answer.ask().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new Failure(
                    "the target at " + request.uri().getAuthority()
                            + request.uri().getPath() + " gave no answer within " + Run.seconds(timeout),
                    "look at the target's output; --path chooses another path",
                    e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw Unanswered.of(request.uri(), cause);
        } finally {
            answer.close();
        }
    }

    /// Ends the threads. One that died of an error, such as a class that is gone, never says that it has ended.
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
