package io.heddle.race.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeparationTest {

    @Test
    void fourOfEachAreTheFewestThatShowIt() {
        assertTrue(Separation.isShown(List.of(43.0, 270.0, 584.0, 197.0), List.of(775.0, 776.0, 781.0, 787.0), 0.95));
        assertFalse(Separation.isShown(List.of(43.0, 270.0, 584.0), List.of(775.0, 776.0, 781.0), 0.95));
        assertFalse(Separation.isShown(List.of(43.0, 270.0, 776.0, 197.0), List.of(775.0, 776.0, 781.0, 787.0), 0.95));
        assertFalse(Separation.isShown(List.of(43.0, 270.0, 584.0, 197.0), List.of(775.0, 776.0, 781.0, 787.0), 0.98));
    }

    /// One in 70 for four of each, whatever they are drawn from.
    @Test
    void ofEqualSamplesChanceShowsItAsOftenAsItSays() {
        Random random = new Random(1);
        int runs = 70_000;
        int shown = 0;
        for (int i = 0; i < runs; i++) {
            shown += Separation.isShown(four(random), four(random), 0.95) ? 1 : 0;
        }
        assertEquals(1 / 70.0, (double) shown / runs, 0.002);
    }

    private static List<Double> four(Random random) {
        return Stream.generate(() -> Math.exp(2 * random.nextGaussian()))
                .limit(4)
                .toList();
    }
}
