package io.heddle.analysis.program;

import io.heddle.model.IoReason;
import java.util.Optional;

/// A class whose outline could be read, and whose code or annotations cannot, which are read when they are asked for.
/// Whoever started the analysis may leave that class out and start again.
public final class DamagedClass extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Type type;

    /// @param problem an exception of any kind, or a stack that overflowed
    public DamagedClass(Type type, Throwable problem) {
        super(why(problem), problem);
        this.type = type;
    }

    /// The class that is damaged.
    public Type type() {
        return type;
    }

    /// The damaged class because of which something failed; empty where it failed for another reason.
    public static Optional<DamagedClass> in(Throwable problem) {
        Throwable at = problem;
        while (at != null) {
            if (at instanceof DamagedClass damaged) {
                return Optional.of(damaged);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    /// Whether code has instructions that are not followed, which a JVM runs.
    static boolean isOfSubroutines(Throwable problem) {
        return problem instanceof DamagedClass && problem.getCause() instanceof UnsupportedOperationException;
    }

    /// What an exception says that reading damaged bytes ended with: most say no more than where.
    static String why(Throwable problem) {
        return switch (problem) {
            case DamagedClass damaged -> String.valueOf(damaged.getMessage());
            case StackOverflowError _ -> "what it holds is nested too deep";
            case IllegalArgumentException said -> IoReason.of(said);
            case UnsupportedOperationException said -> IoReason.of(said);
            default -> "it is damaged: " + IoReason.of(problem);
        };
    }
}
