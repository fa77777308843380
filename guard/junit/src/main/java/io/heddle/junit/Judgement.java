package io.heddle.junit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Whether the pins of a test break its rule.
final class Judgement {

    private Judgement() {}

    /// @return what breaks the rule, if it is broken
    static Optional<PinnedError> of(TestWindow window, List<Pin> pins, PinningLog log) {
        PinningRule rule = window.rule();
        List<Pin> covered = pins.stream().filter(rule::covers).toList();
        if (covered.isEmpty()) {
            return Optional.empty();
        }
        List<Pin> counted = covered.stream()
                .filter(pin -> !pin.isClassLoading(rule.within()))
                .sorted(Comparator.comparing(Pin::duration).reversed())
                .toList();
        log.classLoading(covered.size() - counted.size());
        rule.allowed().ifPresent(reason -> log.allowed(reason, counted.size()));
        return rule.isBroken(counted) ? Optional.of(new PinnedError(window, counted)) : Optional.empty();
    }
}
