package io.heddle.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A test or a class of tests while it runs. Not thread-safe: [PinningRun] guards it.
final class TestWindow {

    private final String name;
    private final Optional<Class<?>> type;
    private final PinningRule rule;
    private final Optional<TestWindow> around;
    private final long thread = Thread.currentThread().threadId();
    private final Instant start = Instant.now();
    private final List<Pin> pins = new ArrayList<>();
    private boolean blind;
    private Optional<Instant> end = Optional.empty();

    /// @param type none where an engine's tests are no classes
    /// @param around the window of the class, which takes what a test leaves behind
    TestWindow(String name, Optional<Class<?>> type, PinningRule rule, Optional<TestWindow> around) {
        this.name = name;
        this.type = type;
        this.rule = rule;
        this.around = around;
    }

    String name() {
        return name;
    }

    PinningRule rule() {
        return rule;
    }

    boolean isEnded() {
        return end.isPresent();
    }

    void end() {
        end = Optional.of(Instant.now());
    }

    /// Whether no class is guarded that takes what this test leaves behind.
    boolean isAlone() {
        return around.isEmpty();
    }

    /// Whether a pin that counts could have begun and ended in it.
    boolean isLongEnough() {
        return Duration.between(start, Instant.now()).toMillis() >= rule.overMillis();
    }

    /// More of the pin lies in this window than out of it. The recorder's clock and this one differ a little.
    boolean hasMostOf(Pin pin) {
        return pin.overlap(start, end.orElse(Instant.MAX)).multipliedBy(2).compareTo(pin.duration()) > 0;
    }

    boolean isOf(Pin pin) {
        return pin.thread() == thread;
    }

    boolean isOnStackOf(Pin pin) {
        return type.filter(of -> pin.isWithin(List.of(of.getName()))).isPresent();
    }

    boolean isAround(TestWindow other) {
        for (Optional<TestWindow> at = other.around; at.isPresent(); at = at.get().around) {
            if (at.get() == this) {
                return true;
            }
        }
        return false;
    }

    /// The first window that is still open, from this one outwards.
    Optional<TestWindow> open() {
        return isEnded() ? around.flatMap(TestWindow::open) : Optional.of(this);
    }

    void add(Pin pin) {
        pins.add(pin);
    }

    /// The guard did not see all of it.
    void blind() {
        blind = rule.allowed().isEmpty();
    }

    /// @throws PinningGuardFailure if there may be others
    List<Pin> pins() {
        if (blind) {
            throw new PinningGuardFailure(
                    "the recording " + GuardRecording.NAME + " of the JVM was ended or changed, or lost events, during "
                            + name,
                    "let the test end only recordings that it began, or mark it @PinningAllowed");
        }
        return List.copyOf(pins);
    }
}
