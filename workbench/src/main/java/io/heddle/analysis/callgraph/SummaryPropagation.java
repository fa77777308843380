package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.reach.EventListeners;
import io.heddle.analysis.values.FileStreams;
import io.heddle.analysis.values.MemoryStreams;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what methods call on their parameters, and propagates it up to where the argument comes from: only
/// there it is known what runs. `computeIfAbsent` calls its function while it holds a monitor; whether that
/// blocks is known where the lambda is made.
public final class SummaryPropagation {

    private final CallGraph.Builder graph;
    private final ClassHierarchy hierarchy;
    private final List<Method> methods;
    private final TypePropagation types;
    private final StreamCalls streams;
    private final CallbackInterfaces interfaces;
    private final SideTable<Method, List<ParameterSummary>> summaries;
    private final Deque<Method> work = new ArrayDeque<>();
    private final BitSet queued = new BitSet();
    /// By default methods of the JDK the methods that call them where too many others may run.
    private final Map<Method, Set<Method>> modelled = new HashMap<>();
    /// Methods that write a parameter of theirs to a field.
    private final Map<Field, List<Method>> writers = new HashMap<>();
    /// What is called on the value of a field while a monitor is held.
    private final Map<Field, Map<Signature, CalledHeld>> calledHeld = new HashMap<>();
    /// Whether calls on exceptional paths count. A method has few summaries: those of other paths come first.
    private boolean exceptional;
    private final FileStreams files;
    private final JdkMonitors monitors;
    private final CapturedFunctions captured;
    private final KeptFunctions kept;
    private final ImplicitCalls implicit;
    private final Signature applied;

    /// @param holder holds the monitor
    /// @param afterFailure whether it calls only once something has failed
    private record CalledHeld(Method holder, boolean afterFailure) {}

    private SummaryPropagation(
            CallGraph resolved,
            TypePropagation types,
            ClassHierarchy hierarchy,
            CodeReader reader,
            BlockingModels models,
            CallbackInterfaces interfaces) {
        this.graph = new CallGraph.Builder(resolved);
        this.hierarchy = hierarchy;
        this.methods = resolved.methods();
        this.types = types;
        MemoryStreams memory = new MemoryStreams(hierarchy, models, graph);
        this.streams = new StreamCalls(memory, graph);
        this.files = new FileStreams(models, memory, graph);
        this.monitors = new JdkMonitors(hierarchy, reader, types, files);
        this.interfaces = interfaces;
        this.captured = new CapturedFunctions(graph);
        this.kept = new KeptFunctions(graph);
        this.implicit = new ImplicitCalls(hierarchy, resolved.code(), types);
        this.applied = hierarchy.signature("applyTo", "(Lclojure/lang/ISeq;)Ljava/lang/Object;");
        this.summaries = new SideTable<>(hierarchy.methodNumbers());
    }

    /// The same call graph with what is called back, and with the reads and writes of streams that are
    /// passed.
    public static CallGraph run(
            CallGraph resolved,
            TypePropagation types,
            ClassHierarchy hierarchy,
            CodeReader reader,
            BlockingModels models,
            CallbackInterfaces interfaces) {
        return new SummaryPropagation(resolved, types, hierarchy, reader, models, interfaces).run();
    }

    private CallGraph run() {
        LoadingCaches.forEachRunner(hierarchy, this::add);
        for (Method method : methods) {
            for (MethodFacts.Write write : graph.facts(method).writes()) {
                if (AbstractValue.bare(write.value()) instanceof AbstractValue.Parameter) {
                    writers.computeIfAbsent(write.field(), _ -> new ArrayList<>(1))
                            .add(method);
                }
            }
            captured.look(method);
            kept.look(method);
            queue(method);
        }
        settle();
        exceptional = true;
        methods.stream()
                .filter(method -> graph.facts(method).calls().stream().anyMatch(call -> !call.isNonExceptional()))
                .forEach(this::queue);
        settle();
        CallbackResolver callbacks = new CallbackResolver(
                graph,
                types,
                this::summaries,
                streams,
                files,
                monitors,
                captured,
                kept,
                new LoadingCaches(graph, methods),
                new EventListeners(hierarchy, methods),
                implicit,
                applied);
        // Few pass anything to what uses it. In the order of the methods: what may be called by many keeps
        // the order of its callers.
        methods.parallelStream()
                .filter(method -> !method.owner().isJdk() || callbacks.passes(method))
                .toList()
                .forEach(callbacks::resolve);
        return graph.build();
    }

    private void settle() {
        while (!work.isEmpty()) {
            Method method = work.poll();
            queued.clear(method.id());
            summarise(method);
        }
    }

