package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.EventListeners;
import io.heddle.analysis.values.FileStreams;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says of each call which methods of the objects that it is given it has called back, once it is known what methods
/// call on their parameters. For one thread.
final class CallbackResolver {

    /// How the descriptors of functions begin.
    private static final String FUNCTIONS = "Ljava/util/function/";

    private final CallGraph.Builder graph;
    private final TypePropagation types;
    private final Function<Method, List<ParameterSummary>> summaries;
    private final StreamCalls streams;
    private final FileStreams files;
    private final JdkMonitors monitors;
    private final CapturedFunctions captured;
    private final KeptFunctions kept;
    private final LoadingCaches caches;
    private final EventListeners events;
    private final ImplicitCalls implicit;
    private final LazySequences sequences;
    private final Signature applied;

    /// @param summaries what is called on the parameters of a method
    /// @param applied the method by which functions of Clojure are called that are handed to what is not followed
    CallbackResolver(
            CallGraph.Builder graph,
            TypePropagation types,
            Function<Method, List<ParameterSummary>> summaries,
            StreamCalls streams,
            FileStreams files,
            JdkMonitors monitors,
            CapturedFunctions captured,
            KeptFunctions kept,
            LoadingCaches caches,
            EventListeners events,
            ImplicitCalls implicit,
            Signature applied) {
        this.graph = graph;
        this.types = types;
        this.summaries = summaries;
        this.streams = streams;
        this.files = files;
        this.monitors = monitors;
        this.captured = captured;
        this.kept = kept;
        this.caches = caches;
        this.events = events;
        this.implicit = implicit;
        this.sequences = new LazySequences(graph);
        this.applied = applied;
    }

    private List<ParameterSummary> summaries(Method method) {
        return summaries.apply(method);
    }

    /// Whether a method hands anything on to what calls it.
    boolean passes(Method method) {
        for (CallSite call : graph.facts(method).calls()) {
            for (Method target : graph.models(call)) {
                if (!summaries(target).isEmpty()) {
                    return true;
                }
            }
            if (captured.isClojures(call)) {
                return true;
            }
        }
        return false;
    }

    /// Where the object that is passed is known, so is what runs.
    void resolve(Method method) {
        for (CallSite call : graph.facts(method).calls()) {
            Set<Callback> callbacks = graph.isSkipped(call) ? Set.of() : callbacks(call);
            if (!method.owner().isJdk()) {
                callbacks = withMore(call, kept.runs(call) ? kept.of(call) : implicit.targets(call), false, callbacks);
                callbacks = withMore(call, caches.loaders(call), true, callbacks);
                callbacks =
                        withMore(call, events.of(call, value -> types.of(value).closed()), false, callbacks);
            }
            callbacks = withFunctionsOfTheJdk(call, callbacks);
            holdWhileReading(call);
            if (!callbacks.isEmpty()) {
                Map<Boolean, List<Callback>> byStored = callbacks.stream()
                        .collect(Collectors.partitioningBy(
                                callback -> callback.use().isStored()));
                List<Callback> run = byStored.getOrDefault(false, List.of());
                graph.follow(call);
                graph.callsBack(call, run);
                graph.stores(call, byStored.getOrDefault(true, List.of()));
                run.forEach(callback -> graph.calledBy(callback.target(), call));
            }
        }
    }

    // Code of the JDK that is not followed runs the functions that it is given, unless it keeps them. Tasks for
    // executors are of other interfaces.
    private Set<Callback> withFunctionsOfTheJdk(CallSite call, Set<Callback> callbacks) {
        if (call.caller().owner().isJdk()
                || !call.declared().isJdk()
                || !graph.isSkipped(call) && graph.kind(call) != BlockingKind.LOG
                || KeptFunctions.keeps(call)) {
            return callbacks;
        }
        Set<Callback> all = callbacks;
        for (int i = 0; i < call.parameters(); i++) {
            if (call.signature().parameters().get(i).startsWith(FUNCTIONS)) {
                for (Method function : functions(types.of(call.argument(i)))) {
                    all = all == callbacks ? new LinkedHashSet<>(callbacks) : all;
                    ParameterSummary at = new ParameterSummary(
                            i, function.signature(), false, false, call, null, 1, !call.isNonExceptional());
                    all.add(new Callback(function, call.caller(), at, true));
                }
            }
        }
        return all;
    }

