package io.heddle.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/// The guard's state in this JVM: its recording, and the tests that run.
final class PinningRun {

    private static final class Holder {
        static final PinningRun RUN = new PinningRun();
    }

    /// Completes once the JVM told of the pin that was made on purpose.
    private final CompletableFuture<PinRecorder> started = new CompletableFuture<>();
    private final List<TestWindow> windows = new ArrayList<>();

    private PinningRun() {
        Thread starter = new Thread(this::start, "heddle-junit");
        starter.setDaemon(true);
        starter.start();
    }

    /// The first call starts the recorder, on a thread of its own: it takes a while.
    static PinningRun get() {
        return Holder.RUN;
    }

    private void start() {
        try {
            PinRecorder recorder = new PinRecorder(Duration.ZERO);
            SelfTest.pin();
            if (!recorder.sawOne()) {
                throw SelfTest.blind();
            }
            recorder.setThreshold(Duration.ofMillis(PinningRule.OVER_MILLIS));
            started.complete(recorder);
            Carriers.load();
        } catch (InterruptedException | RuntimeException | LinkageError e) {
            started.completeExceptionally(
                    e instanceof PinningGuardFailure known
                            ? known
                            : new PinningGuardFailure(
                                    "this JVM cannot record (" + e + ")", "run the tests with the module jdk.jfr", e));
        }
    }

    void open(TestWindow window) {
        PinRecorder recorder = recorder();
        recorder.lowerThreshold(Duration.ofMillis(window.rule().overMillis()));
        synchronized (this) {
            windows.add(window);
        }
    }

    /// The pins of a test that ended. A test which is too short for a pin is not looked into.
    List<Pin> closeTest(TestWindow window) {
        synchronized (this) {
            if (window.isLongEnough()) {
                look(recorder().takeIfAnyRan());
                windows.remove(window);
            }
            window.end();
            return window.pins();
        }
    }

    /// The pins of a class that no test of it had alone.
    List<Pin> closeClass(TestWindow window) {
        synchronized (this) {
            look(recorder().takeIfAnyRan());
            window.end();
            windows.removeIf(other -> other == window || window.isAround(other));
            return window.pins();
        }
    }

    /// Gives pins to windows.
    private synchronized void look(List<Pin> pins) {
        for (Pin pin : pins) {
            owners(pin).stream()
                    .flatMap(owner -> owner.open().stream())
                    .distinct()
                    .forEach(open -> open.add(pin));
        }
    }

    /// The tests that had the pin: of several at the same time, the one on whose thread it was, else those whose class
    /// is on its stack, else each.
    private List<TestWindow> owners(Pin pin) {
        List<TestWindow> during =
                windows.stream().filter(window -> window.hasMostOf(pin)).toList();
        List<TestWindow> inner = during.stream()
                .filter(window -> during.stream().noneMatch(window::isAround))
                .toList();
        return narrowed(narrowed(inner, window -> window.isOf(pin)), window -> window.isOnStackOf(pin));
    }

    private static List<TestWindow> narrowed(List<TestWindow> windows, Predicate<TestWindow> by) {
        List<TestWindow> some = windows.stream().filter(by).toList();
        return some.isEmpty() ? windows : some;
    }

    private PinRecorder recorder() {
        try {
            return started.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof PinningGuardFailure failure ? new PinningGuardFailure(failure) : e;
        }
    }
}
