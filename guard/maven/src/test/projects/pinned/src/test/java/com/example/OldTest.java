package com.example;

import lib.Pins;
import org.junit.Test;

/// A test of JUnit 4, which no extension of Jupiter sees.
public class OldTest {

    static class Slow {
        static final Object WAITED = Pins.sleep();
    }

    @Test
    public void pinsInJUnit4() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(Slow.class, 0));
    }
}
