package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.CallFacts;
import io.heddle.check.read.Artifact;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What objects of the JDK run later of what they were made with: the stages of a stream when it ends, the parts of
/// what `andThen` gives, the task of a thread. A value is followed backwards to the objects that it is made of. What
/// code of the JDK keeps is seen in what it returns; of streams the signatures tell. Safe for threads.
final class KeptFunctions {

    private static final String STREAMS = "java/util/stream/";
    private static final String STREAM = "java.util.stream.BaseStream";
    private static final Set<String> KEEPERS = Names.of("kept", "keeps");
    private static final Map<String, String> HOOKS = Names.of("kept", "hooks").stream()
            .collect(Collectors.toMap(
                    name -> name.substring(0, name.lastIndexOf('.')).replace('/', '.'),
                    name -> name.substring(name.lastIndexOf('.') + 1)));
    private static final String PROXIES = "java.lang.reflect.Proxy.newProxyInstance";
    /// Types whose objects run what they keep, by the methods in which they do.
    private static final Map<String, List<String>> RUNNERS = Names.of("kept", "runs").stream()
            .collect(Collectors.groupingBy(
                    name -> name.substring(name.lastIndexOf('.') + 1),
                    Collectors.mapping(
                            name -> name.substring(0, name.lastIndexOf('.')).replace('/', '.'), Collectors.toList())));

    private final CallFacts graph;
    /// Whose code makes proxies of interfaces.
    private final Set<Artifact> proxied = new HashSet<>();

    KeptFunctions(CallFacts graph) {
        this.graph = graph;
    }

    /// To be called for each method before anything is asked.
    void look(Method method) {
        if (!method.owner().isJdk() && graph.facts(method).calls().stream().anyMatch(KeptFunctions::makesProxy)) {
            proxied.add(method.owner().artifact());
        }
    }

    // The bare name spares most calls their full one.
    private static boolean makesProxy(CallSite call) {
        return call.signature().name().equals("newProxyInstance") && call.name().equals(PROXIES);
    }

    /// Whether a call may run what its receiver keeps.
    boolean runs(CallSite call) {
        if (call.how() != How.VIRTUAL) {
            return false;
        }
        Type type = call.declared();
        return type.isJdk()
                ? endsStream(call)
                        || type.isInterface() && isFunction(type, call.signature())
                        || RUNNERS.getOrDefault(call.signature().name(), List.of()).stream()
                                .anyMatch(type::isBelow)
                : type.isInterface()
                        && (type.isTarget() && proxied.contains(type.artifact())
                                || graph.targets(call).isEmpty() && graph.unknownTargets(call) == 0);
    }

    /// Whether what a call returns keeps the functions that it is given.
    static boolean keeps(CallSite call) {
        return KEEPERS.contains(call.declared().name() + "." + call.signature().name());
    }

    /// Whether a method of this type of the JDK is a function by whatever name.
    static boolean isFunction(Type type, Signature signature) {
        if (!type.isJdk()
                || !(CallbackInterfaces.isCallback(type) || type.name().equals("java/util/Comparator"))) {
            return false;
        }
        Method method = type.resolve(signature);
        return method != null && method.isAbstract();
    }

    private static boolean endsStream(CallSite call) {
        return call.declared().name().startsWith(STREAMS)
                && call.declared().isBelow(STREAM)
                && !isLazy(call.signature().result());
    }

    private static boolean isLazy(String result) {
        return isStream(result) || result.contains("java/util/Iterator") || result.contains("literator");
    }

    private static boolean isStream(String result) {
        return result.startsWith("L" + STREAMS) && result.endsWith("Stream;");
    }

    /// The methods of the program that a call runs because its receiver keeps them, or what ends a stream takes.
    Collection<Method> of(CallSite call) {
        Walk walk = new Walk(call.signature(), !call.declared().isJdk());
        walk.look(call.receiver(), null, Limits.Traces.KEPT, false);
        if (endsStream(call)) {
            for (int i = 0; i < call.parameters(); i++) {
                walk.look(call.argument(i), null, Limits.Traces.KEPT, true);
            }
        }
        // A framework's proxies are of many interfaces, and what one of them does says little of the others.
        return call.declared().isJdk()
                ? walk.found()
                : walk.found().stream()
                        .filter(method -> method.owner()
                                .artifact()
                                .equals(call.caller().owner().artifact()))
                        .toList();
    }

    /// The methods of the program that run where a method is called on a value.
    Collection<Method> of(AbstractValue value, Signature called) {
        Walk walk = new Walk(called, false);
        walk.look(value, null, Limits.Traces.KEPT, false);
        return walk.found();
    }

    /// One value, as far as it was followed.
    private final class Walk extends ValueWalk {

        private final Signature called;
        private final boolean proxy;
        private final Set<Method> found = new LinkedHashSet<>();
        private boolean ofStream;

        Walk(Signature called, boolean proxy) {
            super(graph);
            this.called = called;
            this.proxy = proxy;
        }

        Collection<Method> found() {
            return found.size() > Limits.Calls.TARGETS ? List.of() : found;
        }

        @Override
        void addOther(Type type) {
            addHooks(type);
        }

        @Override
        boolean keeps(CallSite call) {
            if (proxy) {
                return makesProxy(call);
            }
            Type type = call.declared();
            if (!type.isJdk()) {
                return false;
            }
            boolean stream = isStream(call.signature().result())
                    || type.isBelow(STREAM) && isLazy(call.signature().result());
            ofStream |= stream;
            return stream
                    || KEEPERS.contains(type.name() + "." + call.signature().name());
        }

        // Code of the JDK calls what a type of the JDK declares: the method that was called on what keeps the object,
        // or else what there is to implement. Only the end of a stream runs the tasks that it keeps.
        @Override
        void add(Type type, int depth) {
            boolean closes = called.name().equals("close");
            if (closes != type.isBelow("java.lang.Runnable") && (closes || ofStream)) {
                return;
            }
            Method same = type.isLambda() ? null : type.resolve(called);
            if (same != null && !same.owner().isJdk()) {
                found.add(same);
                return;
            }
            type.above().stream()
                    .filter(above -> above.isJdk() && above.isAbstract())
                    .flatMap(above -> above.methods().stream())
                    .filter(Method::isAbstract)
                    .flatMap(method -> Stream.ofNullable(type.resolve(method.signature())))
                    .filter(method -> !method.isAbstract() && !method.owner().isJdk() && graph.isReached(method))
                    .forEach(method -> add(method, depth));
        }

        // What a class of the JDK calls on itself where it is made to be overridden.
        private void addHooks(Type type) {
            HOOKS.forEach((base, hook) -> {
                if (type.isBelow(base)) {
                    type.above().stream()
                            .filter(above -> !above.isJdk())
                            .flatMap(above -> above.methods().stream())
                            .filter(method -> method.signature().name().equals(hook) && graph.isReached(method))
                            .findFirst()
                            .ifPresent(found::add);
                }
            });
        }

        // A stream that a function of a stream gives is run as well.
        private void add(Method method, int depth) {
            if (found.add(method) && ofStream && method.isLambdaStub()) {
                graph.facts(method).calls().stream()
                        .filter(inner -> isStream(inner.signature().result()))
                        .forEach(inner -> result(inner, null, depth - 1, true));
            }
        }
    }
}
