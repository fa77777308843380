package io.heddle.junit;

import java.util.List;
import java.util.stream.Collectors;

/// The guard cannot see pins, so that no test may pass; or it saw pins and has no test to fail.
final class PinningGuardFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PinningGuardFailure(String what, String next, Throwable cause) {
        super("Heddle cannot guard against pinning: " + what + "; " + next, cause);
    }

    PinningGuardFailure(String what, String next) {
        super("Heddle cannot guard against pinning: " + what + "; " + next);
    }

    /// What was found in tests that cannot be failed themselves.
    PinningGuardFailure(List<Throwable> failures) {
        super(
                "Heddle: tests of this run that cannot fail by themselves:\n"
                        + failures.stream()
                                .map(Throwable::getMessage)
                                .distinct()
                                .collect(Collectors.joining("\n")),
                failures.getFirst());
    }

    /// The same for one more test.
    PinningGuardFailure(PinningGuardFailure before) {
        super(before.getMessage(), before);
    }
}
