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

    private final CompletableFuture<PinRecorder> started = new CompletableFuture<>();
    /// Completes once the pin that was made on purpose was read.
    private final CompletableFuture<Void> proven = new CompletableFuture<>();
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
            recorder.setThreshold(Duration.ofMillis(PinningRule.OVER_MILLIS));
            started.complete(recorder);
            SelfTest.mustBeIn(look(recorder.take()));
            proven.complete(null);
        } catch (InterruptedException | RuntimeException | LinkageError e) {
            PinningGuardFailure failure = e instanceof PinningGuardFailure known
                    ? known
                    : new PinningGuardFailure(
                            "this JVM cannot record (" + e + ")", "run the tests with the module jdk.jfr", e);
            started.completeExceptionally(failure);
            proven.completeExceptionally(failure);
        }
    }

    void open(TestWindow window) {
        PinRecorder recorder = get(started);
        recorder.lowerThreshold(Duration.ofMillis(window.rule().overMillis()));
        synchronized (this) {
            windows.add(window);
        }
    }

    /// The pins of a test that ended. A test which is too short for a pin is not looked into.
    List<Pin> closeTest(TestWindow window) {
        if (proven.isCompletedExceptionally()) {
            get(proven);
        }
        synchronized (this) {
            if (window.isLongEnough()) {
                look(get(started).takeIfAnyRan());
                windows.remove(window);
            }
            window.end();
            return window.pins();
        }
    }

    /// The pins of a class that no test of it had alone.
    List<Pin> closeClass(TestWindow window) {
        get(proven);
        synchronized (this) {
            look(get(started).takeIfAnyRan());
            window.end();
            windows.removeIf(other -> other == window || window.isAround(other));
            return window.pins();
        }
    }

    /// Gives pins to windows.
    private synchronized List<Pin> look(List<Pin> pins) {
        for (Pin pin : pins) {
            owners(pin).stream()
                    .flatMap(owner -> owner.open().stream())
                    .distinct()
                    .forEach(open -> open.add(pin));
        }
        return pins;
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

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof PinningGuardFailure failure ? new PinningGuardFailure(failure) : e;
        }
    }
}
