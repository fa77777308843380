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

    /// Two looks at the carriers may be half of the shortest pin apart; a third leaves some room.
    private static final int LOOKS = 3;

    /// Completes once the JVM records.
    private final CompletableFuture<PinRecorder> recording = new CompletableFuture<>();
    /// Completes once the JVM told of the pin that was made on purpose.
    private final CompletableFuture<PinRecorder> proven = new CompletableFuture<>();
    private final List<TestWindow> windows = new ArrayList<>();

    private PinningRun() {
        startThread(this::start);
    }

    private static void startThread(Runnable code) {
        Thread thread = new Thread(code, "heddle-junit");
        thread.setDaemon(true);
        thread.start();
    }

    /// The first call starts the recorder, on a thread of its own: it takes a while.
    static PinningRun get() {
        return Holder.RUN;
    }

    private void start() {
        try {
            PinRecorder recorder = new PinRecorder(Duration.ofMillis(PinningRule.OVER_MILLIS));
            recorder.pin();
            startThread(() -> watch(recorder));
            recording.complete(recorder);
            PinningLog.start();
            if (!recorder.prove()) {
                throw SelfTest.blind();
            }
            proven.complete(recorder);
        } catch (InterruptedException | RuntimeException | LinkageError e) {
            PinningGuardFailure failure = e instanceof PinningGuardFailure known
                    ? known
                    : new PinningGuardFailure(
                            "this JVM cannot record (" + e + ")",
                            "run the tests with the modules jdk.jfr and java.management",
                            e);
            recording.completeExceptionally(failure);
            proven.completeExceptionally(failure);
        }
    }

    private void watch(PinRecorder recorder) {
        try {
            while (true) {
                awaitTest();
                Thread.sleep(Math.max(1, recorder.threshold().toMillis() / LOOKS));
                recorder.look();
            }
        } catch (InterruptedException e) {
            // Without looks a pin is suspected at the end of each test.
        }
    }

    private synchronized void awaitTest() throws InterruptedException {
        while (windows.isEmpty()) {
            wait();
        }
    }

    void open(TestWindow window) {
        if (proven.isCompletedExceptionally()) {
            get(proven);
        }
        PinRecorder recorder = get(recording);
        recorder.lowerThreshold(Duration.ofMillis(window.rule().overMillis()));
        synchronized (this) {
            if (windows.isEmpty()) {
                recorder.forget();
                notifyAll();
            }
            windows.add(window);
        }
    }

    /// The pins of a test that ended. A test which is too short for a pin is not looked into.
    List<Pin> closeTest(TestWindow window) {
        synchronized (this) {
            if (window.isLongEnough()) {
                look();
                windows.remove(window);
            }
            if (window.isAlone()) {
                get(proven);
            }
            window.end();
            return window.pins();
        }
    }

    /// The pins of a class that no test of it had alone.
    List<Pin> closeClass(TestWindow window) {
        synchronized (this) {
            look();
            get(proven);
            window.end();
            windows.removeIf(other -> other == window || window.isAround(other));
            return window.pins();
        }
    }

    /// Gives new pins to windows, if there may be any.
    private void look() {
        if (get(recording).mayHavePinned()) {
            give(get(proven).take());
        }
    }

    private void give(List<Pin> pins) {
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

    private static PinRecorder get(CompletableFuture<PinRecorder> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof PinningGuardFailure failure ? new PinningGuardFailure(failure) : e;
        }
    }
}
