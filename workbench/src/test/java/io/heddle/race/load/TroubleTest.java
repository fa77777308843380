package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Targets that are slow, silent, dying or dead, and a caller who loses patience.
@Tag("slow")
class TroubleTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static Generator generator;

    @BeforeAll
    static void open() {
        generator = new Generator(2);
    }

    @AfterAll
    static void close() {
        generator.close();
    }

    @Test
    void aTargetThatNeverAnswersEndsInAFailure() throws Exception {
        try (RawServer server = new RawServer(caller -> Thread.sleep(60_000))) {
            Failure failure = assertTimeoutPreemptively(
                    LIMIT,
                    () -> assertThrows(
                            Failure.class,
                            () -> generator.run(
                                    server.request(), new Load.Closed(10), phases(500, 500), RunListener.none())));
            assertTrue(failure.sentence().contains("answered none"), failure.sentence());
            assertTrue(
                    failure.getCause() instanceof NoAnswer none && none.timeouts() > 0,
                    "what there is to tell of it goes with it");
        }
    }

    @Test
    void aTargetThatIsGoneEndsInAFailure() throws Exception {
        RawServer server = new RawServer(caller -> caller.always(OK));
        Request request = server.request();
        server.close();
        for (Load load : java.util.List.of(new Load.Closed(10), new Load.Open(100, 10))) {
            Failure failure = assertTimeoutPreemptively(
                    LIMIT,
                    () -> assertThrows(
                            Failure.class,
                            () -> generator.run(request, load, phases(10_000, 500), RunListener.none())));
            assertTrue(failure.sentence().contains("stopped answering"), failure.sentence());
        }
    }

    @Test
    void aTargetThatDiesInTheMeasurementEndsInAFailure() throws Exception {
        try (RawServer server = new RawServer(caller -> caller.always(OK))) {
            RunListener kill = new Listening() {
                @Override
                public void measuring() {
                    try {
                        server.close();
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            };
            assertTimeoutPreemptively(
                    LIMIT,
                    () -> assertThrows(
                            Failure.class,
                            () -> generator.run(server.request(), new Load.Closed(10), phases(2_000, 10_000), kill)));
        }
    }

    @Test
    void aTargetThatFallsSilentHasTimeoutsAndADoubt() throws Exception {
        AtomicBoolean silent = new AtomicBoolean();
        try (RawServer server = new RawServer(caller -> {
            while (true) {
                caller.awaitRequest();
                while (silent.get()) {
                    Thread.sleep(10);
                }
                caller.send(OK);
            }
        })) {
            RunListener hush = new Listening() {
                @Override
                public void progress(double fractionDone, double throughput) {
                    silent.set(measuring);
                }
            };
            Phases phases = new Phases(
                    0,
                    0,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(1_800));
            Measurement measurement = generator.run(server.request(), new Load.Closed(10), phases, hush);
            assertEquals(10, measurement.timeouts());
            assertTrue(measurement.requests() > 100);
            assertTrue(measurement.latencyNanos().getMaxValue() >= 1.8e9 * 0.99, "timeouts are in the histogram");
            assertEquals(10, measurement.inFlightAtStop());
            assertEquals(
                    measurement.requests() + measurement.timeouts(),
                    measurement.latencyNanos().getTotalCount());
        }
    }

    @Test
    void requestsThatWaitTooLongForAConnectionTimeOutUnsent() throws Exception {
        // one connection that takes 50 ms carries 20 a second, 100 are asked for, each waits 400 ms at most
        try (RawServer server = new RawServer(caller -> {
            while (true) {
                caller.awaitRequest();
                Thread.sleep(50);
                caller.send(OK);
            }
        })) {
            Phases phases = new Phases(
                    0,
                    0,
                    Duration.ofMillis(500),
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofMillis(400));
            Measurement measurement =
                    generator.run(server.request(), new Load.Open(100, 1), phases, RunListener.none());
            assertEquals(100, measurement.timeouts() + measurement.requests(), 25);
            assertTrue(
                    measurement.requests() > 5 && measurement.requests() <= 22, "answered " + measurement.requests());
            assertTrue(measurement.latencyNanos().getMinValue() > 350e6, "latency has the wait");
            assertEquals(40, measurement.inFlightAtStop(), 8);
        }
    }

    @Test
    void aRunThatCannotSettleSaysSo() throws Exception {
        // 5 connections that take 50 ms carry 100 a second: at 200 the queue grows all the time
        try (RawServer server = new RawServer(caller -> {
            while (true) {
                caller.awaitRequest();
                Thread.sleep(50);
                caller.send(OK);
            }
        })) {
            Phases phases = new Phases(
                    0,
                    50,
                    Duration.ofMillis(500),
                    Duration.ofMillis(1_500),
                    Duration.ofMillis(300),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(5));
            Measurement measurement =
                    generator.run(server.request(), new Load.Open(200, 5), phases, RunListener.none());
            assertFalse(measurement.steady());
            assertTrue(
                    measurement.doubts().get(0).contains("had not settled after 1.5 s"),
                    measurement.doubts().toString());
            assertTrue(
                    measurement.doubts().get(1).contains("50 were asked for"),
                    measurement.doubts().toString());
        }
    }

    @Test
    void anInterruptEndsTheRunAndItsConnections() throws Exception {
        CountDownLatch underway = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>(new AssertionError("not thrown"));
        java.util.concurrent.atomic.AtomicInteger open = new java.util.concurrent.atomic.AtomicInteger();
        try (RawServer server = new RawServer(caller -> {
            open.incrementAndGet();
            try {
                caller.always(OK);
            } finally {
                open.decrementAndGet();
            }
        })) {
            Thread caller = Thread.ofPlatform().start(() -> {
                try {
                    generator.run(server.request(), new Load.Closed(20), phases(500, 60_000), new Listening() {
                        @Override
                        public void measuring() {
                            underway.countDown();
                        }
                    });
                } catch (InterruptedException | RuntimeException e) {
                    thrown.set(e);
                }
            });
            underway.await();
            caller.interrupt();
            caller.join(LIMIT);
            org.junit.jupiter.api.Assertions.assertInstanceOf(InterruptedException.class, thrown.get());
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (open.get() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(5);
            }
            assertEquals(0, open.get());
        }
    }

    private static Phases phases(long settleMillis, long measureMillis) {
        return new Phases(
                0,
                0,
                Duration.ofMillis(Math.min(settleMillis, 500)),
                Duration.ofMillis(settleMillis),
                Duration.ofMillis(measureMillis),
                Duration.ofMillis(measureMillis),
                Duration.ofMillis(800));
    }

    private static class Listening implements RunListener {

        boolean measuring;

        @Override
        public void measuring() {
            measuring = true;
        }

        @Override
        public void measured() {
            measuring = false;
        }

        @Override
        public void progress(double fractionDone, double throughput) {}
    }
}
