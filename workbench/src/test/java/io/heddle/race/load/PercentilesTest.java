package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.LatencyMillis;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentilesTest {

    @Test
    void nothingMeasuredIsNoPoint() {
        assertEquals(0, Percentiles.millis(Tally.histogram()).percentiles().size());
    }

    @Test
    void pointsAreEvenOnTheTailAxis() {
        Histogram nanos = Tally.histogram();
        for (int i = 1; i <= 1_000_000; i++) {
            nanos.recordValue(i * 1_000L);
        }
        LatencyMillis millis = Percentiles.millis(nanos);
        assertEquals(500, millis.p50(), 0.5);
        assertEquals(900, millis.p90(), 0.9);
        assertEquals(990, millis.p99(), 1);
        assertEquals(999, millis.p999(), 1);
        assertEquals(1_000, millis.max(), 1);
        assertEquals(500, millis.mean(), 0.5);
        assertEquals(42, millis.percentiles().size());
        assertEquals(
                new LatencyMillis.Point(100, millis.max()), millis.percentiles().getLast());
        assertEquals(0, millis.percentiles().getFirst().percent());
        assertEquals(90, millis.percentiles().get(8).percent(), 1e-9);
        assertEquals(99.999, millis.percentiles().get(40).percent(), 1e-9);
        for (int i = 1; i < millis.percentiles().size(); i++) {
            assertTrue(millis.percentiles().get(i).percent()
                    > millis.percentiles().get(i - 1).percent());
            assertTrue(millis.percentiles().get(i).millis()
                    >= millis.percentiles().get(i - 1).millis());
        }
    }

    @Test
    void aTailThatNoRequestReachedHasNoPoint() {
        Histogram nanos = Tally.histogram();
        for (int i = 1; i <= 100; i++) {
            nanos.recordValue(i * 1_000_000L);
        }
        LatencyMillis millis = Percentiles.millis(nanos);
        assertEquals(
                99, millis.percentiles().get(millis.percentiles().size() - 2).percent(), 1e-9);
    }
}
