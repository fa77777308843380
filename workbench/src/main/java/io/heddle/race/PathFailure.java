package io.heddle.race;

import io.heddle.model.Failure;
import io.heddle.race.arm.TargetFault;

/// The target failed while it was asked for one path, and for no other.
final class PathFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String workload;
    private final Failure failure;

    PathFailure(String workload, Failure failure) {
        super(failure);
        this.workload = workload;
        this.failure = failure;
    }

    String workload() {
        return workload;
    }

    Failure failure() {
        return failure;
    }

    /// Asks for one path.
    ///
    /// @throws PathFailure when the target fails
    /// @throws Failure when the machine or the user's request does
    static <T> T asking(String workload, Asked<T> asked) throws InterruptedException {
        try {
            return asked.call();
        } catch (Failure failure) {
            throw TargetFault.is(failure) && !Thread.currentThread().isInterrupted()
                    ? new PathFailure(workload, failure)
                    : failure;
        }
    }

    /// What is asked.
    interface Asked<T> {
        T call() throws InterruptedException;
    }
}
