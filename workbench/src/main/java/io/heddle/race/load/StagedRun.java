package io.heddle.race.load;

import io.heddle.model.Failure;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// Takes a staged load through its stages, on the caller's thread, while its worker does the work on its event loop.
final class StagedRun {

    private static final long TICK = Duration.ofMillis(50).toNanos();
    private static final int TICKS_A_LOOK = 10;
    private static final long OPENING = Duration.ofMillis(10).toNanos();
    private static final long LEAST_OPENING = Duration.ofSeconds(5).toNanos();
    private static final double MILLIS = 1e6;

    private final LoadWorker worker;
    private final Slices slices;
    private final String address;
    private final StagedLoad load;
    private final StagedListener listener;
    private final InstantSource wall;

    /// @param address the target, for sentences
    StagedRun(
            LoadWorker worker,
            Slices slices,
            String address,
            StagedLoad load,
            StagedListener listener,
            InstantSource wall) {
        this.worker = worker;
        this.slices = slices;
        this.address = address;
        this.load = load;
        this.listener = listener;
        this.wall = wall;
    }

    /// @throws InterruptedException if the caller's thread is interrupted; the connections are closed then
    /// @throws Failure if the connections cannot be opened (its cause is a [TooFewConnections])
    StagedResult conduct() throws InterruptedException {
        try {
            worker.start();
            open();
            Snapshot open = call(worker::openWindow);
            Instant began = wall.instant();
            Optional<Failure> broke = Optional.empty();
            try {
                drive(open.at());
            } catch (Failure failure) {
                broke = Optional.of(failure);
            }
            return result(began, open.at(), broke);
        } finally {
            worker.stop().awaitUninterruptibly();
        }
    }

    private void open() throws InterruptedException {
        Snapshot first = snapshot();
        long latest = first.at() + LEAST_OPENING + load.connections() * OPENING;
        for (Snapshot now = first; !now.opened(); now = tick()) {
            if (now.at() > latest) {
                throw new Failure(
                        String.format(
                                Locale.ROOT,
                                "the target at %s accepted only %,d of %,d connections",
                                address,
                                now.open(),
                                load.connections()),
                        "look at what limits connections in the target",
                        new TooFewConnections(now.open(), load.connections()));
            }
        }
    }

    private void drive(long begin) throws InterruptedException {
        long whole = load.length().toNanos();
        long stageEnd = 0;
        int stage = 0;
        for (int look = 0; ; look++) {
            Snapshot now = tick();
            long passed = now.at() - begin;
            while (stage < load.stages().size() && passed >= stageEnd) {
                listener.stage(stage);
                stageEnd += load.stages().get(stage).length().toNanos();
                stage++;
            }
            if (passed >= whole) {
                return;
            }
            if (look % TICKS_A_LOOK == TICKS_A_LOOK - 1
                    && listener.enough(call(() -> slices.copy(now.at())), (double) passed / whole)) {
                return;
            }
        }
    }

    private StagedResult result(Instant began, long begin, Optional<Failure> broke) throws InterruptedException {
        return call(() -> {
            long now = worker.now();
            return new StagedResult(
                    slices.copy(now),
                    began,
                    worker.tally().startLag().getValueAtPercentile(99) / MILLIS,
                    worker.runDelay() / (double) Math.max(1, now - begin),
                    broke);
        });
    }

    private Snapshot tick() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(TICK);
        return snapshot();
    }

    private Snapshot snapshot() throws InterruptedException {
        return call(() -> {
            Snapshot now = worker.snapshot();
            slices.inFlight(now.at(), now.inFlight());
            return now;
        });
    }

    private <T> T call(Callable<T> task) throws InterruptedException {
        Future<T> future = worker.call(task);
        return future.sync().getNow();
    }
}
