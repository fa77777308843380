package io.heddle.check.graph;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Follows a value back to all that it may come from, through fields, callers and what methods return. To be asked
/// when it is known who calls whom.
final class Origins {

    /// Steps from a value to where it comes from, at most.
    private static final int DEPTH = 8;

    /// Says of a value whether it is what is asked for.
    interface Question {

        /// @param further asks the same of another value, on which the answer hangs
        /// @return null where that hangs on what the value comes from
        @Nullable
        Boolean of(Value value, Predicate<Value> further);
    }

    private final Question question;
    private final Set<Object> asked = new HashSet<>();

    private Origins(Question question) {
        this.question = question;
    }

    /// Whether the answer is yes for all that a value may come from, and that is known.
    static boolean all(Value value, Question question) {
        return new Origins(question).all(value, DEPTH);
    }

    // What is asked for again tells nothing new.
    private boolean all(Value value, int depth) {
        Value bare = Value.bare(value);
        Boolean known = depth == 0 ? Boolean.FALSE : question.of(bare, inner -> all(inner, depth - 1));
        return known != null
                ? known
                : switch (bare) {
                    case Value.FieldRead read ->
                        !asked.add(read.field()) || !read.field().openToStrangers() && each(read.field().writes, depth);
                    case Value.Parameter parameter ->
                        !asked.add(parameter)
                                || each(
                                        parameter.method().callers.stream()
                                                .map(call -> call.argument(parameter.index()))
                                                .toList(),
                                        depth);
                    case Value.Result result ->
                        !result.call.targets.isEmpty()
                                && result.call.targets.stream().allMatch(target -> each(target.body.returns(), depth));
                    case Value.Union union -> each(union.members(), depth);
                    default -> false;
                };
    }

    // What a method that nobody calls would be given says nothing.
    private boolean each(List<Value> values, int depth) {
        List<Value> known = values.stream()
                .filter(value -> value != Value.NULL
                        && !(Value.bare(value) instanceof Value.Parameter given
                                && given.method().callers.isEmpty()))
                .toList();
        return !known.isEmpty() && known.stream().allMatch(value -> all(value, depth - 1));
    }
}
