package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimetableTest {

    private static final Timetable STAGES = Timetable.of(List.of(
            new Stage(100, Duration.ofSeconds(2)),
            new Stage(600, Duration.ofSeconds(3)),
            new Stage(100, Duration.ofSeconds(1))));

    @Test
    void eachStageStartsAsManyAsItsRateSays() {
        assertEquals(200, STAGES.startedBy(SECONDS.toNanos(2) - 1));
        assertEquals(200 + 1_800, STAGES.startedBy(SECONDS.toNanos(5) - 1));
        assertEquals(200 + 1_800 + 100, STAGES.startedBy(SECONDS.toNanos(6) - 1));
    }

    @Test
    void theLastStageGoesOn() {
        assertEquals(200 + 1_800 + 1_000, STAGES.startedBy(SECONDS.toNanos(15) - 1));
    }

    @Test
    void startsAreInOrderAndCountedByTheirMoments() {
        long before = -1;
        for (int number = 0; number < 5_000; number++) {
            long start = STAGES.start(number);
            assertTrue(start > before, "request " + number);
            assertEquals(number + 1, STAGES.startedBy(start));
            assertEquals(number, STAGES.startedBy(start - 1));
            before = start;
        }
    }

    @Test
    void aRateThatDoesNotDivideItsStageKeepsItsCount() {
        Timetable odd = Timetable.of(
                List.of(new Stage(7.3, Duration.ofMillis(1_300)), new Stage(333.3, Duration.ofMillis(700))));
        assertEquals(9, odd.startedBy(MILLISECONDS.toNanos(1_300) - 1));
        assertEquals(9 + 233, odd.startedBy(SECONDS.toNanos(2) - 1));
    }
}
