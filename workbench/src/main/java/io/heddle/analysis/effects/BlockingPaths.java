package io.heddle.analysis.effects;

import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import org.jspecify.annotations.Nullable;

/// Which methods may block, and by which shortest path. Immutable.
///
/// @param others paths to all but locks
/// @param locks paths to locks, which are found last: which locks matter depends on what is done while they
///     are held
public record BlockingPaths(BackwardReachability others, BackwardReachability locks) {

    private static final BlockingKind[] KINDS = BlockingKind.values();

    /// The first step of the shortest path; null where there is none, or none short enough.
    public @Nullable NextHop of(BlockingKind kind, Method method) {
        return switch (kind) {
            case LOCK, SHORT_LOCK -> locks.of(kind, method);
            default -> others.of(kind, method);
        };
    }

    /// Whether a method may block, where nothing fails, for anything that takes time.
    boolean blocks(Method method) {
        for (BlockingKind kind : KINDS) {
            NextHop hop = kind.takesTime() ? of(kind, method) : null;
            if (hop != null && !hop.afterFailure()) {
                return true;
            }
        }
        return false;
    }
}
