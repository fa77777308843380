package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunDoubtsTest {

    private static final int CONNECTIONS = 40;
    private static final Duration WINDOW = Duration.ofMillis(1_500);

    /// What the requests in flight at either end may bring depends on the longest, not on the many.
    @Test
    void littlesLawIsHeldToWhatIsInFlightAtTheEnds() {
        assertTrue(doubts(latencies(100, 10, 0, 0)).getFirst().startsWith(Measurement.WRONG));
        assertEquals(List.of(), doubts(latencies(95, 10, 5, 300)));
    }

    private static List<String> doubts(Histogram latency) {
        Window window = new Window(
                WINDOW.toMillis() / 1e3, 100, 100 / (WINDOW.toMillis() / 1e3), CONNECTIONS, 0.95, 1e6, false);
        Phases phases = new Phases(0, 0, Duration.ZERO, Duration.ZERO, WINDOW, WINDOW, Duration.ofSeconds(30));
        return new RunDoubts(new Load.Closed(CONNECTIONS), phases, true)
                .of(window, snapshot(0, 0), snapshot(WINDOW.toNanos(), 100), latency, Tally.histogram());
    }

    private static Snapshot snapshot(long at, long answered) {
        return new Snapshot(
                at, at, answered, 0, 0, new TreeMap<>(), CONNECTIONS, Scheduler.NONE, 0, 0, CONNECTIONS, true);
    }

    private static Histogram latencies(int many, int shortMillis, int few, int longMillis) {
        Histogram latency = Tally.histogram();
        latency.recordValueWithCount(Duration.ofMillis(shortMillis).toNanos(), many);
        latency.recordValueWithCount(Duration.ofMillis(longMillis).toNanos(), few);
        return latency;
    }
}
