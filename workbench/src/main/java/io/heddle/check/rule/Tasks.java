package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Tasks that code of the service hands to other threads.
final class Tasks {

    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final Set<String> SUBMITS = Set.of("submit", "execute", "schedule");
    private static final Set<String> STARTS = Set.of(
            "java.lang.Thread.startVirtualThread",
            "java.lang.Thread.<init>",
            "java.lang.Thread$Builder.start",
            "java.lang.Thread$Builder$OfVirtual.start",
            "java.util.concurrent.StructuredTaskScope.fork");
    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    private static final String ASYNCHRONOUS = "Async";
    private static final Set<String> PARALLEL = Set.of("parallelStream", "parallel");
    /// Calls from a task to what it reads. Beyond that one hardly means the thread that the task was made on.
    private static final int CALLS = 4;

    private Tasks() {}

    /// A task where it is handed to another thread.
    ///
    /// @param methods what the task runs of the service's own code, the nearest first
    record Task(CallSite call, Set<Method> methods) {}

    /// The tasks that the service's own code hands over, as far as a lambda says what they do.
    static Stream<Task> all(BlockingAnalysis analysis) {
        return analysis.code()
                .calls()
                .filter(call -> call.caller().owner().isTarget())
                .map(call -> new Task(call, closure(analysis, functions(analysis, call))))
                .filter(task -> !task.methods.isEmpty());
    }

    private static List<Method> functions(BlockingAnalysis analysis, CallSite call) {
        if (PARALLEL.contains(call.signature().name())
                && call.parameters() == 0
                && call.declared().isJdk()) {
            return analysis.code().functionsOfStream(call);
        }
        return call.parameters() > 0 && handsOver(call)
                ? IntStream.range(0, call.parameters())
                        .mapToObj(i -> analysis.code().lambdaTargets(call, i))
                        .flatMap(List::stream)
                        .toList()
                : List.of();
    }

    private static boolean handsOver(CallSite call) {
        String name = call.signature().name();
        return STARTS.contains(call.name())
                || SUBMITS.contains(name) && call.declared().isBelow(EXECUTOR)
                || name.endsWith(ASYNCHRONOUS) && call.declared().isBelow(FUTURE);
    }

    /// What methods run of the service's own code, themselves and by a few calls.
    static Set<Method> closure(BlockingAnalysis analysis, List<Method> from) {
        Set<Method> all = new LinkedHashSet<>(from);
        List<Method> last = from;
        for (int i = 0; i < CALLS && !last.isEmpty(); i++) {
            last = last.stream()
                    .flatMap(analysis.code()::callees)
                    .filter(method -> method.owner().isTarget())
                    .filter(all::add)
                    .toList();
        }
        return all;
    }
}
