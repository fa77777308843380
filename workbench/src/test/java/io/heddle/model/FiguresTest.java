package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void ratioHasItsIntervalUnlessThatSaysNothing() {
        assertEquals("1.93× [1.88–1.99]", Figures.times(new Ratio(1.93, 1.88, 1.99)));
        assertEquals("0.97× [0.13–7.25]", Figures.times(new Ratio(0.97, 0.13, 7.25)));
        assertEquals(
                "0.26× [from so few JVMs no useful interval]", Figures.times(new Ratio(0.26, 8e-14, 868134127174.32)));
        assertEquals(
                "1.93× [no interval from one JVM an arm]", Figures.times(new Ratio(1.93, 0, Double.POSITIVE_INFINITY)));
    }
}
