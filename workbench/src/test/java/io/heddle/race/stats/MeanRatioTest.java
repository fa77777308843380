package io.heddle.race.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Ratio;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeanRatioTest {

    @Test
    void intervalIsStudentsTOnLogarithms() {
        // By hand: logs 0, 0.02 and 0.1, 0.12; difference 0.1, pooled variance 0.0002, SE sqrt(0.0002),
        // t(0.975, 2) = 4.30265.
        MeanRatio ratio = MeanRatio.of(List.of(Math.exp(0.1), Math.exp(0.12)), List.of(1.0, Math.exp(0.02)));
        Ratio interval = ratio.interval(0.95);
        assertEquals(Math.exp(0.1), interval.estimate(), 1e-9);
        assertEquals(Math.exp(0.1 - 4.30265 * Math.sqrt(0.0002)), interval.low(), 1e-5);
        assertEquals(Math.exp(0.1 + 4.30265 * Math.sqrt(0.0002)), interval.high(), 1e-5);
    }

    @Test
    void oneJvmAnArmLeavesNoInterval() {
        Ratio interval = MeanRatio.of(List.of(2.0), List.of(1.0)).interval(0.95);
        assertEquals(new Ratio(2.0, 0, Double.POSITIVE_INFINITY), interval);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void intervalOfEqualArmsHoldsOneAsOftenAsItSays(int jvms) {
        Random noise = new Random(20261121);
        int misses = 0;
        for (int race = 0; race < 10_000; race++) {
            Ratio interval =
                    MeanRatio.of(sample(noise, jvms), sample(noise, jvms)).interval(0.95);
            misses += interval.low() > 1 || interval.high() < 1 ? 1 : 0;
        }
        assertEquals(0.05, misses / 10_000.0, 0.01);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void findsATenPercentDifferenceInMostRaces(int jvms) {
        Random noise = new Random(4711);
        int found = 0;
        for (int race = 0; race < 2_000; race++) {
            List<Double> slower = sample(noise, jvms);
            List<Double> faster =
                    sample(noise, jvms).stream().map(f -> f * 1.12).toList();
            found += MeanRatio.of(faster, slower).interval(0.95).low() > 1 ? 1 : 0;
        }
        assertTrue(found > 1_800, found + " of 2,000");
    }

    @Test
    void moreSpreadNeedsMoreRepetitions() {
        int few = MeanRatio.of(List.of(1.0, 1.01), List.of(1.0, 1.01)).repetitionsFor(0.05, 0.95);
        int many = MeanRatio.of(List.of(1.0, 1.2), List.of(1.0, 1.2)).repetitionsFor(0.05, 0.95);
        assertTrue(few >= 2 && few < many, few + " and " + many);
    }

    private static List<Double> sample(Random noise, int jvms) {
        return Stream.generate(() -> 200 * Math.exp(0.02 * noise.nextGaussian()))
                .limit(jvms)
                .toList();
    }
}