    private List<Method> functions(TypeSet known) {
        return known.closed().stream()
                .filter(type -> !type.isJdk())
                .flatMap(type -> type.above().stream()
                        .filter(above -> above.isJdk() && above.isInterface())
                        .flatMap(above -> above.methods().stream())
                        .filter(Method::isAbstract)
                        .map(method -> type.resolve(method.signature())))
                .filter(Objects::nonNull)
                .filter(method -> !method.isAbstract() && graph.isReached(method))
                .distinct()
                .toList();
    }

    private void holdWhileReading(CallSite call) {
        readItself(call);
        BlockingKind kind = graph.kind(call);
        Method holder = kind == BlockingKind.STREAM || kind == BlockingKind.WAIT ? monitors.holder(call) : null;
        if (holder != null) {
            graph.heldBy(call, holder);
        }
    }

    // A subclass of a stream of the JDK that reads or writes itself: where that leads tells who makes one.
    private void readItself(CallSite call) {
        Type type = call.caller().owner();
        if (!type.isJdk()
                && call.isOnItself()
                && !call.makesObject()
                && graph.kind(call) == null
                && streams.memory().uses(call)
                && monitors.holder(call) != null
                && type.methods().stream()
                        .filter(method -> method.signature().name().equals("<init>"))
                        .flatMap(method -> graph.callers(method).stream())
                        .flatMap(made -> made.arguments().stream().skip(1))
                        .anyMatch(given -> streams.memory().isStream(given)
                                && !isHandedIn(given)
                                && streams.mayBlock(given)
                                && !files.isOfFile(given))) {
            graph.blocksFor(call, BlockingKind.STREAM);
        }
    }

    private static Set<Callback> withMore(
            CallSite call, Collection<Method> functions, boolean held, Set<Callback> callbacks) {
        if (functions.isEmpty()) {
            return callbacks;
        }
        Set<Callback> all = new LinkedHashSet<>(callbacks);
        for (Method function : functions) {
            ParameterSummary at = new ParameterSummary(
                    ParameterSummary.RECEIVER,
                    function.signature(),
                    false,
                    held,
                    call,
                    null,
                    1,
                    !call.isNonExceptional());
            all.add(new Callback(function, call.caller(), at, true));
        }
        return all;
    }

    private Set<Callback> callbacks(CallSite call) {
        Set<Callback> callbacks = Set.of();
        for (Method target : graph.models(call)) {
            for (ParameterSummary use : summaries(target)) {
                callbacks = callbacks.isEmpty() ? new LinkedHashSet<>() : callbacks;
                resolve(call, target, use, callbacks);
            }
        }
        return captured.isClojures(call) ? withFunctions(call, callbacks) : callbacks;
    }

