package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Follows an executor from the call that makes it to the calls that hand it tasks, through fields, parameters and what
/// methods return. For one thread.
public final class ExecutorUses {

    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final Set<String> SUBMITS = Set.of(
            "execute",
            "submit",
            "submitListenable",
            "submitCompletable",
            "invokeAll",
            "invokeAny",
            "schedule",
            "scheduleAtFixedRate",
            "scheduleWithFixedDelay");

    private final CallFacts facts;
    private final ClassHierarchy hierarchy;
    private final Predicate<Method> knownByCallers;
    private final Map<Field, Set<Method>> readers = new HashMap<>();

    /// @param code methods in which executors may be used
    /// @param knownByCallers whether the known callers of a method are taken for all
    public ExecutorUses(
            CallFacts facts, ClassHierarchy hierarchy, Collection<Method> code, Predicate<Method> knownByCallers) {
        this.facts = facts;
        this.hierarchy = hierarchy;
        this.knownByCallers = knownByCallers;
        for (Method method : code) {
            MethodFacts known = facts.facts(method);
            known.calls().forEach(call -> call.arguments().forEach(value -> addReader(value, method)));
            known.returns().forEach(value -> addReader(value, method));
            known.writes().forEach(write -> addReader(write.value(), method));
        }
    }

    /// What is known of the use of an executor.
    ///
    /// @param calls that hand it a task, or hand it to code that is not followed
    /// @param all whether it gets nowhere else
    public record Uses(Set<CallSite> calls, boolean all) {}

    /// The uses of what a call returns or, of a constructor, makes.
    public Uses of(CallSite making) {
        return new Search().from(making);
    }

    private void addReader(AbstractValue value, Method method) {
        for (AbstractValue member : AbstractValue.members(AbstractValue.bare(value))) {
            if (AbstractValue.bare(member) instanceof AbstractValue.FieldRead read && isExecutor(read.field())) {
                readers.computeIfAbsent(read.field(), _ -> new LinkedHashSet<>())
                        .add(method);
            }
        }
    }

    private boolean isExecutor(Field field) {
        return isExecutor(Signature.className(field.descriptor()));
    }

    private boolean isExecutor(String type) {
        return !type.isEmpty() && hierarchy.type(type).isBelow(EXECUTOR);
    }

    /// An executor, as the code of one method has it.
    private record Held(Method in, AbstractValue as) {

        boolean is(AbstractValue value) {
            return AbstractValue.members(AbstractValue.bare(value)).stream()
                    .map(AbstractValue::bare)
                    .anyMatch(as::equals);
        }
    }

    private final class Search {

        private final Set<CallSite> uses = new LinkedHashSet<>();
        private final Set<Held> seen = new HashSet<>();
        private final Deque<Held> open = new ArrayDeque<>();
        private boolean all = true;

        Uses from(CallSite making) {
            if (making.makesObject()) {
                add(making.caller(), AbstractValue.bare(making.receiver()));
            } else {
                addResult(making);
            }
            while (!open.isEmpty()) {
                follow(open.poll());
            }
            return new Uses(uses, all);
        }

        private void add(Method method, AbstractValue value) {
            if (seen.size() > Limits.Traces.EXECUTOR) {
                all = false;
            } else if (seen.add(new Held(method, value))) {
                open.add(new Held(method, value));
            }
        }

        private void follow(Held executor) {
            MethodFacts code = facts.facts(executor.in());
            for (CallSite call : code.calls()) {
                look(call, executor);
            }
            for (MethodFacts.Write write : code.writes()) {
                if (executor.is(write.value())) {
                    all &= !write.field().externallyWritable() && isExecutor(write.field());
                    readers.getOrDefault(write.field(), Set.of())
                            .forEach(method -> add(method, new AbstractValue.FieldRead(write.field())));
                }
            }
            if (code.returns().stream().anyMatch(executor::is)) {
                all &= knownByCallers.test(executor.in());
                facts.callers(executor.in()).forEach(this::addResult);
            }
        }

        // The code of a method has what a call returns where it uses it.
        private void addResult(CallSite call) {
            Set<AbstractValue> results = new LinkedHashSet<>();
            MethodFacts code = facts.facts(call.caller());
            code.calls().forEach(other -> other.arguments().forEach(value -> addResults(value, call, results)));
            code.writes().forEach(write -> addResults(write.value(), call, results));
            code.returns().forEach(value -> addResults(value, call, results));
            results.forEach(result -> add(call.caller(), result));
        }

        private static void addResults(AbstractValue value, CallSite call, Set<AbstractValue> results) {
            for (AbstractValue member : AbstractValue.members(AbstractValue.bare(value))) {
                switch (AbstractValue.bare(member)) {
                    case AbstractValue.Result result when result.call() == call -> results.add(result);
                    case AbstractValue.New made
                    when made.type().isLambda() ->
                        made.arguments().forEach(captured -> addResults(captured, call, results));
                    default -> {}
                }
            }
        }

        private void look(CallSite call, Held executor) {
            if (call.how() != CallSite.How.STATIC && executor.is(call.receiver()) && !call.makesObject()) {
                if (SUBMITS.contains(call.signature().name())) {
                    uses.add(call);
                } else if (isExecutor(Signature.className(call.signature().result()))) {
                    addResult(call);
                }
            }
            for (int i = 0; i < call.parameters(); i++) {
                if (executor.is(call.argument(i))) {
                    hand(call, i);
                } else if (isCaptured(call.argument(i), executor)) {
                    all = false;
                }
            }
        }

        private static boolean isCaptured(AbstractValue value, Held executor) {
            return AbstractValue.bare(value) instanceof AbstractValue.New made
                    && made.type().isLambda()
                    && made.arguments().stream().anyMatch(executor::is);
        }

        private void hand(CallSite call, int argument) {
            List<Method> targets = facts.targets(call).stream()
                    .filter(target -> !target.owner().isJdk() && target.signature() == call.signature())
                    .toList();
            if (targets.isEmpty()) {
                uses.add(call);
                if (isExecutor(Signature.className(call.signature().result()))) {
                    addResult(call);
                }
            }
            for (Method target : targets) {
                add(
                        target,
                        new AbstractValue.Parameter(
                                target,
                                argument,
                                Signature.className(
                                        target.signature().parameters().get(argument))));
            }
        }
    }
}
