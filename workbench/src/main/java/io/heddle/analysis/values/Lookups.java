package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.ValueSources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Tells by which calls a value was obtained.
public final class Lookups {

    private Lookups() {}

    /// The string constants that are passed to the call by which a value, or what it was taken from, was
    /// looked up: `"app.core", "load"` of `RT.var("app.core", "load")`, also where a field keeps it.
    public static List<String> names(AbstractValue value, ValueSources sources) {
        return switch (AbstractValue.bare(value)) {
            case AbstractValue.FieldRead read -> {
                List<AbstractValue> writes = sources.writes(read.field());
                yield writes.size() == 1 && !(AbstractValue.bare(writes.getFirst()) instanceof AbstractValue.FieldRead)
                        ? names(writes.getFirst(), sources)
                        : List.of();
            }
            case AbstractValue.Result result -> {
                CallSite call = result.call();
                List<String> texts = IntStream.range(0, call.parameters())
                        .mapToObj(call::text)
                        .flatMap(Optional::stream)
                        .toList();
                yield texts.isEmpty() ? names(call.receiver(), sources) : texts;
            }
            default -> List.of();
        };
    }

    /// Whether a value comes, along calls on what calls return, from a method of this name, as
    /// [CallSite#name()].
    public static boolean comesFrom(AbstractValue value, String name) {
        AbstractValue at = AbstractValue.bare(value);
        while (at instanceof AbstractValue.Result result) {
            if (result.call().name().equals(name)) {
                return true;
            }
            at = AbstractValue.bare(result.call().receiver());
        }
        return false;
    }

    /// The same of one of these names, also where a field keeps it that nothing else is written to.
    public static boolean isFrom(AbstractValue value, Set<String> names, ValueSources sources) {
        return switch (AbstractValue.bare(value)) {
            case AbstractValue.Result result ->
                names.contains(result.call().name()) || isFrom(result.call().receiver(), names, sources);
            case AbstractValue.FieldRead read ->
                !read.field().externallyWritable()
                        && !sources.writes(read.field()).isEmpty()
                        && sources.writes(read.field()).stream()
                                .allMatch(written -> AbstractValue.bare(written) instanceof AbstractValue.Result result
                                        && names.contains(result.call().name()));
            default -> false;
        };
    }
}
