package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.ValueSources;
import java.util.Set;

/// Tells which queues always have room.
public final class BoundlessQueues {

    private static final Set<String> PUTS = Names.of("queues", "puts");
    /// Their documentation says: "as the queue is unbounded this method will never block".
    private static final Set<String> NEVER_FULL = Names.of("queues", "never full");
    /// With a capacity of Integer.MAX_VALUE, unless the constructor is given another.
    private static final Set<String> LINKED = Names.of("queues", "unbounded by default");

    private BoundlessQueues() {}

    /// Whether a call puts something into a queue that always has room.
    public static boolean hasRoom(CallSite putting, ValueSources sources) {
        return PUTS.contains(putting.signature().name())
                && (NEVER_FULL.contains(putting.declared().name()) || isMadeBoundless(putting, sources));
    }

    private static boolean isMadeBoundless(CallSite putting, ValueSources sources) {
        return switch (AbstractValue.bare(putting.receiver())) {
            case AbstractValue.New made -> isBoundless(made);
            case AbstractValue.FieldRead read ->
                !read.field().externallyWritable()
                        && !sources.writes(read.field()).isEmpty()
                        && sources.writes(read.field()).stream()
                                .map(AbstractValue::bare)
                                .allMatch(written -> written instanceof AbstractValue.New made && isBoundless(made));
            default -> false;
        };
    }

    private static boolean isBoundless(AbstractValue.New queue) {
        return NEVER_FULL.contains(queue.type().name())
                || LINKED.contains(queue.type().name()) && queue.arguments().isEmpty();
    }
}
