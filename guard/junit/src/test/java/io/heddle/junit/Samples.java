package io.heddle.junit;

import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Tests that the guard is tried on. No build runs them by themselves.
final class Samples {

    private Samples() {}

    @NoPinning
    static class OneOfThree {
        @Test
        void quick() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(1));
        }

        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }

        @Test
        void waits() {
            Pins.onVirtualThread(() -> Pins.sleep(60));
        }
    }

    static class AnnotatedMethod {
        @NoPinning
        @Test
        void guarded() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }

        @Test
        void unguarded() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    static class Initialised {
        static final class Slow {
            static {
                Pins.sleep(60);
            }

            static void touch() {}
        }

        @NoPinning(within = "io.heddle.junit.Samples")
        @Test
        void initialises() {
            Pins.onVirtualThread(Slow::touch);
        }
    }

    @NoPinning(within = "org.opentest4j")
    static class OfSomebodyElse {
        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    /// The class loader is not of these packages, and loads for the test.
    @NoPinning(within = "io.heddle.junit.Samples")
    static class LoadsAClass {
        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    static class WithBudget {
        @NoPinning(pins = 1)
        @Test
        void oneOfOne() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(40));
        }

        @NoPinning(pins = 1)
        @Test
        void twoOfOne() {
            Pins.onVirtualThread(() -> {
                Pins.underNativeFrame(40);
                Pins.underNativeFrame(40);
            });
        }

        @NoPinning(pins = 9, totalMillis = 70)
        @Test
        void tooLongTogether() {
            Pins.onVirtualThread(() -> {
                Pins.underNativeFrame(40);
                Pins.underNativeFrame(40);
            });
        }

        @NoPinning(overMillis = 5)
        @Test
        void shorterThanTheDefault() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(10));
        }
    }

    @NoPinning
    static class Allowed {
        @PinningAllowed("the driver is replaced next month")
        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    @NoPinning
    @Execution(ExecutionMode.CONCURRENT)
    static class AtTheSameTime {
        @Nested
        @Execution(ExecutionMode.CONCURRENT)
        class Pinning {
            @Test
            void pins() {
                Pins.onVirtualThread(() -> {
                    Pins.underNativeFrame(100);
                    mark();
                });
            }

            private void mark() {}
        }

        @Nested
        @Execution(ExecutionMode.CONCURRENT)
        class Waiting {
            @Test
            void waits() {
                Pins.onVirtualThread(() -> Pins.sleep(200));
            }
        }
    }

    @NoPinning
    static class Outlived {
        private static Thread left = new Thread();

        @Test
        void leavesAThreadBehind() {
            left = Thread.ofVirtual().start(() -> Pins.underNativeFrame(100));
        }

        @AfterAll
        static void end() throws InterruptedException {
            left.join();
        }
    }

    @NoPinning
    static class Monitors {
        @Test
        void block() {
            Pins.onVirtualThread(() -> Pins.inMonitor(new Object(), 60));
        }

        @Test
        void method() {
            Pins.onVirtualThread(() -> Pins.inSynchronizedMethod(60));
        }

        @Test
        void objectWait() {
            Pins.onVirtualThread(() -> Pins.inObjectWait(new Object(), 60));
        }
    }

    static class NotAnnotated {
        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    /// Each class below has a rule of its own for the same method.
    abstract static class Inherited {
        @Test
        void pins() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }
    }

    @NoPinning
    static class Strict extends Inherited {
        /// It has the rule of the class around it.
        @Nested
        class Inner {
            @Test
            void pinsToo() {
                Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
            }

            @NoPinning(pins = 1)
            @Test
            void pinsOnce() {
                Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
            }
        }
    }

    @NoPinning(pins = 1)
    static class Lenient extends Inherited {}

    @NoPinning
    @PinningAllowed("all of it is replaced next month")
    static class AllowedAsAWhole extends Inherited {}

    /// The recorder keeps 64 frames of a stack.
    @NoPinning(within = "io.heddle.junit.Samples$Deep")
    static class Deep {
        private static final int FRAMES = 80;

        @Test
        void pinsBelowManyFrames() {
            Pins.onVirtualThread(() -> Pins.deep(FRAMES, Pins::initialiseSlow));
        }

        @Test
        void pinsElsewhere() {
            Pins.elsewhere(FRAMES);
        }
    }

    @NoPinning(within = "io.heddle.junit.Samples")
    static class CutOff {
        @Test
        void pinsBelowManyFrames() {
            Pins.onVirtualThread(() -> Pins.deep(80, Pins::initialiseSlow));
        }
    }

    @NoPinning
    static class UsesTheRecorder {
        @Test
        void pinsWhileAStreamIsOpen() {
            try (RecordingStream stream = new RecordingStream()) {
                stream.enable("jdk.CPULoad");
                stream.startAsync();
                Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
            }
        }

        @Test
        void pinsBeforeARecording() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
            try (Recording recording = new Recording()) {
                recording.start();
            }
        }
    }

    @NoPinning
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class EndsRecordings {
        private static void end(Consumer<Recording> how) {
            FlightRecorder.getFlightRecorder().getRecordings().stream()
                    .filter(recording -> recording.getName().equals(GuardRecording.NAME))
                    .forEach(how);
        }

        @Test
        @Order(1)
        void ends() {
            end(Recording::close);
        }

        @Test
        @Order(2)
        void changes() {
            end(recording -> recording.disable("jdk.VirtualThreadPinned"));
        }

        @Test
        @Order(3)
        @PinningAllowed("it tests the recorder")
        void mayEnd() {
            end(Recording::stop);
        }

        @Test
        @Order(4)
        void isSeenAfterwards() {
            Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
        }

        @Test
        @Order(5)
        void doesNothing() {}
    }

    @NoPinning
    static class PinsOnce {
        private static boolean pinned;

        @Test
        void pinsAtItsFirstRun() {
            if (!pinned) {
                pinned = true;
                Pins.onVirtualThread(() -> Pins.underNativeFrame(60));
            }
        }
    }

    static class HoldsAllCarriers {
        @Test
        void holds() {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> Pins.underNativeFrame(60_000));
            }
            Pins.sleep(50);
        }
    }
}
