package io.heddle.junit;

/// The guard cannot see pins, so that no test may pass.
final class PinningGuardFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PinningGuardFailure(String what, String next, Throwable cause) {
        super("Heddle cannot guard against pinning: " + what + "; " + next, cause);
    }

    PinningGuardFailure(String what, String next) {
        super("Heddle cannot guard against pinning: " + what + "; " + next);
    }

    /// The same for one more test.
    PinningGuardFailure(PinningGuardFailure before) {
        super(before.getMessage(), before);
    }
}
