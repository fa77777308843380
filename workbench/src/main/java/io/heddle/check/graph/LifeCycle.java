package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Tells what runs at the beginning or the end of something's life from what runs with each request. What blocks there
/// blocks once, and mostly when nobody is served.
///
/// A name alone tells little: `start` begins a component if its class can be stopped as well, and a method that shuts
/// an executor down ends one whatever its name is. A helper that only such methods call is one of them.
final class LifeCycle {

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
    /// By their names alone: nothing comes before.
    private static final Set<String> FIRST = Set.of("init", "initialize", "afterPropertiesSet");
    /// By their names alone: nothing comes after.
    private static final Set<String> LAST = Set.of("destroy", "dispose");
    private static final Set<String> ENDS_THREADS = Set.of("shutdown", "shutdownNow", "awaitTermination");
    private static final String THREADS = "java.util.concurrent.ExecutorService";
    private static final Pattern DRESS = Pattern.compile("^(?:do|internal)(?=[A-Z])|(?:Internal|Impl)$");
    private static final Pattern ENDS = Pattern.compile(
            "^(?:do|internal)?(?:[cC]lose|[sS]hut[dD]own|[sS]top|[tT]erminate|[dD]estroy|[dD]ispose)(?=$|[A-Z])");
    private static final int MOST_PARAMETERS = 1;

    private final Map<Method, Boolean> known = new HashMap<>();
    private final Map<Field, Set<Method>> writers = new HashMap<>();

    LifeCycle(List<Method> reached) {
        for (Method method : reached) {
            for (Body.Write write : method.body.writes()) {
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

    /// Whether the method begins or ends the life of a component.
    boolean bounds(Method method) {
        Boolean before = known.get(method);
        if (before == null) {
            // Methods that call each other do not make each other so.
            known.put(method, false);
            before = !method.owner.isJdk() && (isHalfOfPair(method) || endsThreads(method) || isHelper(method));
            known.put(method, before);
        }
        return before;
    }

    /// Whether a method that is called from outside begins something by its name. One that others call may do so
    /// with the first request.
    static boolean begins(Method method) {
        return method.signature.parameters().size() <= MOST_PARAMETERS && FIRST.contains(bare(method));
    }

    /// Whether a method ends the use of something by its name, be it a component or a connection.
    static boolean ends(Method method) {
        return ENDS.matcher(method.signature.name()).find();
    }

    private static boolean isHalfOfPair(Method method) {
        String name = bare(method);
        Set<String> wanted = OPPOSITES.getOrDefault(name, Set.of());
        return method.signature.parameters().size() <= MOST_PARAMETERS
                && (LAST.contains(name) || !wanted.isEmpty() && hasOne(method.owner, wanted));
    }

    private static boolean hasOne(Type owner, Set<String> wanted) {
        return owner.above().stream()
                .filter(type -> !type.isJdk())
                .flatMap(type -> type.methods.values().stream())
                .anyMatch(other ->
                        other.signature.parameters().size() <= MOST_PARAMETERS && wanted.contains(bare(other)));
    }

    // Template methods are named after what they implement.
    private static String bare(Method method) {
        String name = DRESS.matcher(method.signature.name()).replaceAll("");
        return name.isEmpty() ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean endsThreads(Method method) {
        return ENDS_THREADS.contains(method.signature.name()) && method.owner.isBelow(THREADS)
                || method.body.calls().stream()
                        .anyMatch(call -> call.how == How.VIRTUAL
                                && ENDS_THREADS.contains(call.signature.name())
                                && call.declared.isBelow(THREADS));
    }

    private boolean isHelper(Method method) {
        return (method.isGlue() || method.is(AccessFlag.PRIVATE))
                && !method.callers.isEmpty()
                && method.callers.stream().allMatch(call -> bounds(call.caller));
    }

    /// Whether the call runs once in the life of the JVM: its method asks a static field whether to go around it,
    /// and sets that. Others may set it to what they are handed.
    boolean once(Call call) {
        return !call.certain
                && call.caller.body.writes().stream()
                        .anyMatch(write -> write.asked()
                                && !write.certain()
                                && write.value() != Value.NULL
                                && writers.getOrDefault(write.field(), Set.of()).stream()
                                        .allMatch(writer -> writer == call.caller
                                                || writer.isInitializer()
                                                || isSetter(writer, write.field())));
    }

    private static boolean isSetter(Method method, Field field) {
        return method.body.writes().stream()
                .filter(write -> write.field() == field)
                .allMatch(write -> Value.bare(write.value()) instanceof Value.Parameter);
    }
}
