package io.heddle.race.load;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/// Takes one run through its phases, on the caller's thread, while its shards do the work on theirs.
final class Run {

    private static final long TICK = Duration.ofMillis(50).toNanos();
    private static final long LEAST_LOOK = Duration.ofMillis(10).toNanos();
    /// Bursts that come as often as they are looked at are off by up to one of them, half a percent so.
    private static final int LOOKS = 200;
    private static final long LATELY = Duration.ofSeconds(1).toNanos();
    private static final long LEAST_LOOK_BACK = Duration.ofMillis(500).toNanos();
    /// Fifteen times what a connection takes where each batch of 32 waits for its 20 ms: a machine that is
    /// saturated meanwhile takes longer.
    private static final long OPENING = Duration.ofMillis(10).toNanos();
    /// A cold target answers its first requests late, and a warm-up settles for no time at all.
    private static final long LEAST_OPENING = Duration.ofSeconds(5).toNanos();
    private static final long SLACK = Duration.ofMillis(500).toNanos();
    private static final int FEW_TIMEOUTS = 5;
    private static final long PROGRESS = Duration.ofMillis(200).toNanos();

    private final List<LoadWorker> shards;
    private final String address;
    private final Load load;
    private final Phases phases;
    private final RunListener moments;
    private final SteadyTest steadyTest;
    private final InstantSource wall;
    private final Deque<Snapshot> lately = new ArrayDeque<>();
    private boolean steady;
    private long told;
    private double done;

    /// @param address the target, for sentences
    /// @param wall the machine's clock
    Run(List<LoadWorker> shards, String address, Load load, Phases phases, RunListener moments, InstantSource wall) {
        this.shards = shards;
        this.address = address;
        this.load = load;
        this.phases = phases;
        this.moments = moments;
        this.wall = wall;
        this.steadyTest = new SteadyTest(
                load instanceof Load.Open,
                Math.max(phases.settleMin().toNanos(), LEAST_LOOK_BACK),
                phases.settleLatencies());
    }

    /// @throws InterruptedException if the caller's thread is interrupted; the connections are closed then
    /// @throws Failure if the target refuses connections for good, or answers nothing, or a clock leaps
    Measurement conduct() throws InterruptedException {
        try {
            NetCounters before = NetCounters.read();
            shards.forEach(LoadWorker::start);
            settle();
            moments.measuring();
            Snapshot open = Snapshot.sum(onEach(LoadWorker::openWindow));
            ClockDriftMonitor vigil = new ClockDriftMonitor(wall, phases.timeout(), open.at());
            List<Snapshot> seen = measure(open, vigil);
            List<LoadWorker.Closing> closings = onEach(LoadWorker::closeWindow);
            Snapshot close = Snapshot.sum(
                    closings.stream().map(LoadWorker.Closing::totals).toList());
            seen.add(close);
            Instant to = vigil.end(close.at());
            moments.measured();
            List<String> outside = new ArrayList<>(vigil.doubts());
            outside.addAll(NetCounters.read().doubtsSince(before));
            return measurement(seen, closings, vigil.from(), to, outside);
        } finally {
            shards.stream().map(LoadWorker::stop).toList().forEach(stopped -> stopped.awaitUninterruptibly());
        }
    }

    /// Opening ends by itself where the target accepts connections; it is given the time of settling, and more for
    /// thousands of connections.
    private Snapshot open() throws InterruptedException {
        Snapshot first = tick(TICK);
        told = first.at();
        long latest = first.at() + Math.max(LEAST_OPENING, phases.settleMax().toNanos()) + connections() * OPENING;
        for (Snapshot now = first; ; now = tick(TICK)) {
            if (now.opened()) {
                return now;
            }
            if (now.at() > latest) {
                throw new Failure(
                        String.format(
                                Locale.ROOT,
                                "the target at %s accepted only %,d of %,d connections within %s",
                                address,
                                now.open(),
                                connections(),
                                seconds(Duration.ofNanos(now.at() - first.at()))),
                        "ask for fewer --connections, or look at what limits them in the target",
                        new TooFewConnections(now.open(), connections()));
            }
            progress(now, 0);
        }
    }

    private void settle() throws InterruptedException {
        Snapshot first = open();
        moments.opened();
        Instant from = wall.instant();
        long latest = first.at() + phases.settleMax().toNanos() - TICK;
        for (Snapshot now = first; ; now = tick(TICK)) {
            boolean anything = now.answered() + now.errors() > 0;
            if (steadyTest.steadyAt(now) && anything && now.open() > 0) {
                steady = true;
                return;
            }
            if (anything && (now.at() >= latest || isOverwhelmed(now))) {
                return;
            }
            if (now.at() >= latest
                    && (now.timeouts() > 0
                            || now.at() >= latest + phases.timeout().toNanos() + SLACK)) {
                throw new Failure(
                        "the target at " + address + " answered none of its requests within "
                                + seconds(phases.timeout()),
                        "look at the target's output and at what it waits for; --path chooses another path",
                        new NoAnswer(now.timeouts(), from, wall.instant()));
            }
            double settling = Math.clamp(
                    steadyTest.lookBackNanos(),
                    phases.settleMin().toNanos(),
                    phases.settleMax().toNanos());
            double measuring = measureNanos(settling / Math.max(1, phases.settleLatencies()));
            progress(now, (now.at() - first.at()) / (settling + measuring));
        }
    }

