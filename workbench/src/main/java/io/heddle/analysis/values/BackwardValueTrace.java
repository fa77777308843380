package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.ValueSources;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Follows a value back to all that it may come from, through fields, callers and what methods return.
final class BackwardValueTrace {

    /// Says of a value whether it has a property.
    interface Question {

        /// @param further asks the same of another value, on which the answer depends
        /// @return null where that depends on what the value comes from
        @Nullable
        Boolean of(AbstractValue value, Predicate<AbstractValue> further);
    }

    private final Question question;
    private final ValueSources sources;
    private final Set<Object> asked = new HashSet<>();

    private BackwardValueTrace(Question question, ValueSources sources) {
        this.question = question;
        this.sources = sources;
    }

    /// Whether all origins of a value are known, and have the property.
    static boolean all(AbstractValue value, ValueSources sources, Question question) {
        return new BackwardValueTrace(question, sources).all(value, Limits.Traces.ORIGIN);
    }

    // An origin that is met again adds nothing.
    private boolean all(AbstractValue value, int depth) {
        AbstractValue bare = AbstractValue.bare(value);
        Boolean known = depth == 0 ? Boolean.FALSE : question.of(bare, inner -> all(inner, depth - 1));
        return known != null
                ? known
                : switch (bare) {
                    case AbstractValue.FieldRead read ->
                        !asked.add(read.field())
                                || !read.field().externallyWritable() && each(sources.writes(read.field()), depth);
                    case AbstractValue.Parameter parameter ->
                        !asked.add(parameter)
                                || each(
                                        sources.callers(parameter.method()).stream()
                                                .map(call -> call.argument(parameter.index()))
                                                .toList(),
                                        depth);
                    case AbstractValue.Result result ->
                        !sources.targets(result.call()).isEmpty()
                                && sources.targets(result.call()).stream()
                                        .allMatch(target -> each(sources.returns(target), depth));
                    case AbstractValue.Union union -> each(union.members(), depth);
                    default -> false;
                };
    }

    // What a method without callers would be given says nothing.
    private boolean each(List<AbstractValue> values, int depth) {
        List<AbstractValue> known = values.stream()
                .filter(value -> value != AbstractValue.NULL
                        && !(AbstractValue.bare(value) instanceof AbstractValue.Parameter given
                                && sources.callers(given.method()).isEmpty()))
                .toList();
        return !known.isEmpty() && known.stream().allMatch(value -> all(value, depth - 1));
    }
}
