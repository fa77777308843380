package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Finds the tasks that are made for a thread of their own, as in `new Thread(this::loop)`, or for an executor of
/// platform threads that the code makes for itself. Such a thread is a platform thread, whatever the service's
/// pools are. Safe for threads once it is made.
public final class DedicatedThreadTasks {

    private static final String THREAD = "java.lang.Thread";
    private static final String TASK = "java.lang.Runnable";
    private static final String RUN = "run";
    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final Pattern MAKES_POOL = Pattern.compile(
            "java\\.util\\.concurrent\\.Executors\\.new(?:Fixed|Cached|Single|Scheduled|WorkStealing)\\w*");

    private final CallGraph graph;
    private final Set<Type> handed = new HashSet<>();
    private final Set<Type> elsewhere = new HashSet<>();

    DedicatedThreadTasks(CallGraph graph) {
        this.graph = graph;
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                graph.calls(method).forEach(this::look);
            }
        }
    }

    /// Whether only platform threads run a method: it is what a thread of its own runs, or the JDK's
    /// finalizer thread, or only such methods call it.
    public boolean runsOnPlatformThread(Method method) {
        return runsOnPlatformThread(method, Limits.Traces.THREAD);
    }

    private boolean runsOnPlatformThread(Method method, int depth) {
        return method.signature().parameters().isEmpty()
                        && (method.signature().name().equals(RUN) && runsOnThread(method.owner())
                                || method.signature().name().equals("finalize"))
                || depth > 0
                        && (method.is(AccessFlag.PRIVATE) || method.is(AccessFlag.SYNTHETIC))
                        && !graph.callers(method).isEmpty()
                        && graph.callers(method).stream()
                                .allMatch(call -> runsOnPlatformThread(call.caller(), depth - 1));
    }

    // Its objects are threads, or tasks that are handed to new threads and to nothing else.
    private boolean runsOnThread(Type type) {
        return type.isBelow(THREAD)
                || handed.contains(type)
                        && !elsewhere.contains(type)
                        && type.methods().stream()
                                .filter(method -> method.signature().name().equals(RUN))
                                .flatMap(method -> graph.callers(method).stream())
                                .allMatch(call -> call.caller().owner().isJdk());
    }

    private void look(CallSite call) {
        boolean makes = call.how() == How.SPECIAL && call.signature().name().equals("<init>");
        boolean threads = makes && call.declared().isBelow(THREAD)
                || call.how() == How.VIRTUAL && call.declared().isBelow(EXECUTOR) && isOwnPool(call.receiver());
        for (int i = 0; i < call.parameters(); i++) {
            // A constructor mostly does not run the tasks that it is given.
            if (threads || !makes) {
                tasks(call.argument(i), threads ? handed::add : elsewhere::add);
            }
        }
    }

    // Every value that the code writes there is a pool of platform threads, whose threads nobody else makes.
    private boolean isOwnPool(AbstractValue executor) {
        AbstractValue bare = AbstractValue.bare(executor);
        List<AbstractValue> values =
                bare instanceof AbstractValue.FieldRead read ? graph.writes(read.field()) : List.of(bare);
        return !values.isEmpty() && values.stream().map(AbstractValue::bare).allMatch(DedicatedThreadTasks::isPool);
    }

    private static boolean isPool(AbstractValue value) {
        return switch (value) {
            case AbstractValue.Result made ->
                MAKES_POOL.matcher(made.call().name()).matches()
                        && areOwn(made.call().arguments());
            case AbstractValue.New made -> made.type().isJdk() && made.type().isBelow(POOL) && areOwn(made.arguments());
            default -> false;
        };
    }

    // A factory that somebody hands in may make virtual threads.
    private static boolean areOwn(List<AbstractValue> arguments) {
        return arguments.stream()
                .map(AbstractValue::bare)
                .noneMatch(argument -> argument instanceof AbstractValue.Parameter parameter
                        && !parameter.type().isEmpty());
    }

    private void tasks(AbstractValue value, Consumer<Type> tasks) {
        switch (AbstractValue.bare(value)) {
            case AbstractValue.New made when made.type().isBelow(TASK) -> tasks.accept(made.type());
            case AbstractValue.This self when self.type().isBelow(TASK) -> tasks.accept(self.type());
            case AbstractValue.FieldRead read ->
                graph.writes(read.field()).forEach(written -> {
                    if (AbstractValue.bare(written) instanceof AbstractValue.New made
                            && made.type().isBelow(TASK)) {
                        tasks.accept(made.type());
                    }
                });
            default -> {}
        }
    }
}
