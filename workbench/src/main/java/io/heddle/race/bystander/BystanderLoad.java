package io.heddle.race.bystander;

import io.heddle.model.Bystander;
import io.heddle.model.Failure;
import io.heddle.race.load.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Asks one request ten times a second until it is closed, each on a connection of its own, whatever became
/// of those before. Thus a target that stops answering shows by how long requests wait.
///
/// At most [#MOST_WAITING] requests wait at once; those that find no place are counted as if they had been
/// sent.
public final class BystanderLoad implements AutoCloseable {

    private static final long PERIOD = Duration.ofMillis(100).toNanos();
    private static final int MOST_WAITING = 400;

    private final String path;
    private final Ask ask;
    private final Thread pacer;
    private final List<Sent> sent = new ArrayList<>();
    private final List<Thread> waiting = new ArrayList<>();
    private volatile boolean closed;

    private BystanderLoad(String path, Ask ask) {
        this.path = path;
        this.ask = ask;
        this.pacer = Thread.ofPlatform().daemon().name("heddle-bystander").unstarted(this::pace);
    }

    /// Sends one request and waits for its answer.
    @FunctionalInterface
    public interface Ask {

        /// @throws Failure if there was no whole answer in time
        Answer once() throws InterruptedException;
    }

    private static final class Sent {

        private final long intended;
        private volatile long answered;
        private volatile boolean failed;

        Sent(long intended) {
            this.intended = intended;
        }

        double millis(long now) {
            return ((answered == 0 ? now : answered) - intended) / 1e6;
        }
    }

    /// Starts at once.
    public static BystanderLoad start(String path, Ask ask) {
        BystanderLoad load = new BystanderLoad(path, ask);
        load.pacer.start();
        return load;
    }

    private void pace() {
        long begun = System.nanoTime();
        for (int turn = 0; !closed; turn++) {
            long intended = begun + turn * PERIOD;
            long early = intended - System.nanoTime();
            try {
                TimeUnit.NANOSECONDS.sleep(early);
            } catch (InterruptedException ended) {
                return;
            }
            if (!closed) {
                send(new Sent(intended));
            }
        }
    }

    private void send(Sent request) {
        synchronized (sent) {
            sent.add(request);
            waiting.removeIf(thread -> !thread.isAlive());
            if (waiting.size() < MOST_WAITING) {
                waiting.add(Thread.ofVirtual().start(() -> await(request)));
            }
        }
    }

    private void await(Sent request) {
        try {
            request.failed = ask.once().status() >= 500;
        } catch (Failure noAnswer) {
            // after an end it was the end that kept the answer away
            request.failed = !closed;
        } catch (InterruptedException ended) {
            return;
        }
        request.answered = System.nanoTime();
    }

    /// Sends no more, and tells what was measured.
    ///
    /// @return what requests got that were meant to be sent until now
    public Bystander end() throws InterruptedException {
        closed = true;
        pacer.interrupt();
        pacer.join();
        long now = System.nanoTime();
        synchronized (sent) {
            waiting.forEach(Thread::interrupt);
            List<Bystander.Point> points = sent.stream()
                    .map(request -> new Bystander.Point(
                            (request.intended - sent.getFirst().intended) / 1e9, request.millis(now)))
                    .toList();
            return Quantiles.of(
                    path,
                    points,
                    sent.stream().filter(request -> request.failed).count());
        }
    }

    @Override
    public void close() {
        closed = true;
        pacer.interrupt();
        synchronized (sent) {
            waiting.forEach(Thread::interrupt);
        }
    }
}
