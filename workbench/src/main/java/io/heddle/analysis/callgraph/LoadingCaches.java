package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.CallFacts;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What caches of libraries run under a monitor to make a missing value, by `caches.txt`: the function that they are
/// given, and the loader that they were made with. A cache whose maker is not known, since a container gives it, may be
/// any that code of the program makes. For one thread.
final class LoadingCaches {

    private static final String CACHES = "caches";
    /// By method that runs it the type of the function.
    private static final Map<String, String> RUNS = Names.pairs(CACHES, "runs");
    private static final Set<String> KEEPS = Names.of(CACHES, "keeps");
    /// By method that loads that of the loader.
    private static final Map<String, String> LOADS = Names.pairs(CACHES, "loads");
    private static final Set<String> LOADERS = Names.of(CACHES, "loaders");
    /// What a loader is made of is a function or a supplier.
    private static final Set<String> FUNCTIONS = Set.of("apply", "get");
    private static final Set<String> BARE = RUNS.keySet().stream()
            .map(name -> name.substring(name.lastIndexOf('.') + 1))
            .collect(Collectors.toUnmodifiableSet());

    private final CallFacts graph;
    private final List<Method> methods;
    /// The calls that make a cache in code of the program; null until asked for.
    private @Nullable List<CallSite> made;

    /// @param methods that may make a cache
    LoadingCaches(CallFacts graph, List<Method> methods) {
        this.graph = graph;
        this.methods = methods;
    }

    /// Tells of each method that runs the function which it is given as its last argument.
    static void forEachRunner(ClassHierarchy hierarchy, BiConsumer<Method, ParameterSummary> add) {
        RUNS.forEach((name, function) -> {
            Type type = hierarchy.type(name.substring(0, name.lastIndexOf('.')));
            for (Method method : type.present() ? type.methods() : List.<Method>of()) {
                if (name(method).equals(name) && takesLast(method.signature(), function)) {
                    hierarchy.type(function).methods().stream()
                            .filter(Method::isAbstract)
                            .forEach(called -> add.accept(
                                    method,
                                    ParameterSummary.ofModel(
                                            method.signature().parameters().size() - 1, called.signature(), method)));
                }
            }
        });
    }

    private static boolean takesLast(Signature signature, String type) {
        return !signature.parameters().isEmpty()
                && Signature.className(signature.parameters().getLast()).equals(type);
    }

    private static String name(Method method) {
        return method.owner().name() + "." + method.signature().name();
    }

    /// The method that says of a call that it runs the function which it is given; null where none does.
    static @Nullable Method runner(CallSite call) {
        if (call.how() != How.VIRTUAL
                || call.parameters() < 2
                || !BARE.contains(call.signature().name())) {
            return null;
        }
        Method method = call.declared().isInterface() ? call.declared().resolve(call.signature()) : null;
        return method != null && takesLast(call.signature(), RUNS.getOrDefault(name(method), "")) ? method : null;
    }

    /// The methods of the program that a call runs because the cache that it is made on loads a value.
    Collection<Method> loaders(CallSite call) {
        String load = call.how() == How.VIRTUAL && call.parameters() == 1
                ? LOADS.get(call.declared().name() + "." + call.signature().name())
                : null;
        if (load == null) {
            return List.of();
        }
        Walk walk = new Walk(load);
        walk.look(call.receiver(), null, Limits.Traces.KEPT, false);
        if (walk.found.isEmpty() && walk.unknown) {
            made().forEach(cache -> walk.result(cache, null, Limits.Traces.KEPT, false));
        }
        return walk.found.size() > Limits.Calls.TARGETS ? List.of() : walk.found;
    }

    private List<CallSite> made() {
        List<CallSite> known = made;
        if (known == null) {
            known = methods.stream()
                    .filter(method -> method.owner().isTarget())
                    .flatMap(method -> graph.facts(method).calls().stream())
                    .filter(LoadingCaches::keepsLoader)
                    .toList();
            made = known;
        }
        return known;
    }

    private static boolean keepsLoader(CallSite call) {
        return call.parameters() > 0
                && KEEPS.contains(
                        call.declared().name() + "." + call.signature().name());
    }

    /// From a cache to its loaders.
    private final class Walk extends ValueWalk {

        private final String load;
        private final Set<Method> found = new LinkedHashSet<>();
        private boolean unknown;

        Walk(String load) {
            super(graph);
            this.load = load;
        }

        @Override
        boolean keeps(CallSite call) {
            return keepsLoader(call);
        }

        @Override
        void add(Type type, int depth) {
            Set<String> names = type.above().stream().anyMatch(above -> LOADERS.contains(above.name()))
                    ? Set.of(load)
                    : load.equals("load") ? FUNCTIONS : Set.of();
            type.above().stream()
                    .flatMap(above -> above.methods().stream())
                    .filter(method -> names.contains(method.signature().name())
                            && !LOADERS.contains(method.owner().name()))
                    .filter(method -> !method.isAbstract() && graph.isReached(method))
                    .findFirst()
                    .ifPresent(found::add);
        }

        @Override
        void addUnknown() {
            unknown = true;
        }
    }
}