    private void queue(Method method) {
        if (!queued.get(method.id())) {
            queued.set(method.id());
            work.add(method);
        }
    }

    private List<ParameterSummary> summaries(Method method) {
        return summaries.get(method, List.of());
    }

    private void summarise(Method method) {
        int before = summaries(method).size();
        for (CallSite call : graph.facts(method).calls()) {
            if ((exceptional || call.isNonExceptional()) && (!graph.isSkipped(call) || implicit.isOne(call))) {
                direct(method, call);
                onFunction(method, call);
                for (Method target : graph.models(call)) {
                    if (graph.targets(call).isEmpty()) {
                        modelled.computeIfAbsent(target, _ -> new LinkedHashSet<>())
                                .add(method);
                    }
                    // A method that calls itself adds to what it looks at.
                    List<ParameterSummary> uses = summaries(target);
                    for (ParameterSummary use : target == method ? List.copyOf(uses) : uses) {
                        passOn(method, call, use, target);
                        if (captured.passes(call, use)) {
                            passOnCaptured(method, call, use, target);
                        }
                    }
                }
            }
        }
        for (MethodFacts.Write write : graph.facts(method).writes()) {
            if (write.onEveryReturnPath()
                    && AbstractValue.bare(write.value()) instanceof AbstractValue.Parameter parameter) {
                calledHeld
                        .getOrDefault(write.field(), Map.of())
                        .forEach((called, held) -> add(
                                method,
                                new ParameterSummary(
                                        parameter.index(),
                                        called,
                                        false,
                                        true,
                                        null,
                                        held.holder,
                                        1,
                                        held.afterFailure)));
            }
        }
        if (summaries(method).size() > before) {
            graph.callers(method).forEach(call -> queue(call.caller()));
            modelled.getOrDefault(method, Set.of()).forEach(this::queue);
        }
    }

    private void direct(Method method, CallSite call) {
        boolean blocks = graph.kind(call) != null;
        boolean stream =
                call.how() == How.VIRTUAL && !blocks && graph.targets(call).isEmpty() && streams.usesParameter(call);
        AbstractValue receiver = checked(ClojureCalls.handed(method, call.receiver()));
        if (captured.isOf(method, receiver) && !blocks && isFunction(call)) {
            uses(receiver, call.signature(), call.held() != null);
        }
        if (!blocks && implicit.isOne(call)) {
            add(method, implicit.summary(call));
            return;
        }
        boolean known = receiver instanceof AbstractValue.Parameter
                || receiver instanceof AbstractValue.FieldRead && call.held() != null;
        if (!stream && (!known || blocks || !isFunction(call))) {
            return;
        }
        switch (stream ? AbstractValue.bare(MemoryStreams.of(call)) : receiver) {
            case AbstractValue.Parameter parameter -> {
                Method holder = call.held() != null ? method : stream ? monitors.holder(call) : null;
                add(
                        method,
                        new ParameterSummary(
                                parameter.index(),
                                call.signature(),
                                stream,
                                holder != null,
                                call,
                                holder,
                                0,
                                !call.isNonExceptional()));
            }
            case AbstractValue.FieldRead read
            when call.held() != null && !stream ->
                calledHeld(read.field(), call.signature(), new CalledHeld(method, !call.isNonExceptional()));
            default -> {}
        }
    }

    // What Objects.requireNonNull returns is what it is given.
    private static AbstractValue checked(AbstractValue value) {
        return value instanceof AbstractValue.Result result
                        && result.call().name().equals("java.util.Objects.requireNonNull")
                ? AbstractValue.bare(result.call().argument(0))
                : value;
    }

    private boolean isFunction(CallSite call) {
        return call.how() == How.VIRTUAL
                && (graph.unknownTargets(call) > 0
                        || interfaces.isFunction(call.declared(), call.signature())
                        || KeptFunctions.isFunction(call.declared(), call.signature())
                        || !call.caller().owner().isJdk() && call.declared().isJdk() && kept.runs(call)
                        || ClojureCalls.isOnFunction(call)
                        || ClojureCalls.dereferences(call)
                        || ClojureCalls.realises(call));
    }

    // What a function calls on what it captures is called where it is made and handed to what calls it.
    private void uses(AbstractValue value, Signature called, boolean held) {
        if (value instanceof AbstractValue.FieldRead read && captured.add(read.field(), called, held)) {
            captured.makers(read.field().owner()).forEach(this::queue);
        }
    }

