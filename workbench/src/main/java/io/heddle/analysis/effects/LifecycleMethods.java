package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Tells which methods start or end a component. What blocks in them blocks once, and mostly while no request
/// is served.
///
/// A name alone tells little: `start` starts a component if its class has a method to stop it as well, and a
/// method that shuts an executor down ends one whatever its name is. A helper that only such methods call is
/// one of them. For one thread.
public final class LifecycleMethods {

    private static final Map<String, Set<String>> OPPOSITES = opposites(List.of(
            List.of("start", "stop"),
            List.of("start", "shutdown"),
            List.of("startup", "shutdown"),
            List.of("init", "shutdown"),
            List.of("init", "stop"),
            List.of("initialize", "shutdown"),
            List.of("initialize", "stop"),
            List.of("init", "destroy"),
            List.of("initialize", "destroy"),
            List.of("initialize", "dispose"),
            List.of("bind", "unbind"),
            List.of("activate", "deactivate")));
    private static final Set<String> FIRST = Names.of("lifecycle", "starts");
    private static final Set<String> LAST = Names.of("lifecycle", "ends");
    private static final Set<String> ENDS_THREADS = Names.of("lifecycle", "ends of executors");
    private static final Set<String> TIMES = Names.of("lifecycle", "asks for the time");
    private static final String THREADS = "java.util.concurrent.ExecutorService";
    private static final Pattern DRESS = Pattern.compile("^(?:do|internal)(?=[A-Z])|(?:Internal|Impl)$");
    private static final Pattern ENDS = Pattern.compile(
            "^(?:do|internal)?(?:[cC]lose|[sS]hut[dD]own|[sS]top|[tT]erminate|[dD]estroy|[dD]ispose)(?=$|[A-Z])");

    private final CallGraph graph;
    private final SideTable<Method, Boolean> known = new SideTable<>();
    private final Map<Field, Set<Method>> writers = new HashMap<>();

    LifecycleMethods(CallGraph graph) {
        this.graph = graph;
        for (Method method : graph.methods()) {
            for (MethodFacts.Write write : graph.facts(method).writes()) {
                if (write.field().is(AccessFlag.STATIC)) {
                    writers.computeIfAbsent(write.field(), _ -> new HashSet<>()).add(method);
                }
            }
        }
    }

    private static Map<String, Set<String>> opposites(List<List<String>> pairs) {
        Map<String, Set<String>> opposites = new HashMap<>();
        for (List<String> pair : pairs) {
            opposites.computeIfAbsent(pair.getFirst(), _ -> new HashSet<>()).add(pair.getLast());
            opposites.computeIfAbsent(pair.getLast(), _ -> new HashSet<>()).add(pair.getFirst());
        }
        return opposites;
    }

    /// Whether a method starts or ends a component.
    public boolean isLifecycleMethod(Method method) {
        Boolean before = known.get(method);
        if (before == null) {
            // In a cycle of calls no method makes another one a lifecycle method.
            known.put(method, false);
            before = !method.owner().isJdk() && (isHalfOfPair(method) || endsThreads(method) || isHelper(method));
            known.put(method, before);
        }
        return before;
    }

    /// Whether a method that is called from outside starts something, by its name. A method that other code
    /// calls may do so with the first request.
    public static boolean starts(Method method) {
        return method.signature().parameters().size() <= Limits.Names.LIFECYCLE_PARAMETERS
                && FIRST.contains(bare(method));
    }

    /// Whether a method ends the use of a component or connection, by its name.
    public static boolean ends(Method method) {
        return ENDS.matcher(method.signature().name()).find();
    }

    private static boolean isHalfOfPair(Method method) {
        if (method.signature().parameters().size() > Limits.Names.LIFECYCLE_PARAMETERS) {
            return false;
        }
        String name = bare(method);
        Set<String> wanted = OPPOSITES.getOrDefault(name, Set.of());
        return LAST.contains(name) || !wanted.isEmpty() && hasOne(method.owner(), wanted);
    }

