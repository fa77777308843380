package io.heddle.race.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class HolmTest {

    @Test
    void smallestProbabilityMustPassTheStrictestLevel() {
        List<Double> levels = Holm.confidences(List.of(0.04, 0.001, 0.03), 0.05);
        assertEquals(1 - 0.05 / 3, levels.get(1), 1e-12);
        // 0.03 > 0.05 / 2 ends the rejections: it and all that follow keep that level.
        assertEquals(1 - 0.05 / 2, levels.get(2), 1e-12);
        assertEquals(1 - 0.05 / 2, levels.get(0), 1e-12);
    }

    @Test
    void oneComparisonIsNotCorrected() {
        assertEquals(List.of(0.95), Holm.confidences(List.of(0.2), 0.05));
    }

    @Test
    void nothingToCompareIsNothing() {
        assertEquals(List.of(), Holm.confidences(List.of(), 0.05));
    }
}
