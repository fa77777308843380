package io.heddle.check.graph;

import io.heddle.check.graph.Call.Callback;
import io.heddle.check.graph.Call.How;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what methods call on their parameters, and passes it up to where the object comes from: there, and only
/// there, it is known what runs. `computeIfAbsent` calls its function while it holds a monitor; whether that blocks is
/// known where the lambda is made.
final class ParameterUses {

    private static final int MOST_USES = 12;
    private static final int DEEPEST = 6;

    private final Strangers strangers;
    private final Linker linker;
    private final Flow flow;
    private final List<Method> reached;
    private final Deque<Method> work = new ArrayDeque<>();
    private final Map<Field, List<Method>> writers = new HashMap<>();

    ParameterUses(Strangers strangers, Linker linker, Flow flow, List<Method> reached) {
        this.strangers = strangers;
        this.linker = linker;
        this.flow = flow;
        this.reached = reached;
    }

    void run() {
        for (Method method : reached) {
            for (Body.Write write : method.body.writes()) {
                if (Value.bare(write.value()) instanceof Value.Parameter) {
                    writers.computeIfAbsent(write.field(), _ -> new ArrayList<>(1))
                            .add(method);
                }
            }
            queue(method);
        }
        while (!work.isEmpty()) {
            Method method = work.poll();
            method.queued = false;
            look(method);
        }
        // Few pass anything to what uses it. In the order of the methods: what may be called by many keeps the
        // order of its callers.
        reached.parallelStream().filter(ParameterUses::passes).toList().forEach(this::resolve);
    }

    private void queue(Method method) {
        if (!method.queued) {
            method.queued = true;
            work.add(method);
        }
    }

    private void look(Method method) {
        int before = method.uses.size();
        for (Call call : method.body.calls()) {
            if (call.normal && !call.cut) {
                direct(method, call);
                for (Method target : call.targets) {
                    // A method that calls itself adds to what it looks at.
                    for (ParameterUse use : target == method ? List.copyOf(target.uses) : target.uses) {
                        passOn(method, call, use, target);
                    }
                }
            }
        }
        for (Body.Write write : method.body.writes()) {
            if (write.certain() && Value.bare(write.value()) instanceof Value.Parameter parameter) {
                for (Signature called : write.field().calledHeld) {
                    add(method, new ParameterUse(parameter.index(), called, false, true, null, null, 1));
                }
            }
        }
        if (method.uses.size() > before) {
            method.callers.forEach(call -> queue(call.caller));
        }
    }

    private void direct(Method method, Call call) {
        boolean stream =
                call.how == How.VIRTUAL && call.sink == null && call.targets.isEmpty() && linker.isStream(call);
        Value receiver = Value.bare(call.receiver());
        boolean kept = receiver instanceof Value.Parameter || receiver instanceof Value.FieldRead && call.held != null;
        if (!stream && (!kept || call.sink != null || !strangers.throughFunction(call))) {
            return;
        }
        switch (stream ? Value.bare(Streams.of(call)) : receiver) {
            case Value.Parameter parameter ->
                add(
                        method,
                        new ParameterUse(
                                parameter.index(),
                                call.signature,
                                stream,
                                call.held != null,
                                call,
                                call.held == null ? null : method,
                                0));
            case Value.FieldRead read when call.held != null && !stream -> calledHeld(read.field(), call.signature);
            default -> {}
        }
    }

    private void calledHeld(Field field, Signature called) {
        if (field.calledHeld.add(called)) {
            writers.getOrDefault(field, List.of()).forEach(this::queue);
        }
    }

    private void passOn(Method method, Call call, ParameterUse use, Method target) {
        boolean stored = use.site() == null;
        if (use.depth() >= DEEPEST || stored && !call.certain) {
            return;
        }
        boolean held = use.held() || call.held != null;
        Method holder = use.holder() != null ? use.holder() : use.held() ? target : held ? method : null;
        switch (Value.bare(call.argument(use.parameter()))) {
            case Value.Parameter parameter ->
                add(
                        method,
                        new ParameterUse(
                                parameter.index(),
                                use.called(),
                                use.stream(),
                                held,
                                stored ? null : call,
                                holder,
                                use.depth() + 1));
            case Value.FieldRead read when held && !use.stream() -> calledHeld(read.field(), use.called());
            default -> {}
        }
    }

    private static void add(Method method, ParameterUse use) {
        if (method.uses.size() < MOST_USES && method.uses.stream().noneMatch(use::same)) {
            method.use(use);
        }
    }

    private static boolean passes(Method method) {
        for (Call call : method.body.calls()) {
            for (Method target : call.targets) {
                if (!target.uses.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    // Where the object that is passed is known, so is what runs.
    private void resolve(Method method) {
        for (Call call : method.body.calls()) {
            if (!call.normal || call.cut) {
                continue;
            }
            Set<Callback> callbacks = callbacks(call);
            if (!callbacks.isEmpty()) {
                call.callbacks = List.copyOf(callbacks);
                callbacks.forEach(callback -> callback.target().calledBy(call));
            }
        }
    }

    private Set<Callback> callbacks(Call call) {
        Set<Callback> callbacks = Set.of();
        for (Method target : call.targets) {
            for (ParameterUse use : target.uses) {
                callbacks = callbacks.isEmpty() ? new LinkedHashSet<>() : callbacks;
                resolve(call, target, use, callbacks);
            }
        }
        return callbacks;
    }

    private void resolve(Call call, Method target, ParameterUse use, Set<Callback> callbacks) {
        Value argument = call.argument(use.parameter());
        Types types = flow.types(argument);
        // Which of several a method is handed is known where it is called, and told there.
        if (types.known() && (types.exact().size() == 1 || !isHandedIn(argument))) {
            types.exact().forEach(type -> addCallback(callbacks, type.resolve(use.called()), target, use));
        }
        if (use.stream()
                && callbacks.isEmpty()
                && call.sink == null
                && !(Value.bare(argument) instanceof Value.Parameter)
                && linker.mayBlock(argument)) {
            call.sink = Kind.STREAM;
        }
    }

    private static boolean isHandedIn(Value value) {
        return Value.bare(value) instanceof Value.Parameter || Value.bare(value) instanceof Value.Captured;
    }

    private static void addCallback(Set<Callback> callbacks, @Nullable Method method, Method callee, ParameterUse use) {
        if (method != null && !method.isAbstract() && method.reached && !(use.stream() && method.owner.isJdk())) {
            callbacks.add(new Callback(method, callee, use));
        }
    }
}
