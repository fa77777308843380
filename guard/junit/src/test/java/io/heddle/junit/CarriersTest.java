package io.heddle.junit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CarriersTest {

    private static final int OVER = 20;
    private static final int LONG = 3 * OVER;
    /// On a machine with other work a look may come too late, and then a pin is suspected.
    private static final int TRIES = 50;

    private final Carriers carriers = new Carriers(Duration.ofMillis(OVER));

    private void learn() {
        Pins.onVirtualThread(() -> {
            Thread pinned = Thread.currentThread();
            Thread looker = new Thread(() -> {
                for (int i = 0; i < LONG && !carriers.learn(pinned); i++) {
                    Pins.sleep(1);
                }
            });
            looker.start();
            Pins.underNativeFrame(LONG);
        });
        carriers.forget();
    }

    /// Whether a pin is suspected after this code, with looks often enough meanwhile.
    private boolean suspects(Runnable code) {
        carriers.forget();
        Thread thread = Thread.ofVirtual().start(code);
        while (thread.isAlive()) {
            Pins.sleep(OVER / 4);
            carriers.look();
        }
        return carriers.mayHavePinned();
    }

    @Test
    void aPinIsSuspectedAndAWaitIsNot() {
        learn();
        assertTrue(IntStream.range(0, TRIES / 10).allMatch(i -> suspects(() -> Pins.underNativeFrame(OVER))));
        assertTrue(IntStream.range(0, TRIES).anyMatch(i -> !suspects(() -> Pins.sleep(LONG))));
    }

    @Test
    void aPinThatGoesOnIsSuspectedAgain() {
        learn();
        assertTrue(suspects(() -> {
            carriers.forget();
            Pins.underNativeFrame(LONG);
        }));
        Thread thread = Thread.ofVirtual().start(() -> Pins.underNativeFrame(LONG));
        Pins.sleep(OVER);
        carriers.forget();
        assertTrue(carriers.mayHavePinned());
        while (thread.isAlive()) {
            Pins.sleep(1);
        }
        assertTrue(carriers.mayHavePinned());
    }

    @Test
    void whereNobodyLookedAPinIsSuspectedIfAnyVirtualThreadRan() {
        learn();
        Pins.onVirtualThread(() -> Pins.sleep(LONG));
        assertTrue(carriers.mayHavePinned());
        assertTrue(IntStream.range(0, TRIES).anyMatch(i -> {
            carriers.forget();
            Pins.sleep(LONG);
            return !carriers.mayHavePinned();
        }));
    }

    @Test
    void aJvmThatDoesNotTellOfItsCarriersIsAlwaysSuspect() {
        carriers.forget();
        assertTrue(carriers.mayHavePinned());
        learn();
        assertTrue(IntStream.range(0, TRIES).anyMatch(i -> {
            carriers.forget();
            return !carriers.mayHavePinned();
        }));
        assertFalse(new Carriers(Duration.ofMillis(OVER)).learn(new Thread()));
    }
}
