package io.heddle.race.arm;

import io.heddle.model.DroppedPath;
import io.heddle.model.Failure;
import io.heddle.race.load.NoAnswer;
import io.heddle.race.load.TooFewConnections;
import io.heddle.race.target.NotReady;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Marks a failure that is the target's own doing, and neither the machine's nor the user's: where the other
/// arm serves, it is a verdict.
public final class TargetFault extends Exception {

    private static final long serialVersionUID = 1;
    private static final int DEEPEST = 8;

    private final DroppedPath.Code code;

    /// The target answered with errors only.
    public TargetFault(String what) {
        super(what);
        this.code = DroppedPath.Code.ERRORS;
    }

    private TargetFault(String what, DroppedPath.Code code, @Nullable Throwable why) {
        super(what, why);
        this.code = code;
    }

    /// The target's JVM ended by itself.
    static TargetFault ended() {
        return new TargetFault("ended", DroppedPath.Code.ENDED, null);
    }

    /// The target said that it had no memory left, and then failed so.
    static TargetFault outOfMemory(Failure why) {
        return new TargetFault(why.sentence(), DroppedPath.Code.OUT_OF_MEMORY, why);
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

    /// Whether the target let a request, or all requests of a load, wait for longer than it may.
    public static boolean isUnanswered(Failure failure) {
        return causes(failure).anyMatch(cause -> cause instanceof NoAnswer || cause instanceof TimeoutException);
    }

    /// Whether the target's JVM ended by itself, whoever asked it for what.
    public static boolean hasEnded(Failure failure) {
        return faults(failure).anyMatch(fault -> fault.code == DroppedPath.Code.ENDED);
    }

    /// How the target failed.
    ///
    /// @param failure for which [#is] holds
    public static DroppedPath.Code code(Failure failure) {
        return isNeverReady(failure)
                ? DroppedPath.Code.NEVER_READY
                : faults(failure).findFirst().map(fault -> fault.code).orElse(DroppedPath.Code.NO_ANSWER);
    }

    private static Stream<TargetFault> faults(Failure failure) {
        return causes(failure).filter(TargetFault.class::isInstance).map(TargetFault.class::cast);
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
