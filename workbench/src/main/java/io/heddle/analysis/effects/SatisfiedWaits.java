package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.values.CallString;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells where code waits for what is there already, or at once: tasks that are done, locks that no other thread has,
/// threads that begin. For one thread.
public final class SatisfiedWaits {

    private static final Set<String> GETS = Names.of("waits", "results of tasks");
    private static final Set<String> ASKS = Names.of("waits", "questions to tasks");

    private static final String LATCH = "java/util/concurrent/CountDownLatch";
    private static final String SELECTOR = "java.nio.channels.Selector";

    private final CallGraph graph;
    /// Null until asked for.
    private @Nullable Map<Field, List<CallSite>> openers;

    public SatisfiedWaits(CallGraph graph) {
        this.graph = graph;
    }

    /// Whether a call gets the result of a task.
    public boolean gets(CallSite call) {
        return GETS.contains(call.signature().name());
    }

    /// Whether a call that gets the result of a task comes after one that asks whether the task is done, in
    /// the method itself or in one that it calls.
    ///
    /// @param gets whether the result is got where a question is answered with no as well
    public boolean asks(CallSite getting, Predicate<CallSite> gets) {
        return gets(getting)
                && graph.calls(getting.caller()).stream()
                        .takeWhile(call -> call != getting)
                        .anyMatch(call -> isQuestion(call) && !gets.test(call)
                                || graph.targets(call).size() == 1
                                        && graph.calls(graph.targets(call).getFirst()).stream()
                                                .anyMatch(SatisfiedWaits::isQuestion));
    }

    /// Whether one of the callers that hand a task on has asked it or cancelled it before.
    ///
    /// @param way the calls to the method that gets the result; null where nothing calls it
    public boolean asked(@Nullable CallString way, CallSite getting) {
        AbstractValue task =
                GETS.contains(getting.signature().name()) ? AbstractValue.bare(getting.receiver()) : AbstractValue.ANY;
        for (CallString at = way; at != null && task instanceof AbstractValue.Parameter parameter; at = at.outer()) {
            CallSite handing = at.call();
            AbstractValue handed = AbstractValue.bare(handing.argument(parameter.index()));
            if (handed != AbstractValue.ANY
                    && graph.calls(handing.caller()).stream()
                            .takeWhile(call -> call != handing)
                            .anyMatch(call -> isQuestion(call)
                                    && AbstractValue.bare(call.receiver()).equals(handed))) {
                return true;
            }
            task = handed;
        }
        return false;
    }

    /// Whether a call waits only until a thread has begun: for a latch that the thread opens before it calls anything
    /// else of the program's. That takes no longer than a thread takes to start, and only once.
    public boolean isForABeginning(CallSite awaiting) {
        List<CallSite> openers = awaiting.declared().name().equals(LATCH)
                        && AbstractValue.bare(awaiting.receiver()) instanceof AbstractValue.FieldRead read
                ? openers().getOrDefault(read.field(), List.of())
                : List.of();
        return !openers.isEmpty() && openers.stream().allMatch(this::begins);
    }

    private boolean begins(CallSite opening) {
        return opening.caller().signature().name().equals("run")
                && opening.caller().signature().parameters().isEmpty()
                && graph.calls(opening.caller()).stream()
                        .takeWhile(call -> call != opening)
                        .allMatch(call -> call.declared().isJdk() && graph.kind(call) == null);
    }

    // The calls that open a latch, by the field that holds it.
    private Map<Field, List<CallSite>> openers() {
        Map<Field, List<CallSite>> known = openers;
        if (known == null) {
            known = graph.methods().stream()
                    .flatMap(method -> graph.calls(method).stream())
                    .filter(call -> call.declared().name().equals(LATCH)
                            && call.signature().name().equals("countDown")
                            && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead)
                    .collect(Collectors.groupingBy(
                            call -> ((AbstractValue.FieldRead) AbstractValue.bare(call.receiver())).field()));
            openers = known;
        }
        return known;
    }

    /// Whether the method that selects can also select without waiting: then its caller chooses.
    public boolean mayOnlyLook(CallSite selecting) {
        return selecting.signature().name().equals("select")
                && selecting.declared().isBelow(SELECTOR)
                && graph.calls(selecting.caller()).stream()
                        .anyMatch(call -> call.signature().name().equals("selectNow")
                                && call.declared().isBelow(SELECTOR));
    }

    // A cancelled task is done as well, and code that cancels one takes it for done.
    private static boolean isQuestion(CallSite call) {
        String name = call.signature().name();
        return switch (call.parameters()) {
            case 0 ->
                ASKS.contains(name)
                        || name.equals("isCancelled") && call.declared().isBelow("java.util.concurrent.Future");
            case 1 -> name.equals("cancel");
            default -> false;
        };
    }

    /// Whether the receiver was made on the path from nothing that other threads have, or is a part of such
    /// an object.
    ///
    /// @param before whether that holds for the object whose method makes the call
    public static boolean isFresh(CallSite call, boolean before) {
        return switch (AbstractValue.bare(call.receiver())) {
            case AbstractValue.New made -> !made.type().isLambda() && isOwn(made.arguments());
            case AbstractValue.This _ -> before;
            case AbstractValue.FieldRead read -> before && !read.field().is(AccessFlag.STATIC);
            default -> false;
        };
    }

    /// Whether the receiver of a call, such as a lock, is made with its object: it lies in a field that is
    /// only written with new objects.
    public boolean isMadeWithIt(CallSite call) {
        return AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read
                && read.field().is(AccessFlag.PRIVATE)
                && !read.field().is(AccessFlag.STATIC)
                && !graph.writes(read.field()).isEmpty()
                && graph.writes(read.field()).stream().allMatch(AbstractValue.New.class::isInstance);
    }

    private static boolean isOwn(List<AbstractValue> arguments) {
        return arguments.stream().map(AbstractValue::bare).allMatch(argument -> switch (argument) {
            case AbstractValue.Any _,
                    AbstractValue.Null _,
                    AbstractValue.Flag _,
                    AbstractValue.Text _,
                    AbstractValue.New _ -> true;
            case AbstractValue.Result result ->
                result.call().how() == How.STATIC && result.call().parameters() == 0;
            default -> false;
        });
    }
}
