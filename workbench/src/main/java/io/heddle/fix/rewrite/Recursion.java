package io.heddle.fix.rewrite;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.NoEdit;
import io.heddle.model.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds loaders that may ask for what they load. `computeIfAbsent` throws then; who waits for his own future waits for
/// ever.
final class Recursion {

    private static final String FUNCTIONS = "java/util/function/";
    private static final Set<String> TASKS = Set.of("java/lang/Runnable", "java/util/concurrent/Callable");

    private final Workbench bench;
    private final String name;
    private final Predicate<Method> asks;
    private final Set<Method> seen = new HashSet<>();
    private final List<CallSite> calls = new ArrayList<>();
    private final Deque<MethodFacts> pending = new ArrayDeque<>();

    /// @param name of what is loaded, for people
    /// @param asks whether a method asks for it
    Recursion(Workbench bench, String name, Predicate<Method> asks) {
        this.bench = bench;
        this.name = name;
        this.asks = asks;
    }

    /// @throws NoEdit when the loader of a call may ask, or runs code that is not known
    void requireNone(CallSite call) {
        List<MethodFacts> loaders =
                bench.lambda(call.caller(), call.argument(1)).toList();
        if (loaders.isEmpty()) {
            throw new NoEdit(Refusal.LOADER_RECURS, place(call) + " is given a loader that the code does not show");
        }
        pending.addAll(loaders);
        run();
    }

    /// @throws NoEdit when a call may ask, or runs code that is not known
    void requireNoneFrom(CallSite call) {
        follow(call);
        run();
    }

    private void run() {
        while (!pending.isEmpty()) {
            MethodFacts facts = pending.remove();
            facts.stubs().forEach(stub -> pending.add(stub.facts()));
            facts.calls().forEach(this::follow);
        }
    }

    /// Methods of the target that the loaders reach.
    Set<Method> reached() {
        return Collections.unmodifiableSet(seen);
    }

    /// All calls that the loaders reach, of the target's code.
    List<CallSite> calls() {
        return Collections.unmodifiableList(calls);
    }

    private void follow(CallSite call) {
        calls.add(call);
        String declared = call.declared().name();
        if (call.isThroughInterface() && (declared.startsWith(FUNCTIONS) || TASKS.contains(declared))) {
            throw new NoEdit(
                    Refusal.LOADER_RECURS,
                    place(call) + ", which a loader of " + name
                            + " reaches, runs code that it was given: it may ask for the same key");
        }
        targets(call).forEach(method -> {
            if (asks.test(method)) {
                throw new NoEdit(
                        Refusal.LOADER_RECURS,
                        "a loader of " + name + " reaches " + method.qualifiedName() + ", which uses it again");
            }
            if (seen.add(method)) {
                pending.add(bench.program().facts(method));
            }
        });
    }

    private Stream<Method> targets(CallSite call) {
        Stream<Type> types = call.how() == CallSite.How.VIRTUAL || call.isThroughInterface()
                ? bench.program().types().stream().filter(type -> type.below(call.declared()))
                : Stream.of(call.declared());
        return types.map(type -> type.resolve(call.signature()))
                .filter(method -> method != null && method.owner().isTarget());
    }

    private static String place(CallSite call) {
        return call.caller().qualifiedName() + ":" + call.line();
    }
}
