package com.example;

import lib.Pins;
import org.junit.jupiter.api.Test;

/// The recorder keeps 64 frames of a stack, and here the test's own are below them.
class DeepTest {

    static class First {
        static final Object WAITED = Pins.sleep();
    }

    static class Second {
        static final Object WAITED = Pins.sleep();
    }

    @Test
    void pinsBelowEightyFrames() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(First.class, 80));
    }

    @Test
    void pinsBelowTwoHundredFrames() throws InterruptedException {
        Pins.onVirtualThread(() -> Pins.pin(Second.class, 200));
    }
}
