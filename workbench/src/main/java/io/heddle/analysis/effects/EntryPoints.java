package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.callgraph.HandedIn;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.MethodSet;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Conditions;
import io.heddle.model.Finding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tells when a service gets to a method: with a request, or at start-up. A forward search from the methods
/// that frameworks call.
public final class EntryPoints {

    /// Simple names of annotations: Spring, JAX-RS, Micronaut, messaging.
    private static final Set<String> REQUEST = Names.of("entry-points", "request annotations");
    private static final Set<String> TASK = Names.of("entry-points", "task annotations");
    private static final Set<String> REQUEST_TYPES = Names.of("entry-points", "request types");
    private static final Set<String> START_UP = Names.of("entry-points", "start-up annotations");
    private static final Set<String> START_UP_TYPES = Names.of("entry-points", "start-up types");

    /// Descriptors of what a request is handed over as.
    private static final Set<String> REQUESTS = descriptors("requests");
    private static final Set<String> STARTS = Names.of("entry-points", "start-up methods");
    private static final Set<String> START_EVENTS = descriptors("start-up events");

    private final CallGraph graph;
    private final HandedIn handed;
    private final ByFrameworks frameworks;
    private final Handlers handlers;
    private final Set<Method> byRequest;
    private final Set<Method> atStart;
    private final Set<Method> near;

    /// Of the methods that findings are told of those that frameworks call.
    ///
    /// @param served with a request, or beside requests
    /// @param starts when the service starts
    public record ByFrameworks(List<Method> served, List<Method> starts) {

        /// @param asked the methods that findings are told of
        /// @param conditions tell what the service's own configuration switches off
        public static ByFrameworks of(List<Method> asked, Conditions conditions) {
            return new ByFrameworks(
                    asked.stream()
                            .filter(EntryPoints::servesRequests)
                            .filter(method -> conditions.hold(method) && conditions.hold(method.owner()))
                            .toList(),
                    asked.stream().filter(EntryPoints::runsAtStart).toList());
        }
    }

    EntryPoints(
            CallGraph graph, HandedIn handed, ByFrameworks frameworks, Handlers handlers, LifecycleMethods lifecycle) {
        this.graph = graph;
        this.handed = handed;
        this.frameworks = frameworks;
        this.handlers = handlers;
        List<Method> served = Stream.of(frameworks.served(), handlers.called(), handlers.given())
                .flatMap(List::stream)
                .toList();
        this.byRequest = from(served);
        this.atStart = from(frameworks.starts());
        this.near = near(served, lifecycle);
    }