    private void resolve(CallSite call, Method target, ParameterSummary use, Set<Callback> callbacks) {
        AbstractValue argument = call.argument(use.parameter());
        // What is kept is told of where it is made.
        if (use.isStored() && isHandedIn(argument)) {
            return;
        }
        if (use.isImplicit() || implicit.isOfEveryObject(use.called())) {
            if (!call.caller().owner().isJdk()) {
                implicit.targets(argument, use.called())
                        .forEach(method -> callbacks.add(new Callback(method, target, use, true)));
            }
            return;
        }
        TypeSet known = types.of(argument);
        // Which of several a method is handed is known where it is called, and told there.
        if (known.isClosed() && (known.exact().size() == 1 || !isHandedIn(argument))) {
            known.exact().forEach(type -> addCallback(callbacks, type.resolve(use.called()), target, use));
        } else if (!known.isClosed() && !use.stream() && argument instanceof AbstractValue.Cast cast) {
            ofCast(cast.type(), use).forEach(method -> callbacks.add(new Callback(method, target, use, true)));
        }
        if (!use.stream() && !call.caller().owner().isJdk()) {
            kept.of(argument, use.called())
                    .forEach(function -> callbacks.add(new Callback(function, target, use, true)));
        }
        captured.uses(call, use).stream()
                .filter(inner -> !isHandedIn(inner.value()))
                .forEach(inner -> types.of(inner.value())
                        .closed()
                        .forEach(type -> addCallback(
                                callbacks,
                                type.resolve(inner.called()),
                                target,
                                inner.held() ? use.whileHeld(target) : use)));
        if (!use.stream()
                && ClojureCalls.runs(use.called())
                && AbstractValue.bare(argument) instanceof AbstractValue.Result) {
            ClojureCalls.callable(argument).stream()
                    .filter(AbstractValue.New.class::isInstance)
                    .flatMap(made -> ((AbstractValue.New) made).type().codeOfClojure().stream())
                    .forEach(code -> addCallback(callbacks, code, target, use));
        }
        if (!use.stream()
                && ClojureCalls.realises(use.called())
                && !call.caller().owner().isJdk()) {
            sequences.code(argument).forEach(code -> addCallback(callbacks, code, target, use));
        }
        if (use.stream()
                && callbacks.isEmpty()
                && graph.kind(call) == null
                && !(AbstractValue.bare(argument) instanceof AbstractValue.Parameter)
                && streams.mayBlock(argument)) {
            graph.blocksFor(call, BlockingKind.STREAM);
            Method holder = use.holder();
            if (holder != null && !(holder.owner().isJdk() && files.isOfFile(argument))) {
                graph.heldBy(call, holder);
            }
        }
    }

    // What is taken out of a collection is cast to the class that the code knows.
    private Collection<Method> ofCast(Type type, ParameterSummary use) {
        if (type.isJdk() || type.isInterface()) {
            return List.of();
        }
        List<Method> found = implicit.targets(graph.instantiatedBelow(type), use.called());
        return found.size() > Limits.Calls.TARGETS ? List.of() : found;
    }

    // What a function runs at once that is made there, and what is handed to what is not followed.
    private Set<Callback> withFunctions(CallSite call, Set<Callback> callbacks) {
        Set<Callback> all = new LinkedHashSet<>(callbacks);
        List<CapturedFunctions.Use> uses = new ArrayList<>();
        if (captured.runs(call) && AbstractValue.bare(call.receiver()) instanceof AbstractValue.New made) {
            uses.addAll(captured.uses(made));
        }
        for (int i = 0; i < call.parameters(); i++) {
            if (captured.isUnfollowed(call, i)) {
                AbstractValue argument = AbstractValue.bare(call.argument(i));
                uses.add(new CapturedFunctions.Use(argument, applied, false));
                if (argument instanceof AbstractValue.New made) {
                    uses.addAll(captured.uses(made));
                }
            }
        }
        for (CapturedFunctions.Use use : uses) {
            if (!isHandedIn(use.value())) {
                ParameterSummary at = new ParameterSummary(
                        0, use.called(), false, use.held(), call, null, 1, !call.isNonExceptional());
                types.of(use.value())
                        .closed()
                        .forEach(type -> addCallback(all, type.resolve(use.called()), call.caller(), at));
            }
        }
        return all;
    }

    private static boolean isHandedIn(AbstractValue value) {
        return AbstractValue.bare(value) instanceof AbstractValue.Parameter
                || AbstractValue.bare(value) instanceof AbstractValue.Captured;
    }

    private void addCallback(Set<Callback> callbacks, @Nullable Method method, Method callee, ParameterSummary use) {
        if (method != null
                && !method.isAbstract()
                && graph.isReached(method)
                && !(use.stream() && method.owner().isJdk())) {
            callbacks.add(new Callback(method, callee, use, false));
        }
    }
}
