package io.heddle.canary.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LadderTest {

    @Test
    void fewerThanFifteenBlocksShowNothing() {
        Ladder ladder = new Ladder();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 14; i++) {
            ladder.add(random.nextGaussian());
        }
        assertEquals(Double.POSITIVE_INFINITY, ladder.blocks().radius(0.1));
        ladder.add(random.nextGaussian());
        assertEquals(15, ladder.blocks().count());
        assertTrue(ladder.blocks().radius(0.1) < Double.POSITIVE_INFINITY);
    }

    @Test
    void autocorrelationIsThatOfTheTextBook() {
        Ladder ladder = new Ladder();
        double[] values = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
        for (double value : values) {
            ladder.add(value);
        }
        double mean = 5;
        double lagged = 0;
        double around = 0;
        for (int i = 0; i < values.length; i++) {
            lagged += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
            around += (values[i] - mean) * (values[i] - mean);
        }
        assertEquals(mean, ladder.blocks().mean(), 1e-12);
        assertEquals(lagged / around, ladder.blocks().alike(), 1e-12);
        assertEquals(Math.sqrt(around / 15), ladder.blocks().deviation(), 1e-12);
    }

    @Test
    void blocksGrowUntilTheyAreIndependent() {
        Ladder ladder = new Ladder();
        SplittableRandom random = new SplittableRandom(2);
        double x = 0;
        for (int i = 0; i < 4_096; i++) {
            x = 0.9 * x + random.nextGaussian();
            ladder.add(x);
        }
        Blocks blocks = ladder.blocks();
        assertTrue(blocks.length() >= 16 && blocks.length() <= 128, blocks.toString());
        assertTrue(blocks.alike() < Ladder.MOST_ALIKE);
        assertEquals(4_096 / blocks.length(), blocks.count());
    }

    @Test
    void whatDriftsIsNoSurerThanItsLikenessAllows() {
        Ladder ladder = new Ladder();
        for (int i = 0; i < 200; i++) {
            ladder.add(i / 200.0);
        }
        Blocks blocks = ladder.blocks();
        assertFalse(blocks.independent());
        // Wider than zero to twice the mean: 200 blocks of one trend say no more than one.
        assertTrue(blocks.radius(0.02) > 2 * blocks.mean(), blocks.toString());
    }

    @Test
    void whatClimbsFarIsShown() {
        Ladder ladder = new Ladder();
        for (int i = 0; i < 40; i++) {
            ladder.add(Math.log(5 + 5 * i));
        }
        Blocks blocks = ladder.blocks();
        assertFalse(blocks.independent());
        assertTrue(blocks.mean() - blocks.radius(0.02) > Math.log(1.1), blocks.toString());
    }
}
