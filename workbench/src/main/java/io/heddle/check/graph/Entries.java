package io.heddle.check.graph;

import io.heddle.model.Finding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Says when a service gets to a method: with a request, or at start-up. Found forwards from the methods that
/// frameworks call.
final class Entries {

    /// Simple names of annotations: Spring, JAX-RS, Micronaut, messaging.
    private static final Set<String> REQUEST = Set.of(
            "RequestMapping",
            "GetMapping",
            "PostMapping",
            "PutMapping",
            "DeleteMapping",
            "PatchMapping",
            "MessageMapping",
            "QueryMapping",
            "MutationMapping",
            "KafkaListener",
            "RabbitListener",
            "JmsListener",
            "SqsListener",
            "StreamListener",
            "EventListener",
            "Scheduled",
            "Async",
            "GET",
            "POST",
            "PUT",
            "DELETE",
            "PATCH",
            "Get",
            "Post",
            "Put",
            "Delete",
            "Patch",
            "Incoming",
            "ServerEndpoint",
            "OnMessage");
    private static final Set<String> REQUEST_TYPES = Set.of(
            "javax.servlet.Servlet",
            "jakarta.servlet.Servlet",
            "javax.servlet.Filter",
            "jakarta.servlet.Filter",
            "io.grpc.BindableService",
            "com.sun.net.httpserver.HttpHandler",
            "org.springframework.web.servlet.HandlerInterceptor");
    private static final Set<String> START_UP = Set.of("PostConstruct", "Bean");
    private static final Set<String> START_UP_TYPES = Set.of(
            "org.springframework.boot.ApplicationRunner",
            "org.springframework.boot.CommandLineRunner",
            "org.springframework.beans.factory.InitializingBean");

    /// How many calls from where a request comes in are a short way, and how many one counts for that may run one
    /// of several methods.
    private static final int FARTHEST = 9;
    private static final int GUESS = 3;

    private static final Set<String> BOUNDS = Set.of("<init>", "init", "destroy");
    private static final Set<String> STARTS = Set.of("run", "afterPropertiesSet");

    private final List<Method> served;
    private final Set<Method> byRequest;
    private final Set<Method> atStart;
    private Set<Method> near = Set.of();

    Entries(List<Method> asked) {
        this.served = asked.stream().filter(Entries::servesRequests).toList();
        this.byRequest = from(served);
        this.atStart = from(asked.stream().filter(Entries::runsAtStart).toList());
    }

    /// Finds what is near as well, now that it is known what starts and ends components.
    Entries with(LifeCycle life) {
        near = near(served, life);
        return this;
    }

    Finding.Reach of(Method method) {
        return byRequest.contains(method)
                ? Finding.Reach.REQUEST
                : atStart.contains(method) ? Finding.Reach.START_UP : Finding.Reach.UNKNOWN;
    }

    /// Whether a request gets there on a short way, on which no component is started or ended.
    boolean isNear(Method method) {
        return near.contains(method);
    }

    private static boolean servesRequests(Method method) {
        return method.isAnnotated(REQUEST)
                || method.isApi()
                        && method.owner.isBelowAny(REQUEST_TYPES)
                        && !BOUNDS.contains(method.signature.name());
    }

    private static boolean runsAtStart(Method method) {
        return method.isStatic()
                        && method.signature.name().equals("main")
                        && method.signature.descriptor().equals("([Ljava/lang/String;)V")
                || method.isAnnotated(START_UP)
                || STARTS.contains(method.signature.name()) && method.owner.isBelowAny(START_UP_TYPES);
    }

    private static Set<Method> from(List<Method> entries) {
        Set<Method> reached = new HashSet<>(entries);
        Deque<Method> open = new ArrayDeque<>(entries);
        while (!open.isEmpty()) {
            forEachNext(open.poll(), next -> {
                if (reached.add(next)) {
                    open.add(next);
                }
            });
        }
        return reached;
    }

    // In rounds: what may be one of several methods is as far as GUESS calls.
    private static Set<Method> near(List<Method> entries, LifeCycle life) {
        Map<Method, Integer> distances = new HashMap<>();
        List<Set<Method>> rounds = Stream.<Set<Method>>generate(LinkedHashSet::new)
                .limit(FARTHEST + 1L)
                .toList();
        rounds.getFirst().addAll(entries);
        for (int round = 0; round <= FARTHEST; round++) {
            int distance = round;
            for (Method method : rounds.get(distance)) {
                if (distances.putIfAbsent(method, distance) == null && !life.bounds(method)) {
                    for (Call call : method.body.calls()) {
                        int further = distance + (call.targets.size() > 1 ? GUESS : 1);
                        Stream<Method> called = Stream.concat(
                                call.targets.stream(), call.callbacks.stream().map(Call.Callback::target));
                        called.filter(next -> further <= FARTHEST)
                                .forEach(rounds.get(Math.min(further, FARTHEST))::add);
                    }
                    if (distance < FARTHEST) {
                        method.body.created().stream()
                                .filter(Type::isGlue)
                                .forEach(lambda -> rounds.get(distance + 1).addAll(lambda.methods.values()));
                    }
                }
            }
        }
        return distances.keySet();
    }

    private static void forEachNext(Method method, Consumer<Method> next) {
        for (Call call : method.body.calls()) {
            call.targets.forEach(next);
            call.callbacks.forEach(callback -> next.accept(callback.target()));
        }
        // Objects that are made may be called by anybody: what a lambda does is reached with it.
        for (Type made : method.body.created()) {
            if (made.isGlue()) {
                made.methods.values().forEach(next);
            }
        }
    }
}
