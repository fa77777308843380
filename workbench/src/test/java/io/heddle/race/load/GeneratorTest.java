package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Load on a real Jetty that sleeps 50 ms.
class GeneratorTest {

    private static final Phases PHASES = new Phases(
            2,
            5,
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5));

    private static SleepingJetty jetty;

    @BeforeAll
    static void start() throws Exception {
        jetty = new SleepingJetty(50);
    }

    @AfterAll
    static void stop() throws Exception {
        jetty.close();
    }

    static Stream<Arguments> transports() {
        return Stream.of(Arguments.of("the best", Transport.best(), 1), Arguments.of("the JDK's", Transport.nio(), 2));
    }

    @ParameterizedTest(name = "{0} transport, {2} event loops")
    @MethodSource("transports")
    void aClosedLoopKeepsToItsConnections(String name, Transport transport, int eventLoops) throws Exception {
        try (Generator generator = new Generator(eventLoops, transport)) {
            Measurement measurement = generator.run(request("/"), new Load.Closed(40), PHASES, RunListener.none());
            assertEquals(0, measurement.errors() + measurement.timeouts());
            assertTrue(measurement.throughput() <= 40 / 0.05 * 1.03, "above the bound: " + measurement.throughput());
            assertTrue(measurement.throughput() > 40 / 0.05 * 0.5, "far below the bound: " + measurement.throughput());
            assertTrue(measurement.latencyNanos().getMinValue() >= 50e6 * 0.999);
            assertEquals(40, measurement.meanConcurrency(), 0.5);
            assertEquals(1, measurement.little(), 0.2);
            assertEquals(40, measurement.inFlightAtStop());
            assertEquals(0, measurement.startLagNanos().getTotalCount());
            assertEquals(
                    measurement.requests(),
                    measurement.throughput() * measurement.seconds(),
                    0.1 * measurement.requests(),
                    "the throughput is a mean over moments of the window");
            assertTrue(Duration.between(measurement.from(), measurement.to()).toMillis() >= 1_490);
        }
    }

    @ParameterizedTest(name = "{0} transport")
    @MethodSource("transports")
    void anOpenLoopKeepsToItsRate(String name, Transport transport, int eventLoops) throws Exception {
        try (Generator generator = new Generator(eventLoops, transport)) {
            Measurement measurement = generator.run(request("/"), new Load.Open(400, 100), PHASES, RunListener.none());
            assertEquals(0, measurement.errors() + measurement.timeouts());
            // a busy machine may stop all of this for a tenth of a second and more, and then catch up
            assertEquals(400, measurement.throughput(), 120);
            assertTrue(measurement.latencyNanos().getMinValue() >= 50e6 * 0.999);
            assertEquals(1, measurement.little(), 0.3);
            assertTrue(
                    measurement.startLagNanos().getValueAtPercentile(50) < 5e6,
                    "starts late by " + measurement.startLagNanos().getValueAtPercentile(50) / 1e3 + " us");
        }
    }

    @Test
    void tellsItsMoments() throws Exception {
        List<String> moments = new ArrayList<>();
        List<Double> fractions = new ArrayList<>();
        Thread here = Thread.currentThread();
        try (Generator generator = new Generator(1)) {
            generator.run(request("/"), new Load.Closed(5), PHASES, new RunListener() {
                @Override
                public void opened() {
                    moments.add("opened");
                }

                @Override
                public void measuring() {
                    moments.add("measuring");
                }

                @Override
                public void measured() {
                    moments.add("measured");
                }

                @Override
                public void progress(double fractionDone, double throughput) {
                    assertEquals(here, Thread.currentThread());
                    assertTrue(throughput >= 0 && throughput < 200);
                    fractions.add(fractionDone);
                }
            });
        }
        assertEquals(List.of("opened", "measuring", "measured"), moments);
        assertEquals(fractions.stream().sorted().toList(), fractions);
        assertTrue(
                fractions.size() >= 4
                        && fractions.getFirst() > 0
                        && fractions.getLast() > 0.5
                        && fractions.getLast() <= 1,
                fractions.toString());
    }

    @Test
    void opensAtOnceWhenItIsToldTo() throws Exception {
        try (Generator generator = Generator.openingAtOnce(2)) {
            Measurement measurement = generator.run(request("/"), new Load.Closed(200), PHASES, RunListener.none());
            assertEquals(0, measurement.errors() + measurement.timeouts());
            assertEquals(200, measurement.meanConcurrency(), 2);
        }
    }

    @Test
    void askedOnceAnswersWhole() throws Exception {
        try (Generator generator = new Generator(1)) {
            Answer hello = generator.once(request("/"), Duration.ofSeconds(5));
            assertEquals(200, hello.status());
            assertEquals("hello", hello.body());
            assertTrue(hello.headers().contains(new HeaderField("Content-Type", "text/plain")));
            assertEquals(
                    404,
                    generator.once(request("/missing"), Duration.ofSeconds(5)).status());
            Answer large = generator.once(request("/chunked"), Duration.ofSeconds(5));
            assertEquals(70_005, large.bodyBytes());
            assertEquals(64 * 1024, large.body().length());
            Answer headers = generator.once(
                    new Request(request("/headers").uri(), List.of(new HeaderField("X-Test", "1"))),
                    Duration.ofSeconds(5));
            assertTrue(
                    headers.body().contains("X-Test: 1\n") && headers.body().contains("User-Agent: heddle\n"),
                    headers.body());
        }
    }

    @Test
    void noThreadOutlivesItsGenerator() throws Exception {
        try (Generator generator = new Generator(2, Transport.nio())) {
            generator.run(
                    request("/"),
                    new Load.Open(100, 10),
                    new Phases(
                            0,
                            0,
                            Duration.ZERO,
                            Duration.ofSeconds(5),
                            Duration.ofMillis(200),
                            Duration.ofMillis(200),
                            Duration.ofSeconds(1)),
                    RunListener.none());
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (ours() && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertFalse(ours());
    }

    private static boolean ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("heddle-"));
    }

    private static Request request(String path) {
        return new Request(URI.create("http://127.0.0.1:" + jetty.port() + path), List.of());
    }
}
