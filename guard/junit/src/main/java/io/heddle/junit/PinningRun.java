package io.heddle.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The guard's state in this JVM: its recording, and the tests that run.
final class PinningRun {

    private static final class Holder {
        static final PinningRun RUN = new PinningRun();
    }

    /// Two looks at the carriers may be half of the shortest pin apart; a third leaves some room.
    private static final int LOOKS = 3;

    /// What all proofs at the ends of sessions may take: so long, and this part of the run.
    private static final Duration FREE = Duration.ofMillis(300);
    private static final int SHARE = 100;

    private final Instant begun = Instant.now();
    private Duration spent = Duration.ZERO;
    /// Completes once the JVM records.
    private final CompletableFuture<PinRecorder> recording = new CompletableFuture<>();
    /// Completes once the JVM told of the pin that was made on purpose.
    private final CompletableFuture<PinRecorder> proven = new CompletableFuture<>();
    private final List<TestWindow> windows = new ArrayList<>();

    private static volatile boolean started;

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
        started = true;
        return Holder.RUN;
    }

    /// Proves that the guard of this JVM, if there is one, still sees: it must find pins that are made on purpose just
    /// as it finds those of a test.
    ///
    /// @throws PinningGuardFailure if it does not, or if a rule meant no code of this JVM
    static void end() {
        Packages.requireKnown();
        if (started && get().affordsProof()) {
            get().prove();
        }
    }

    /// Some launchers open a session for each class. There a proof at the end of each would cost more than the tests.
    private synchronized boolean affordsProof() {
        Duration run = Duration.between(begun, Instant.now());
        return spent.compareTo(FREE.plus(run.dividedBy(SHARE))) <= 0;
    }

    private void prove() {
        Instant from = Instant.now();
        PinRecorder recorder = get(proven);
        Duration shortest = recorder.threshold();
        PinningRule rule = new PinningRule(
                (int) shortest.toMillis(), List.of(SelfTest.class.getPackageName()), 0, -1, Optional.empty());
        TestWindow window = new TestWindow("", Optional.of(SelfTest.class), rule, Optional.empty());
        open(window);
        Set<String> made;
        try {
            made = SelfTest.pinInEachWay(shortest);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PinningGuardFailure("the run was interrupted before its end", "let no test interrupt it", e);
        }
        if (made.isEmpty()) {
            throw new PinningGuardFailure(
                    "at the end of the run no virtual thread got a carrier within 10 s",
                    "let each test end the threads that it starts");
        }
        spent = spent.plus(Duration.between(from, Instant.now()));
        Set<String> seen = closeTest(window).stream()
                .filter(rule::covers)
                .map(Pin::threadName)
                .collect(Collectors.toUnmodifiableSet());
        if (!seen.containsAll(made)) {
            throw new PinningGuardFailure(
                    "at the end of the run the JVM did not tell of pins made on purpose",
                    "let nothing in the JVM change the recording " + GuardRecording.NAME);
        }
    }

    private void start() {
        try {
            StackDepth.set();
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
            requireIntact(recorder);
            if (windows.isEmpty()) {
                recorder.forget();
                notifyAll();
            }
            windows.add(window);
        }
    }

    /// Somebody else looks at this test.
    synchronized void drop(TestWindow window) {
        windows.remove(window);
    }

    /// All that runs now may have pinned unseen if the recording was ended, changed or had no room.
    private void requireIntact(PinRecorder recorder) {
        if (!recorder.isIntact()) {
            windows.forEach(TestWindow::blind);
        }
    }

    /// The pins of a test that ended. A test which is too short for a pin is not looked into.
    List<Pin> closeTest(TestWindow window) {
        synchronized (this) {
            boolean isLongEnough = window.isLongEnough();
            if (isLongEnough) {
                look();
            }
            requireIntact(get(recording));
            if (isLongEnough || window.isAlone()) {
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
            requireIntact(get(recording));
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
