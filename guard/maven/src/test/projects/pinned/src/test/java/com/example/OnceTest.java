package com.example;

import lib.Pins;
import org.junit.jupiter.api.Test;

/// A class initialiser runs once, so that the same test does not pin when the build runs it again.
class OnceTest {

    static class Slow {
        static final Object WAITED = Pins.sleep();

        static void touch() {}
    }

    @Test
    void pinsOnceInAJvm() throws InterruptedException {
        Pins.onVirtualThread(Slow::touch);
    }
}
