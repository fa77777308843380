package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Tells of calls that always return the same: a flag, null, or an object, as `boolean hasContent() { return false; }`
/// and the getter of a field that nothing sets do. For one thread.
final class ConstantResults {

    private final CallGraph graph;
    private final Visibility visibility;
    private final Predicate<Field> unset;
    private final Predicate<AbstractValue> neverNull;
    private final Map<Method, Optional<Boolean>> known = new HashMap<>();

    /// @param unset which fields are 0 or null
    /// @param neverNull which values are certainly not null
    ConstantResults(
            CallGraph graph, Visibility visibility, Predicate<Field> unset, Predicate<AbstractValue> neverNull) {
        this.graph = graph;
        this.visibility = visibility;
        this.unset = unset;
        this.neverNull = neverNull;
    }

    /// Whether a call returns true or an object; null where that is not known.
    ///
    /// @param given what is known of what its caller was given
    @Nullable
    Boolean of(CallSite call, PathFacts given) {
        return returned(runs(call, given), Limits.Traces.RESULTS);
    }

    private @Nullable Boolean returned(List<Method> methods, int depth) {
        return agreed(methods, method -> of(method, depth));
    }

    // All that it may run; empty where that is not known.
    private List<Method> runs(CallSite call, PathFacts given) {
        if (call.how() == CallSite.How.VIRTUAL
                && AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter parameter
                && given.of(parameter) instanceof AbstractValue.New made
                && !made.type().isLambda()) {
            Method method = made.type().resolve(call.signature());
            return method == null ? List.of() : List.of(method);
        }
        List<Method> targets = graph.unknownTargets(call) > 0 ? List.of() : graph.targets(call);
        return targets.stream().allMatch(target -> isAll(call, target)) ? targets : List.of();
    }

    // Whether no code that is not here can put another method in its place.
    private boolean isAll(CallSite call, Method target) {
        return call.how() != CallSite.How.VIRTUAL
                || target.is(AccessFlag.FINAL)
                || target.owner().is(AccessFlag.FINAL)
                || visibility.isWhole() && isHere(call.declared())
                || visibility.packageConfined(target);
    }

    private static boolean isHere(Type type) {
        return type.isWhole() && !type.isJdk();
    }

    private @Nullable Boolean of(Method method, int depth) {
        Optional<Boolean> before = known.get(method);
        if (before != null) {
            return before.orElse(null);
        }
        // In a cycle of calls nothing is known.
        known.put(method, Optional.empty());
        Boolean found = method.owner().isJdk() || method.isLambdaStub() || method.isAbstract() || method.isNative()
                ? null
                : all(graph.returns(method), depth);
        known.put(method, Optional.ofNullable(found));
        return found;
    }

    private @Nullable Boolean all(List<AbstractValue> values, int depth) {
        return agreed(values, value -> of(value, depth));
    }

    // What holds of each; null where they differ, where one is not known, and of none.
    private static <T> @Nullable Boolean agreed(List<T> all, Function<T, @Nullable Boolean> answer) {
        Boolean first = all.isEmpty() ? null : answer.apply(all.getFirst());
        return first != null && all.stream().allMatch(one -> first.equals(answer.apply(one))) ? first : null;
    }

    private @Nullable Boolean of(AbstractValue value, int depth) {
        AbstractValue bare = AbstractValue.bare(value);
        return switch (bare) {
            case AbstractValue.Flag flag -> flag.set();
            case AbstractValue.Null _ -> false;
            case AbstractValue.New _, AbstractValue.Text _, AbstractValue.This _ -> true;
            case AbstractValue.FieldRead read ->
                unset.test(read.field()) ? Boolean.FALSE : neverNull.test(read) ? Boolean.TRUE : null;
            case AbstractValue.Union union -> all(union.members(), depth);
            case AbstractValue.Result result
            when depth > 0 -> returned(runs(result.call(), PathFacts.NOTHING), depth - 1);
            default -> null;
        };
    }
}
