package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells where code waits for what is there already.
final class Readiness {

    private static final Set<String> GETS = Set.of("get", "join");
    private static final Set<String> ASKS = Set.of("isDone", "isCompletedExceptionally", "isCompletedNormally");

    private static final String SELECTOR = "java.nio.channels.Selector";

    private static final Set<String> PUTS = Set.of("put", "putFirst", "putLast");
    /// "As there is no bound, put never blocks", as their documentation has it.
    private static final Set<String> NEVER_FULL = Set.of(
            "java/util/concurrent/PriorityBlockingQueue",
            "java/util/concurrent/DelayQueue",
            "java/util/concurrent/LinkedTransferQueue");
    /// With Integer.MAX_VALUE places, unless they are told another number.
    private static final Set<String> LINKED =
            Set.of("java/util/concurrent/LinkedBlockingQueue", "java/util/concurrent/LinkedBlockingDeque");

    private Readiness() {}

    /// Whether a call that gets a task's result comes after one that asks whether the task is done, in the method
    /// itself or in one that it calls.
    static boolean asks(Call getting) {
        return GETS.contains(getting.signature.name())
                && getting.caller.body.calls().stream()
                        .takeWhile(call -> call != getting)
                        .anyMatch(call -> isQuestion(call)
                                || call.targets.size() == 1
                                        && call.targets.getFirst().body.calls().stream()
                                                .anyMatch(Readiness::isQuestion));
    }

    /// Whether one of those who hand a task on has asked or cancelled it before.
    ///
    /// @param way the calls to the method that gets the task's result; null where nothing calls it
    static boolean asked(Streams.@Nullable Given way, Call getting) {
        Value task = GETS.contains(getting.signature.name()) ? Value.bare(getting.receiver()) : Value.ANY;
        for (Streams.Given at = way; at != null && task instanceof Value.Parameter parameter; at = at.outer()) {
            Call handing = at.call();
            Value handed = Value.bare(handing.argument(parameter.index()));
            if (handed != Value.ANY
                    && handing.caller.body.calls().stream()
                            .takeWhile(call -> call != handing)
                            .anyMatch(call -> isQuestion(call)
                                    && Value.bare(call.receiver()).equals(handed))) {
                return true;
            }
            task = handed;
        }
        return false;
    }

    /// Whether a call puts something into a queue that is never full.
    static boolean hasRoom(Call putting) {
        return PUTS.contains(putting.signature.name())
                && switch (Value.bare(putting.receiver())) {
                    case Value.New made -> isUnbounded(made);
                    case Value.FieldRead read ->
                        !read.field().openToStrangers()
                                && !read.field().writes.isEmpty()
                                && read.field().writes.stream()
                                        .map(Value::bare)
                                        .allMatch(written -> written instanceof Value.New made && isUnbounded(made));
                    default -> false;
                };
    }

    private static boolean isUnbounded(Value.New queue) {
        return NEVER_FULL.contains(queue.type.name) || LINKED.contains(queue.type.name) && queue.arguments.isEmpty();
    }

    /// Whether the method that asks a selector can ask it without waiting too: then who calls it says which.
    static boolean mayOnlyLook(Call selecting) {
        return selecting.signature.name().equals("select")
                && selecting.declared.isBelow(SELECTOR)
                && selecting.caller.body.calls().stream()
                        .anyMatch(call -> call.signature.name().equals("selectNow") && call.declared.isBelow(SELECTOR));
    }

    // What was cancelled is done as well, and who asks for that takes it for done.
    private static boolean isQuestion(Call call) {
        String name = call.signature.name();
        return switch (call.parameters()) {
            case 0 ->
                ASKS.contains(name)
                        || name.equals("isCancelled") && call.declared.isBelow("java.util.concurrent.Future");
            case 1 -> name.equals("cancel");
            default -> false;
        };
    }

    /// Whether the object of a call was made on the way there of nothing that others have, or is a part of one
    /// that was.
    ///
    /// @param before whether the caller's own object was
    static boolean isFresh(Call call, boolean before) {
        return switch (Value.bare(call.receiver())) {
            case Value.New made -> !made.type.isGlue() && isOwn(made.arguments);
            case Value.This _ -> before;
            case Value.FieldRead read -> before && !read.field().is(AccessFlag.STATIC);
            default -> false;
        };
    }

    /// Whether a lock is its object's own: a field that is never written but with a new one.
    static boolean isMadeWithIt(Call locking) {
        return Value.bare(locking.receiver()) instanceof Value.FieldRead read
                && read.field().is(AccessFlag.PRIVATE)
                && !read.field().is(AccessFlag.STATIC)
                && !read.field().writes.isEmpty()
                && read.field().writes.stream().allMatch(Value.New.class::isInstance);
    }

    private static boolean isOwn(List<Value> arguments) {
        return arguments.stream().map(Value::bare).allMatch(argument -> switch (argument) {
            case Value.Any _, Value.Null _, Value.Flag _, Value.Text _, Value.New _ -> true;
            case Value.Result result -> result.call.how == How.STATIC && result.call.parameters() == 0;
            default -> false;
        });
    }
}