    // A function that is made and called at once, and one that is handed to what is not followed: Clojure's own code
    // calls what it takes as a function.
    private void onFunction(Method method, CallSite call) {
        if (!captured.isClojures(call)) {
            return;
        }
        boolean held = call.held() != null;
        boolean failed = !call.isNonExceptional();
        Method holder = held ? method : null;
        if (captured.runs(call) && AbstractValue.bare(call.receiver()) instanceof AbstractValue.New made) {
            captured.uses(made).forEach(inner -> told(method, call, inner, held || inner.held(), holder, 1, failed));
        }
        for (int i = 0; i < call.parameters(); i++) {
            if (captured.isUnfollowed(call, i)) {
                AbstractValue argument = AbstractValue.bare(call.argument(i));
                told(method, call, new CapturedFunctions.Use(argument, applied, false), held, holder, 1, failed);
                if (argument instanceof AbstractValue.New made) {
                    captured.uses(made)
                            .forEach(inner -> told(method, call, inner, held || inner.held(), holder, 1, failed));
                }
            }
        }
    }

    private void told(
            Method method,
            @Nullable CallSite site,
            CapturedFunctions.Use use,
            boolean held,
            @Nullable Method holder,
            int depth,
            boolean afterFailure) {
        if (use.value() instanceof AbstractValue.Parameter parameter) {
            add(
                    method,
                    new ParameterSummary(
                            parameter.index(), use.called(), false, held, site, holder, depth, afterFailure));
        } else if (captured.isOf(method, use.value())) {
            uses(use.value(), use.called(), held);
        }
    }

    private void passOnCaptured(Method method, CallSite call, ParameterSummary use, Method target) {
        boolean stored = use.isStored();
        if (use.depth() >= Limits.Calls.SUMMARY_DEPTH || stored && !call.isOnEveryReturnPath()) {
            return;
        }
        boolean held = use.held() || call.held() != null;
        Method holder = holder(method, call, use, target);
        captured.uses(call, use)
                .forEach(inner -> told(
                        method,
                        stored ? null : call,
                        inner,
                        held || inner.held(),
                        holder,
                        use.depth() + 1,
                        use.afterFailure() || !call.isNonExceptional()));
    }

    // What Clojure's own code stores to call it later, as a lazy sequence does, is told where it is handed in.
    private static @Nullable Method holder(Method method, CallSite call, ParameterSummary use, Method target) {
        if (use.holder() != null || use.site() == null && method.owner().isClojureFunction()) {
            return use.holder();
        }
        return use.held() ? target : call.held() != null ? method : null;
    }

    private void calledHeld(Field field, Signature called, CalledHeld held) {
        Map<Signature, CalledHeld> known = calledHeld.computeIfAbsent(field, _ -> new LinkedHashMap<>());
        if (known.putIfAbsent(called, held) == null) {
            writers.getOrDefault(field, List.of()).forEach(this::queue);
        }
    }

    private void passOn(Method method, CallSite call, ParameterSummary use, Method target) {
        boolean stored = use.isStored();
        if (use.depth() >= Limits.Calls.SUMMARY_DEPTH
                || stored && !call.isOnEveryReturnPath()
                || implicit.isOfEveryObject(use.called()) && !method.owner().isJdk()) {
            return;
        }
        boolean held = use.held() || call.held() != null;
        boolean afterFailure = use.afterFailure() || !call.isNonExceptional();
        Method holder = holder(method, call, use, target);
        switch (ClojureCalls.handed(method, call.argument(use.parameter()))) {
            case AbstractValue.Parameter parameter
            when !use.isImplicit() ->
                add(
                        method,
                        new ParameterSummary(
                                parameter.index(),
                                use.called(),
                                use.stream(),
                                held,
                                stored ? null : call,
                                holder,
                                use.depth() + 1,
                                afterFailure));
            case AbstractValue.This _
            when method.owner().isJdk() && !use.stream() ->
                add(
                        method,
                        new ParameterSummary(
                                ParameterSummary.RECEIVER,
                                use.called(),
                                false,
                                held,
                                stored ? null : call,
                                holder,
                                use.depth() + 1,
                                afterFailure));
            case AbstractValue.FieldRead read
            when !use.stream() && captured.isOf(method, read) -> {
                uses(read, use.called(), held);
                if (held) {
                    calledHeld(read.field(), use.called(), new CalledHeld(method, afterFailure));
                }
            }
            case AbstractValue.FieldRead read
            when held && !use.stream() ->
                calledHeld(read.field(), use.called(), new CalledHeld(holder == null ? method : holder, afterFailure));
            default -> {}
        }
    }

    private void add(Method method, ParameterSummary use) {
        List<ParameterSummary> known = summaries(method);
        if (known.size() < Limits.Calls.SUMMARIES && known.stream().noneMatch(one -> one.covers(use))) {
            summaries.computeIfAbsent(method, () -> new ArrayList<>(2)).add(use);
        }
    }
}
