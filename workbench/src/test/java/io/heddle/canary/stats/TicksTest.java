package io.heddle.canary.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class TicksTest {

    private static Ticks of(double... millis) {
        Ticks ticks = new Ticks();
        DoubleStream.of(millis).forEach(each -> ticks.take(Slice.micros(each)));
        return ticks;
    }

    private static Ticks drawn(int count, DoubleUnaryOperator clock) {
        SplittableRandom random = new SplittableRandom(7);
        Ticks ticks = new Ticks();
        for (int i = 0; i < count; i++) {
            ticks.take(Slice.micros(clock.applyAsDouble(20 * Math.exp(0.6 * random.nextGaussian()))));
        }
        return ticks;
    }

    @Test
    void wholeMillisecondsHaveATick() {
        assertEquals(1_000, drawn(1_000, Math::floor).micros());
        // Nothing but these: what prints whole milliseconds is taken by the millisecond.
        assertEquals(1_000, of(30, 30, 30).micros());
        assertEquals(1_000, of(9, 9, 10).micros());
        assertEquals(100, drawn(1_000, x -> Math.floor(x * 10) / 10).micros());
        assertEquals(250, drawn(1_000, x -> Math.floor(x * 4) / 4).micros());
    }

    /// `0.012` s times 1,000 is not 12 in binary fractions.
    @Test
    void secondsWithThreeDecimalsAreWholeMilliseconds() {
        assertEquals(1_000, drawn(1_000, x -> Math.floor(x) / 1_000 * 1_000).micros());
        assertEquals(1_000, of(0.009 * 1_000, 0.012 * 1_000, 0.057 * 1_000).micros());
    }

    @Test
    void microsecondsHaveNone() {
        assertEquals(1, drawn(10_000, x -> x).micros());
        assertEquals(1, new Ticks().micros());
    }

    @Test
    void aLongerTickNeedsEvidence() {
        assertEquals(1_000, of(20, 40).micros());
        assertEquals(10_000, of(20, 40, 50, 70).micros());
        assertEquals(4_000, drawn(1_000, x -> 4 * Math.floor(x / 4)).micros());
    }

    /// A log that has latencies of two clocks is no finer than the coarser one.
    @Test
    void aMixtureHasTheLongerTick() {
        SplittableRandom random = new SplittableRandom(8);
        assertEquals(
                1_000,
                drawn(10_000, x -> random.nextInt(2) == 0 ? x : Math.floor(x)).micros());
    }

    @Test
    void survivesBeingSaved() throws Exception {
        Ticks ticks = drawn(1_000, Math::floor);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ticks.save(new DataOutputStream(bytes));
        Ticks restored = new Ticks();
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(ticks.micros(), restored.micros());
        assertEquals(ticks.count(20_000), restored.count(20_000));
        assertTrue(restored.count(20_000) > 0);
    }
}