    /// The totals from the window's opening on, without those of its close.
    private List<Snapshot> measure(Snapshot open, ClockDriftMonitor vigil) throws InterruptedException {
        List<Snapshot> seen = new ArrayList<>(List.of(open));
        long look = Math.clamp(phases.measureMin().toNanos() / LOOKS, LEAST_LOOK, TICK);
        double left = look;
        while (left > 0) {
            Snapshot now = tick(look);
            seen.add(now);
            vigil.look(now.at());
            long completions = now.completions() - open.completions();
            double wanted = measureNanos(
                    completions == 0 ? Double.POSITIVE_INFINITY : (now.area() - open.area()) / completions);
            // The least window shows what times out; more of it shows nothing else.
            double enough = isOverwhelmed(now) ? phases.measureMin().toNanos() : wanted;
            left = enough - (now.at() - open.at());
            progress(now, done + (1 - done) * look / Math.max(look, left));
        }
        return seen;
    }

    /// Whether half as many requests have timed out as there are connections: the load is too much, and more
    /// of it shows nothing else. At a constant rate requests also time out unsent, and how many do is measured.
    private boolean isOverwhelmed(Snapshot now) {
        return load instanceof Load.Closed && now.timeouts() >= Math.max(FEW_TIMEOUTS, connections() / 2);
    }

    private int connections() {
        return switch (load) {
            case Load.Closed closed -> closed.connections();
            case Load.Open open -> open.connections();
        };
    }

    /// How long to measure; the longest there is when the mean latency is infinite, because nothing completed.
    private double measureNanos(double meanLatency) {
        double longest = phases.measureMax().toNanos();
        return Double.isInfinite(meanLatency)
                ? longest
                : Math.clamp(
                        phases.measureLatencies() * meanLatency,
                        phases.measureMin().toNanos(),
                        longest);
    }

    private Snapshot tick(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
        return Snapshot.sum(onEach(LoadWorker::snapshot));
    }

    /// @param share of the run that has passed, as far as can be told; what was said before is not taken back
    private void progress(Snapshot now, double share) {
        done = Math.clamp(share, done, 1);
        lately.addLast(now);
        while (now.at() - lately.getFirst().at() > LATELY) {
            lately.removeFirst();
        }
        if (now.at() - told >= PROGRESS) {
            told = now.at();
            Snapshot then = lately.getFirst();
            moments.progress(done, (now.answered() - then.answered()) * 1e9 / Math.max(TICK, now.at() - then.at()));
        }
    }

    private Measurement measurement(
            List<Snapshot> seen, List<LoadWorker.Closing> closings, Instant from, Instant to, List<String> outside) {
        Snapshot open = seen.getFirst();
        Snapshot close = seen.getLast();
        Histogram latency = Tally.histogram();
        Histogram startLag = Tally.histogram();
        ServiceTimeFloor lows = closings.getFirst().lows();
        closings.stream().skip(1).map(LoadWorker.Closing::lows).forEach(lows::add);
        for (LoadWorker.Closing closing : closings) {
            latency.add(closing.latency());
            startLag.add(closing.startLag());
        }
        double runDelay =
                closings.stream().mapToLong(LoadWorker.Closing::runDelay).sum()
                        / (double) closings.size()
                        / Math.max(1, close.at() - open.at());
        Window window = Window.of(seen, load, latency.getMaxValue());
        List<String> doubts =
                new ArrayList<>(new RunDoubts(load, phases, steady).of(window, open, close, latency, startLag));
        doubts.addAll(outside);
        return new Measurement(
                window.answered(),
                close.errors() - open.errors(),
                close.timeouts() - open.timeouts(),
                close.kindsSince(open),
                close.inFlight(),
                window.seconds(),
                window.throughput(),
                lows.nanos(),
                latency,
                startLag,
                window.meanConcurrency(),
                window.little(),
                runDelay,
                steady,
                window.silent(),
                from,
                to,
                List.copyOf(doubts));
    }

    private <T> List<T> onEach(Function<LoadWorker, T> task) throws InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        for (LoadWorker shard : shards) {
            futures.add(shard.call(() -> task.apply(shard)));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.sync().getNow());
        }
        return results;
    }

    /// A duration for a sentence.
    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
}
