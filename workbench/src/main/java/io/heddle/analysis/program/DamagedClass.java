package io.heddle.analysis.program;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.model.IoReason;
import java.util.Optional;

/// A class whose outline could be read, and whose code or annotations cannot, which are read when they are asked for.
/// Whoever started the analysis may leave that class out and start again.
public final class DamagedClass extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Artifact artifact;
    private final String name;
    private final boolean jdk;

    /// @param artifact that has the class
    /// @param name internal name of the class, such as `org/lib/Socket`
    /// @param jdk whether it is a class of the JDK
    /// @param problem an exception of any kind, or a stack that overflowed
    public DamagedClass(Artifact artifact, String name, boolean jdk, Throwable problem) {
        super(why(problem), problem);
        this.artifact = artifact;
        this.name = name;
        this.jdk = jdk;
    }

    /// Internal name of the damaged class.
    public String name() {
        return name;
    }

    /// Whether it is a class of the JDK.
    public boolean isJdk() {
        return jdk;
    }

    /// What a report says of it.
    public UnreadCode unread() {
        return UnreadCode.ofClass(artifact, name, String.valueOf(getMessage()));
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
