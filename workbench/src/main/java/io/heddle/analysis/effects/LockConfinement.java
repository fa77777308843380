package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.LockSet;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells which objects' locks are confined: only their owner has the object, and holds its locks for long
/// only under its own monitor. A thread that holds that monitor finds the lock free. For one thread.
public final class LockConfinement {

    private final CallGraph graph;
    private final BlockingPaths paths;
    private final CriticalSections sections;
    private final Uses uses;
    private final Map<Field, Boolean> known = new HashMap<>();

    LockConfinement(CallGraph graph, BlockingPaths paths, CriticalSections sections, Uses uses) {
        this.graph = graph;
        this.paths = paths;
        this.sections = sections;
        this.uses = uses;
    }

    /// What is done with the objects in private final fields.
    ///
    /// @param calls on them
    /// @param leaked those that are passed, returned or stored elsewhere
    record Uses(Map<Field, List<CallSite>> calls, Set<Field> leaked) {

        static Uses of(CallGraph graph) {
            Uses uses = new Uses(new HashMap<>(), new HashSet<>());
            for (Method method : graph.methods()) {
                for (CallSite call : graph.calls(method)) {
                    uses.add(call);
                }
                graph.returns(method).forEach(uses::leak);
                graph.facts(method).writes().forEach(write -> uses.leak(write.value()));
            }
            return uses;
        }

        private void add(CallSite call) {
            for (int i = 0; i < call.arguments().size(); i++) {
                Field field = own(call.arguments().get(i));
                if (field != null && i == 0 && call.how() != How.STATIC) {
                    calls.computeIfAbsent(field, _ -> new ArrayList<>(2)).add(call);
                } else {
                    leak(call.arguments().get(i));
                }
            }
        }

        private void leak(AbstractValue value) {
            switch (AbstractValue.bare(value)) {
                case AbstractValue.Union union -> union.members().forEach(this::leakOne);
                case AbstractValue bare -> leakOne(bare);
            }
        }

        private void leakOne(AbstractValue value) {
            Field field = own(value);
            if (field != null) {
                leaked.add(field);
            }
        }
    }

    private static @Nullable Field own(AbstractValue value) {
        return AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                        && read.field().is(AccessFlag.PRIVATE)
                        && read.field().is(AccessFlag.FINAL)
                ? read.field()
                : null;
    }

    /// Whether a call is made on an object whose locks the owner's monitor guards.
    public boolean guards(CallSite call) {
        Field field = own(call.receiver());
        return field != null && known.computeIfAbsent(field, this::isGuarded);
    }

    private boolean isGuarded(Field field) {
        return !field.is(AccessFlag.STATIC)
                && !uses.leaked.contains(field)
                && graph.writes(field).stream().allMatch(AbstractValue.New.class::isInstance)
                && uses.calls.getOrDefault(field, List.of()).stream()
                        .filter(this::locks)
                        .allMatch(call -> holdsOwn(call, Limits.Traces.MONITOR) || sections.isBrief(call));
    }

    private boolean locks(CallSite call) {
        return graph.kind(call) == BlockingKind.LOCK
                || graph.targets(call).stream().anyMatch(target -> paths.of(BlockingKind.LOCK, target) != null);
    }

    // Whether the monitor of the method's own object is held: it is entered here or by all callers.
    private boolean holdsOwn(CallSite call, int depth) {
        for (LockSet held = call.held(); held != null; held = held.outer()) {
            if (held.object() instanceof AbstractValue.This) {
                return true;
            }
        }
        Method method = call.caller();
        return depth > 0
                && method.is(AccessFlag.PRIVATE)
                && !method.isStatic()
                && !graph.callers(method).isEmpty()
                && graph.callers(method).stream()
                        .allMatch(caller ->
                                caller.receiver() instanceof AbstractValue.This && holdsOwn(caller, depth - 1));
    }
}