    private static boolean hasOne(Type owner, Set<String> wanted) {
        return owner.above().stream()
                .filter(type -> !type.isJdk())
                .flatMap(type -> type.methods().stream())
                .anyMatch(other -> other.signature().parameters().size() <= Limits.Names.LIFECYCLE_PARAMETERS
                        && wanted.contains(bare(other)));
    }

    // Template methods repeat the name of what they implement.
    private static String bare(Method method) {
        String name = DRESS.matcher(method.signature().name()).replaceAll("");
        return name.isEmpty() ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private boolean endsThreads(Method method) {
        return ENDS_THREADS.contains(method.signature().name())
                        && method.owner().isBelow(THREADS)
                || graph.calls(method).stream()
                        .anyMatch(call -> call.how() == How.VIRTUAL
                                && ENDS_THREADS.contains(call.signature().name())
                                && call.declared().isBelow(THREADS));
    }

    private boolean isHelper(Method method) {
        if (!method.isLambdaStub() && !method.is(AccessFlag.PRIVATE)) {
            return false;
        }
        // What cleans up after a failure is often what ends the component as well.
        List<CallSite> callers = graph.callers(method).stream()
                .filter(CallSite::isNonExceptional)
                .toList();
        return !callers.isEmpty() && callers.stream().allMatch(call -> isLifecycleMethod(call.caller()));
    }

    /// Whether a call runs once in the life of the JVM or of its object: it is skipped once its method has set a
    /// static field, or it makes what a field of the object keeps, which its method tests first.
    public boolean isRare(CallSite call) {
        return !graph.facts(call.caller()).writes().isEmpty()
                && (runsOnce(call) || makesWhatIsKept(call) && !expires(call.caller()));
    }

    // `if (field == null) { field = make(); }`: the write is on one path only, and the code reads the field too.
    private boolean makesWhatIsKept(CallSite call) {
        MethodFacts facts = graph.facts(call.caller());
        return facts.writes().stream()
                .filter(write -> !write.onEveryReturnPath() && comesFrom(write.value(), call))
                .anyMatch(write -> facts.returns().stream().anyMatch(value -> isRead(value, write.field()))
                        || facts.calls().stream()
                                .flatMap(other -> other.arguments().stream())
                                .anyMatch(value -> isRead(value, write.field())));
    }

    /// Whether what a method keeps ends at some time: it asks for the time, itself or by a method that answers yes or
    /// no.
    private boolean expires(Method method) {
        return graph.calls(method).stream()
                .anyMatch(call -> TIMES.contains(call.name())
                        || call.signature().result().equals("Z")
                                && graph.targets(call).stream()
                                        .flatMap(target -> graph.calls(target).stream())
                                        .anyMatch(inner -> TIMES.contains(inner.name())));
    }

    private static boolean comesFrom(AbstractValue value, CallSite call) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .anyMatch(one -> one instanceof AbstractValue.Result result && result.call() == call);
    }

    private static boolean isRead(AbstractValue value, Field field) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .anyMatch(one -> one instanceof AbstractValue.FieldRead read && read.field() == field);
    }

    /// Whether a call runs once in the life of the JVM: its method tests a static field to skip it, and sets
    /// that field. Setters may set the field as well.
    boolean runsOnce(CallSite call) {
        return !call.isOnEveryReturnPath()
                && graph.facts(call.caller()).writes().stream()
                        .anyMatch(write -> write.asked()
                                && !write.onEveryReturnPath()
                                && write.value() != AbstractValue.NULL
                                && writers.getOrDefault(write.field(), Set.of()).stream()
                                        .allMatch(writer -> writer == call.caller()
                                                || writer.isInitializer()
                                                || isSetter(writer, write.field())));
    }

    private boolean isSetter(Method method, Field field) {
        return graph.facts(method).writes().stream()
                .filter(write -> write.field() == field)
                .allMatch(write -> AbstractValue.bare(write.value()) instanceof AbstractValue.Parameter);
    }
}
