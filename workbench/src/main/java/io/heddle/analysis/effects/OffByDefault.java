package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.BranchConditions;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the objects that the target hands over only where a system property or a variable of the environment is set:
/// in
/// `if (Boolean.getBoolean("admin")) app.get("/admin", handler)` the handler. As it ships, a service runs without.
final class OffByDefault {

    private static final Set<String> FLAGS = Names.of("switches", "flags from outside");
    /// How what they hold is compared.
    private static final Set<String> COMPARES = Names.of("switches", "compares");

    private OffByDefault() {}

    /// Classes of these objects that are made nowhere else.
    ///
    /// @param methods of the target
    static Set<Type> in(Stream<Method> methods, ClassHierarchy hierarchy, CodeReader reader, CallGraph graph) {
        Set<Type> off = new HashSet<>();
        Set<Type> on = new HashSet<>();
        methods.filter(method -> graph.calls(method).stream().anyMatch(call -> FLAGS.contains(call.name())))
                .forEach(method -> look(method, hierarchy, reader, graph, off, on));
        off.removeAll(on);
        return off;
    }

    private static void look(
            Method method, ClassHierarchy hierarchy, CodeReader reader, CallGraph graph, Set<Type> off, Set<Type> on) {
        List<CallSite> calls = graph.calls(method);
        Set<Integer> flags = calls.stream()
                .filter(OffByDefault::isFlag)
                .map(CallSite::offset)
                .collect(Collectors.toSet());
        BranchConditions branches;
        try {
            branches = reader.branches(method, _ -> false);
        } catch (RuntimeException e) {
            hierarchy.unread(method, e);
            return;
        }
        BitSet live = branches.live(_ -> AbstractValue.ANY, found -> flags.contains(found.call()) ? false : null);
        for (CallSite call : calls) {
            Set<Type> there = branches.isIn(call.offset(), live) ? on : off;
            call.arguments().stream()
                    .flatMap(value -> AbstractValue.members(AbstractValue.bare(value)).stream())
                    .map(AbstractValue::bare)
                    .filter(AbstractValue.New.class::isInstance)
                    .map(made -> ((AbstractValue.New) made).type())
                    .forEach(there::add);
        }
    }

    private static boolean isFlag(CallSite call) {
        return FLAGS.contains(call.name())
                || COMPARES.contains(call.name())
                        && call.arguments().stream()
                                .map(AbstractValue::bare)
                                .anyMatch(value -> value instanceof AbstractValue.Result result
                                        && FLAGS.contains(result.call().name()));
    }
}
