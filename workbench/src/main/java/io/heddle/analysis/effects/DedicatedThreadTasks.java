package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.PlatformPools;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the tasks that are made for a thread of their own, as in `new Thread(this::loop)`, or for an executor of
/// platform threads or a timer that the code makes for itself. Such a thread is a platform thread, whatever the
/// service's pools are.
///
/// A service's own pool for tasks of any number is none of these, nor is a thread that it makes for each of them:
/// whoever moves the service onto virtual threads replaces them.
final class DedicatedThreadTasks {

    private static final String THREAD = "java.lang.Thread";
    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final String TIMER = "java.util.Timer";
    private static final Set<String> KEEPERS = Names.of("jdk", "keepers");
    /// What a task is, with its one method.
    private static final Map<String, String> TASKS =
            Map.of("java.lang.Runnable", "run", "java.util.concurrent.Callable", "call");

    private final ClassHierarchy hierarchy;
    private final CallGraph graph;
    private final PlatformPools pools;
    private final Predicate<Method> isService;
    private final Tasks handed = new Tasks();
    private final Tasks elsewhere = new Tasks();
    /// By method, whether each of its parameters goes to a new thread and nowhere else.
    private final Map<Method, Map<Integer, Boolean>> starters = new HashMap<>();

    /// Classes of tasks that code hands on: of objects that it makes there, and those that it names for what it was
    /// given or found in a collection, whose objects may be of classes below.
    private static final class Tasks {

        private final Set<Type> made = new HashSet<>();
        private final Set<Type> named = new HashSet<>();

        /// @param type that is named for a value; null where objects are made
        void add(List<Type> objects, @Nullable Type type) {
            made.addAll(objects);
            if (type != null) {
                named.add(type);
            }
        }

        boolean has(Type type) {
            return made.contains(type)
                    || !named.isEmpty() && type.above().stream().anyMatch(named::contains);
        }
    }

    /// @param isService whether a method is a service's own code that its requests or its start run
    DedicatedThreadTasks(
            ClassHierarchy hierarchy, CallGraph graph, Visibility visibility, Predicate<Method> isService) {
        this.hierarchy = hierarchy;
        this.graph = graph;
        this.isService = isService;
        this.pools = new PlatformPools(graph, visibility::knownByCallers);
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                graph.calls(method).forEach(this::look);
            }
        }
    }

    /// Whether a platform thread that the code makes begins with a method, or the JDK's finalizer thread does, and
    /// the JDK has no other reason to call it.
    boolean begins(Method method) {
        return method.signature().parameters().isEmpty()
                && (method.signature().name().equals("finalize")
                        || TASKS.containsValue(method.signature().name()) && runsOnThread(method.owner()));
    }

    // Its objects are threads, or tasks that are handed to new threads and to nothing else.
    private boolean runsOnThread(Type type) {
        return type.isBelow(THREAD) || handed.has(type) && !elsewhere.has(type);
    }

    private void look(CallSite call) {
        for (int i = 0; i < call.parameters(); i++) {
            List<Type> made = tasks(call.argument(i));
            Type named = made.isEmpty() ? named(call.argument(i)) : null;
            if (made.isEmpty() && named == null) {
                continue;
            }
            if (startsThreads(call) || handsToThread(call, i)) {
                handed.add(made, named);
            } else if (named == null ? mayRun(call) : call.declared().isBelow(EXECUTOR)) {
                elsewhere.add(made, named);
            }
        }
    }

    // A constructor mostly does not run the tasks that it is given, and a collection never does.
    private static boolean mayRun(CallSite call) {
        return !makes(call) && !(call.declared().isJdk() && call.declared().isBelowAny(KEEPERS));
    }

    // The code's own class of tasks that it names for a value.
    private @Nullable Type named(AbstractValue value) {
        Type type = AbstractValue.declared(value, hierarchy);
        return type != null && !type.isJdk() && !type.isInterface() && isTask(type) ? type : null;
    }

    private static boolean makes(CallSite call) {
        return call.how() == How.SPECIAL && call.signature().name().equals("<init>");
    }

    private boolean startsThreads(CallSite call) {
        if (makes(call)) {
            boolean oneEach = call.isInLoop() && !call.isInCountedLoop() && isService.test(call.caller());
            return call.declared().isBelow(THREAD) && !oneEach;
        }
        return call.how() == How.VIRTUAL
                && (call.declared().isBelow(EXECUTOR) || call.declared().isBelow(TIMER))
                && pools.isOwn(call.receiver())
                && !(isService.test(call.caller()) && pools.isForManyTasks(call.receiver()));
    }

    // As in `static void go(Runnable task) { new Thread(task).start(); }`.
    private boolean handsToThread(CallSite call, int argument) {
        List<Method> targets = graph.targets(call);
        return targets.size() == 1
                && (call.how() != How.VIRTUAL || isFixed(targets.getFirst()))
                && handsToThread(targets.getFirst(), argument);
    }

    // Nobody outside can override it.
    private static boolean isFixed(Method method) {
        return method.is(AccessFlag.FINAL)
                || method.is(AccessFlag.PRIVATE)
                || method.owner().is(AccessFlag.FINAL)
                || !method.owner().isExternallyVisible();
    }

    private boolean handsToThread(Method method, int parameter) {
        Map<Integer, Boolean> known = starters.computeIfAbsent(method, _ -> new HashMap<>());
        Boolean before = known.get(parameter);
        if (before == null) {
            // In a cycle of calls nobody starts a thread.
            known.put(parameter, false);
            before = !method.owner().isJdk() && goesToThreads(method, parameter);
            known.put(parameter, before);
        }
        return before;
    }

    private boolean goesToThreads(Method method, int parameter) {
        MethodFacts facts = graph.facts(method);
        boolean kept = Stream.concat(
                        facts.returns().stream(), facts.writes().stream().map(MethodFacts.Write::value))
                .anyMatch(value -> AbstractValue.isParameter(value, method, parameter));
        boolean starts = false;
        for (CallSite call : graph.calls(method)) {
            kept |= call.how() != How.STATIC && AbstractValue.isParameter(call.receiver(), method, parameter);
            for (int i = 0; i < call.parameters(); i++) {
                if (AbstractValue.isParameter(call.argument(i), method, parameter)) {
                    boolean goes = startsThreads(call) || handsToThread(call, i);
                    starts |= goes;
                    kept |= !goes;
                }
            }
        }
        return starts && !kept;
    }

    private List<Type> tasks(AbstractValue value) {
        List<AbstractValue> values = AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                ? graph.writes(read.field())
                : AbstractValue.members(AbstractValue.bare(value));
        return values.stream()
                .map(AbstractValue::bare)
                .map(task -> switch (task) {
                    case AbstractValue.New made -> made.type();
                    case AbstractValue.This self -> self.type();
                    default -> null;
                })
                .filter(type -> type != null && isTask(type))
                .toList();
    }

    private static boolean isTask(Type type) {
        return type.isBelowAny(TASKS.keySet());
    }
}
