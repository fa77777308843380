package io.heddle.check.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding.Confidence;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogisticTest {

    private static final double HARDLY = 0.01;

    /// Drawn with weights that are known.
    @Test
    void theWeightsThatMadeTheExamplesAreFound() {
        Random random = new Random(1);
        List<Example> examples = IntStream.range(0, 20_000)
                .mapToObj(_ -> {
                    int calls = random.nextInt(8);
                    int lock = random.nextInt(2);
                    double sum = 2 - 0.4 * calls - 1.0 * lock;
                    return example(
                            random.nextDouble() < 1 / (1 + Math.exp(-sum)),
                            Map.of(Logistic.FIRST, 1.0, "calls", (double) calls, "kind lock", (double) lock));
                })
                .toList();
        Map<String, Double> weights = Logistic.fit(examples, HARDLY);
        assertEquals(2, weights.getOrDefault(Logistic.FIRST, 0.0), 0.1);
        assertEquals(-0.4, weights.getOrDefault("calls", 0.0), 0.03);
        assertEquals(-1, weights.getOrDefault("kind lock", 0.0), 0.1);
    }

    /// More calls never make a finding likelier, whatever a few examples say.
    @Test
    void aDoubtNeverWeighsForAFinding() {
        List<Example> examples = IntStream.range(0, 100)
                .mapToObj(i -> example(i > 40, Map.of(Logistic.FIRST, 1.0, "calls", i / 10.0)))
                .toList();
        Map<String, Double> weights = Logistic.fit(examples, HARDLY);
        assertFalse(weights.containsKey("calls"), weights::toString);
        assertEquals(59 / 100.0, Logistic.probability(weights, examples.getFirst()), 0.001);
    }

    @Test
    void theShareThatIsToldIsTheShareThatIsRight() {
        Random random = new Random(2);
        List<Example> examples = IntStream.range(0, 3_000)
                .mapToObj(i -> new Example(
                        "9:" + i,
                        "library" + i % 20,
                        random.nextDouble() < 0.8 - 0.1 * (i % 6),
                        Confidence.LIKELY,
                        Map.of(Logistic.FIRST, 1.0, "calls", (double) (i % 6))))
                .toList();
        Calibration calibration = Calibration.leavingOneLibraryOut(examples, HARDLY);
        calibration
                .told()
                .forEach(one -> assertEquals(
                        0.8 - 0.1 * one.example().features().getOrDefault("calls", 0.0), one.probability(), 0.05));
        assertTrue(calibration.reliability().size() > 5);
    }

    private static Example example(boolean right, Map<String, Double> features) {
        return new Example("9:1", "a", right, Confidence.LIKELY, features);
    }
}