    private static Set<String> descriptors(String section) {
        return Names.of("entry-points", section).stream()
                .map(type -> "L" + type.replace('.', '/') + ";")
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The entry points that frameworks call by themselves.
    public ByFrameworks frameworks() {
        return frameworks;
    }

    /// The entry points that no annotation marks.
    public Handlers handlers() {
        return handlers;
    }

    public Finding.Reach of(Method method) {
        return byRequest.contains(method)
                ? Finding.Reach.REQUEST
                : atStart.contains(method) ? Finding.Reach.START_UP : Finding.Reach.UNKNOWN;
    }

    /// Whether a request gets there on a short path that goes through no lifecycle method.
    public boolean isNear(Method method) {
        return near.contains(method);
    }

    /// Whether the service, when it starts, gets to a method or makes an object that has it. Functions of Clojure are
    /// made
    /// when their namespace is loaded.
    public boolean isMadeAtStart(Method method) {
        return method.owner().isClojureFunction()
                || atStart.contains(method)
                || method.owner().methods().stream()
                        .anyMatch(other -> other.isConstructor() && atStart.contains(other));
    }

    /// Whether a framework runs it beside requests: when something happens, or when a timer says so.
    public static boolean isTask(Method method) {
        return method.isAnnotated(TASK) && !isToldOfStart(method);
    }

    private static boolean isToldOfStart(Method method) {
        return method.signature().parameters().stream().anyMatch(START_EVENTS::contains);
    }

    /// Whether a framework calls it with a request, by its annotations, or by its type and parameters, or runs it
    /// beside requests.
    private static boolean servesRequests(Method method) {
        return isAnnotatedForRequests(method)
                || isTask(method)
                || takeRequest(method.signature().parameters())
                        && (method.isApi() && method.owner().isBelowAny(REQUEST_TYPES)
                                || method.owner().isTarget() && isGivenRequests(method));
    }

    // JAX-RS and Spring take the annotations of the method that it implements, too.
    private static boolean isAnnotatedForRequests(Method method) {
        if (method.isStatic() || method.isConstructor()) {
            return false;
        }
        for (Type type : method.owner().above()) {
            Method declared = type.hasAnnotatedMethods() ? type.method(method.signature()) : null;
            if (declared != null && declared.isAnnotated(REQUEST)) {
                return true;
            }
        }
        return false;
    }

    // A framework hands requests to what implements its types: Spring's Controller, Struts' Action. A type that is not
    // there, as the container brings it, may have any method. What the package of the request itself has for others
    // than servers, such as a sender of messages, code calls.
    private static boolean isGivenRequests(Method method) {
        return !method.isStatic()
                && !method.isConstructor()
                && method.owner().above().stream()
                        .anyMatch(type -> (!type.present() || !type.isTarget() && type.hasMethod(method.signature()))
                                && (Handlers.isHandler(type) || !isBesideRequest(type, method)));
    }

    private static boolean isBesideRequest(Type type, Method method) {
        String folder = type.name().substring(0, type.name().lastIndexOf('/') + 1);
        return method.signature().parameters().stream()
                .filter(REQUESTS::contains)
                .map(Signature::className)
                .anyMatch(request -> request.startsWith(folder) && request.lastIndexOf('/') == folder.length() - 1);
    }

    static boolean isRequestType(Type type) {
        return type.isBelowAny(REQUEST_TYPES);
    }

    // A servlet, for example, has other methods too, such as those that set it up.
    static boolean takeRequest(List<String> parameters) {
        for (String parameter : parameters) {
            if (REQUESTS.contains(parameter)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a call hands a request to whatever code serves it.
    public static boolean dispatches(CallSite call) {
        return call.how() == CallSite.How.VIRTUAL
                && REQUEST_TYPES.contains(call.declared().binaryName())
                && takeRequest(call.signature().parameters());
    }

    /// Whether it runs when the service starts.
    public static boolean runsAtStart(Method method) {
        return method.isStatic()
                        && method.signature().name().equals("main")
                        && method.signature().descriptor().equals("([Ljava/lang/String;)V")
                || method.isAnnotated(START_UP)
                || method.owner().isTarget() && !method.isConstructor() && isToldOfStart(method)
                || STARTS.contains(method.signature().name()) && method.owner().isBelowAny(START_UP_TYPES);
    }

    private Set<Method> from(List<Method> entries) {
        MethodSet reached = new MethodSet(entries);
        Deque<Method> open = new ArrayDeque<>(entries);
        while (!open.isEmpty()) {
            handed.forEachFollowed(open.poll(), next -> {
                if (!handlers.off().contains(next.owner()) && reached.add(next)) {
                    open.add(next);
                }
            });
        }
        return reached;
    }

    // In rounds by distance.
    private Set<Method> near(List<Method> entries, LifecycleMethods lifecycle) {
        Map<Method, Integer> distances = new HashMap<>();
        List<Set<Method>> rounds = Stream.<Set<Method>>generate(LinkedHashSet::new)
                .limit(Limits.Paths.NEAR_REQUEST + 1L)
                .toList();
        rounds.getFirst().addAll(entries);
        for (int round = 0; round <= Limits.Paths.NEAR_REQUEST; round++) {
            int distance = round;
            for (Method method : rounds.get(distance)) {
                if (distances.putIfAbsent(method, distance) == null && !lifecycle.isLifecycleMethod(method)) {
                    for (CallSite call : graph.calls(method)) {
                        int further =
                                distance + (graph.targets(call).size() > 1 ? Limits.Paths.NEAR_REQUEST_AMBIGUOUS : 1);
                        Stream<Method> called = Stream.concat(
                                handed.targets(call).stream(),
                                graph.callbacks(call).stream().map(Callback::target));
                        called.filter(next -> further <= Limits.Paths.NEAR_REQUEST)
                                .forEach(rounds.get(Math.min(further, Limits.Paths.NEAR_REQUEST))::add);
                    }
                    if (distance < Limits.Paths.NEAR_REQUEST) {
                        graph.facts(method).created().stream()
                                .filter(Type::isLambda)
                                .forEach(lambda -> rounds.get(distance + 1).addAll(lambda.methods()));
                    }
                }
            }
        }
        return distances.keySet();
    }

    /// What the threads of a service begin with in the target's own code. A library has no start, and nothing in it is
    /// annotated for requests: of it both are empty.
    ///
    /// @param starts methods that run when it starts
    /// @param requests methods that a framework calls with a request or a message, or beside requests
    record OfService(Set<Method> starts, Set<Method> requests) {

        static OfService of(Handlers handlers, ByFrameworks frameworks) {
            Set<Method> starts = own(frameworks.starts());
            Set<Method> requests = own(frameworks.served());
            if (starts.isEmpty() && requests.isEmpty()) {
                return new OfService(Set.of(), Set.of());
            }
            return new OfService(
                    starts,
                    Stream.of(requests, handlers.called(), handlers.given())
                            .flatMap(methods -> methods.stream())
                            .collect(Collectors.toUnmodifiableSet()));
        }

        private static Set<Method> own(List<Method> methods) {
            return methods.stream().filter(method -> method.owner().isTarget()).collect(Collectors.toUnmodifiableSet());
        }

        /// Whether a thread begins with it.
        boolean has(Method method) {
            return starts.contains(method) || requests.contains(method);
        }
    }
}
