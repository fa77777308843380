package io.heddle.race.arm;

import io.heddle.model.Failure;
import io.heddle.race.load.NoAnswer;
import io.heddle.race.load.TooFewConnections;
import io.heddle.race.target.NotReady;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Marks a failure that is the target's own doing, and neither the machine's nor the user's: where the other
/// arm serves, it is a verdict.
public final class TargetFault extends Exception {

    private static final long serialVersionUID = 1;
    private static final int DEEPEST = 8;

    public TargetFault(String what) {
        super(what);
    }

    TargetFault(Failure why) {
        super(why.sentence(), why);
    }

    /// Whether the target itself failed: it did not get ready, ended, gave no answer, or none but errors.
    public static boolean is(Failure failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof TargetFault
                        || cause instanceof NotReady
                        || cause instanceof NoAnswer
                        || cause instanceof TooFewConnections
                        || cause instanceof TimeoutException
                        || cause instanceof IOException);
    }

    /// Whether the target was started and never came to answer.
    public static boolean isNeverReady(Failure failure) {
        return causes(failure).anyMatch(NotReady.class::isInstance);
    }

    private static Stream<Throwable> causes(Failure failure) {
        return Stream.iterate(
                        Optional.<Throwable>of(failure),
                        Optional::isPresent,
                        cause -> Optional.ofNullable(cause.orElseThrow().getCause()))
                .limit(DEEPEST)
                .map(Optional::orElseThrow);
    }
}
