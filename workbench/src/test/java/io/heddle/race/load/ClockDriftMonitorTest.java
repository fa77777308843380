package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clocks that leap: first by themselves, then under real runs against a real server, which go by them.
class ClockDriftMonitorTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private Instant wall = NOON;

    @Test
    void timeThatPassesAsItShouldIsNoDoubt() {
        ClockDriftMonitor vigil = vigil();
        for (int look = 0; look < 100; look++) {
            pass(Duration.ofMillis(50));
            vigil.look(nanos.get());
        }
        assertEquals(NOON.plusSeconds(5), vigil.end(nanos.get()));
        assertEquals(NOON, vigil.from());
        assertEquals(List.of(), vigil.doubts());
    }

    @Test
    void aStandstillThatRequestsSurvivedIsADoubt() {
        ClockDriftMonitor vigil = vigil();
        pass(Duration.ofSeconds(20));
        vigil.look(nanos.get());
        vigil.end(nanos.get());
        assertTrue(
                vigil.doubts().getFirst().contains("stood still for 20.0 s"),
                vigil.doubts().toString());
    }

    @Test
    void aLongerOneEndsTheRun() {
        ClockDriftMonitor vigil = vigil();
        pass(TIMEOUT);
        assertTrue(assertThrows(Failure.class, () -> vigil.look(nanos.get()))
                .sentence()
                .contains("stood still for 60.0 s"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-3_600, -2, 3, 86_400})
    void aMachineWhoseClockIsSetEndsTheRun(int seconds) {
        ClockDriftMonitor vigil = vigil();
        pass(Duration.ofMillis(50));
        wall = wall.plusSeconds(seconds);
        Failure failure = assertThrows(Failure.class, () -> vigil.end(nanos.get()));
        assertTrue(failure.sentence().contains(seconds < 0 ? "went back by" : "went forward by"), failure.sentence());
    }

    @Test
    void aClockThatIsCorrectedByAMomentIsNotSet() {
        ClockDriftMonitor vigil = vigil();
        pass(Duration.ofMillis(500));
        wall = wall.minusMillis(200);
        assertEquals(NOON.plusMillis(300), vigil.end(nanos.get()));
    }

    @Test
    @Tag("slow")
    void runsGoByTheClockThatTheyAreGiven() throws Exception {
        Failure leapt =
                assertThrows(Failure.class, () -> run(new Load.Open(100, 4), Duration.ofHours(1), Duration.ofHours(1)));
        assertTrue(leapt.sentence().contains("stood still for 3,600."), leapt.sentence());
        Failure set = assertThrows(Failure.class, () -> run(new Load.Closed(4), Duration.ZERO, Duration.ofHours(-1)));
        assertTrue(set.sentence().contains("went back by 3,600."), set.sentence());
        Measurement measured = run(new Load.Open(100, 4), Duration.ofSeconds(20), Duration.ofSeconds(20));
        assertTrue(
                measured.doubts().stream().anyMatch(doubt -> doubt.contains("stood still for 20.")),
                measured.doubts().toString());
        assertEquals(0, measured.timeouts());
    }

    private ClockDriftMonitor vigil() {
        return new ClockDriftMonitor(() -> wall, TIMEOUT, nanos.get());
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wall = wall.plus(time);
    }

    /// @param leap of the clock that the run counts by, in the middle of the measurement
    /// @param set of the machine's, at the same moment
    private static Measurement run(Load load, Duration leap, Duration set) throws Exception {
        AtomicLong leapt = new AtomicLong();
        AtomicLong moved = new AtomicLong();
        try (RawServer server = new RawServer(caller -> caller.always(OK));
                Generator generator = new Generator(
                        1,
                        Transport.best(),
                        () -> System.nanoTime() + leapt.get(),
                        () -> Instant.now().plusNanos(moved.get()))) {
            Phases phases = new Phases(
                    0,
                    0,
                    Duration.ZERO,
                    Duration.ofSeconds(10),
                    Duration.ofMillis(600),
                    Duration.ofMillis(600),
                    TIMEOUT);
            return generator.run(server.request(), load, phases, new RunListener() {

                private boolean measuring;

                @Override
                public void measuring() {
                    measuring = true;
                }

                @Override
                public void measured() {
                    measuring = false;
                }

                @Override
                public void progress(double fractionDone, double throughput) {
                    if (measuring) {
                        leapt.set(leap.toNanos());
                        moved.set(set.toNanos());
                    }
                }
            });
        }
    }
}
