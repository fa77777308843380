package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.ValueSources;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Tells by which calls a value was obtained.
public final class Lookups {

    private Lookups() {}

    /// The calls by which a value was obtained, the last one first: `c`, `b` and `a` of `a().b().c()`.
    ///
    /// @param calls each once: a loop may call a method on what the same call returned before
    /// @param root what the first of them is called on, or the value itself
    private record Chain(Set<CallSite> calls, AbstractValue root) {

        static Chain of(AbstractValue value) {
            Set<CallSite> calls = new LinkedHashSet<>();
            AbstractValue at = AbstractValue.bare(value);
            while (at instanceof AbstractValue.Result result && calls.add(result.call())) {
                at = AbstractValue.bare(result.call().receiver());
            }
            return new Chain(calls, at);
        }

        boolean has(Predicate<String> name) {
            return calls.stream().map(CallSite::name).anyMatch(name);
        }
    }

    /// The string constants that are passed to the call by which a value, or what it was taken from, was
    /// looked up: `"app.core", "load"` of `RT.var("app.core", "load")`, also where a field keeps it.
    public static List<String> names(AbstractValue value, ValueSources sources) {
        Chain chain = Chain.of(value);
        if (texts(chain).isEmpty() && chain.root instanceof AbstractValue.FieldRead read) {
            List<AbstractValue> writes = sources.writes(read.field());
            return writes.size() == 1 ? texts(Chain.of(writes.getFirst())) : List.of();
        }
        return texts(chain);
    }

    private static List<String> texts(Chain chain) {
        return chain.calls.stream()
                .map(call -> IntStream.range(0, call.parameters())
                        .mapToObj(call::text)
                        .flatMap(Optional::stream)
                        .toList())
                .filter(texts -> !texts.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /// Whether a value comes, along calls on what calls return, from a method of this name, as
    /// [CallSite#name()].
    public static boolean comesFrom(AbstractValue value, String name) {
        return Chain.of(value).has(name::equals);
    }

    /// The same of one of these names, also where a field keeps it that nothing else is written to.
    public static boolean isFrom(AbstractValue value, Set<String> names, ValueSources sources) {
        Chain chain = Chain.of(value);
        return chain.has(names::contains)
                || chain.root instanceof AbstractValue.FieldRead read
                        && !read.field().externallyWritable()
                        && !sources.writes(read.field()).isEmpty()
                        && sources.writes(read.field()).stream()
                                .allMatch(written -> AbstractValue.bare(written) instanceof AbstractValue.Result result
                                        && names.contains(result.call().name()));
    }
}
