package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.BranchConditions;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import java.lang.reflect.AccessFlag;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Propagates what calls pass along a path: constants, as flags, nulls, enums and objects, and classes of
/// which the caller knows more than the parameter says. Tells which calls do not run with them:
/// `doRead(false)` does not block where the code says `if (block)`. For one thread.
final class ConstantPropagation {

    private final ClassHierarchy hierarchy;
    private final CodeReader reader;
    private final CallGraph graph;
    private final Visibility visibility;
    private final UnsetFields unset;
    private final ConstantResults results;
    private final Map<Method, BranchConditions> known = new HashMap<>();
    private final Map<Method, PathFacts> always = new HashMap<>();
    /// The blocks of methods that run, where nothing is known of what they are given.
    private final Map<Method, BitSet> unconditional = new HashMap<>();

    ConstantPropagation(
            ClassHierarchy hierarchy, CodeReader reader, CallGraph graph, Visibility visibility, UnsetFields unset) {
        this.hierarchy = hierarchy;
        this.reader = reader;
        this.graph = graph;
        this.visibility = visibility;
        this.unset = unset;
        this.results = new ConstantResults(graph, visibility, unset::has, this::isNeverNull);
    }

    /// What a call passes to the next method: constants, and [AbstractValue.Cast]s of an unknown value or of
    /// the caller's own object to a class that it has or extends.
    ///
    /// @param given the same for the caller
    /// @param self class that the caller's own object has or extends; null where that is unknown
    PathFacts passed(CallSite call, Method next, @Nullable Type self, PathFacts given) {
        Map<Integer, AbstractValue> passed = new HashMap<>();
        // What is called back gets arguments of its own.
        if (next.signature() == call.signature() && !next.isLambdaStub()) {
            for (int i = 0; i < call.parameters(); i++) {
                AbstractValue value =
                        passed(call.argument(i), next.signature().parameters().get(i), self, given);
                if (value != AbstractValue.ANY) {
                    passed.put(i, value);
                }
            }
        }
        Set<Field> set = call.isOnItself()
                ? call.caller().isConstructor() ? asked(call.caller()).set(call.offset(), given.set()) : given.set()
                : Set.of();
        return passed.isEmpty() && set.isEmpty() ? PathFacts.NOTHING : new PathFacts(passed, set);
    }

    private AbstractValue passed(AbstractValue argument, String parameter, @Nullable Type self, PathFacts given) {
        return switch (constant(AbstractValue.bare(argument), given)) {
            case AbstractValue.This own
            when self != null && self.below(own.type()) -> new AbstractValue.Cast(own, self);
            case AbstractValue.Any any -> ofClass(argument, any, parameter);
            case AbstractValue.Cast as when as.inner() == AbstractValue.ANY -> ofClass(argument, as, parameter);
            case AbstractValue constant -> constant;
        };
    }

    /// What all callers pass to a method, where they are known: flags, nulls and enums.
    PathFacts always(Method method) {
        return always.computeIfAbsent(method, this::findAlways);
    }

    private PathFacts findAlways(Method method) {
        if (!visibility.packageConfined(method)
                || graph.callers(method).isEmpty()
                || graph.callers(method).stream().anyMatch(call -> call.signature() != method.signature())) {
            return PathFacts.NOTHING;
        }
        Map<Integer, AbstractValue> passed = new HashMap<>();
        for (int i = 0; i < method.signature().parameters().size(); i++) {
            int at = i;
            List<AbstractValue> all = graph.callers(method).stream()
                    .map(call -> constant(AbstractValue.bare(call.argument(at)), PathFacts.NOTHING))
                    .distinct()
                    .toList();
            if (all.size() == 1
                    && (all.getFirst() instanceof AbstractValue.Flag
                            || all.getFirst() instanceof AbstractValue.Null
                            || all.getFirst() instanceof AbstractValue.FieldRead)) {
                passed.put(i, all.getFirst());
            }
        }
        return passed.isEmpty() ? PathFacts.NOTHING : new PathFacts(passed, Set.of());
    }

    // A value of a class that is more specific than the parameter's: `new
    // AbstractValue.Cast(AbstractValue.ANY, type)`.
    private AbstractValue ofClass(AbstractValue argument, AbstractValue given, String parameter) {
        Type declared = AbstractValue.declared(argument, hierarchy);
        Type known = given instanceof AbstractValue.Cast as
                        && (declared == null || as.type().below(declared))
                ? as.type()
                : declared;
        String wanted = Signature.className(parameter);
        return known == null || wanted.isEmpty() || known.name().equals(wanted) || !known.below(hierarchy.type(wanted))
                ? AbstractValue.ANY
                : new AbstractValue.Cast(AbstractValue.ANY, known);
    }

    private AbstractValue constant(AbstractValue argument, PathFacts given) {
        return switch (argument) {
            case AbstractValue.Flag _,
                    AbstractValue.Null _,
                    AbstractValue.New _,
                    AbstractValue.Text _,
                    AbstractValue.This _ -> argument;
            case AbstractValue.FieldRead read when read.field().is(AccessFlag.ENUM) || isNeverNull(read) -> argument;
            case AbstractValue.Parameter parameter -> given.of(parameter);
            default -> AbstractValue.ANY;
        };
    }

    /// Whether a value is certainly not null.
    boolean isNeverNull(AbstractValue value) {
        return isNeverNull(value, Limits.Traces.CONSTANTS);
    }

    private boolean isNeverNull(AbstractValue value, int depth) {
        return switch (value) {
            case AbstractValue.New _, AbstractValue.Text _ -> true;
            case AbstractValue.FieldRead read
            when depth > 0 && read.field().is(AccessFlag.STATIC) && read.field().is(AccessFlag.FINAL) ->
                !graph.writes(read.field()).isEmpty()
                        && graph.writes(read.field()).stream()
                                .allMatch(written -> isNeverNull(AbstractValue.bare(written), depth - 1));
            default -> false;
        };
    }

    /// Whether a call in a method runs, with what the method is given.
    boolean runs(Method method, CallSite call, PathFacts given) {
        BranchConditions branches = asked(method);
        return branches.none() || branches.isIn(call.offset(), live(method, branches, given));
    }

    /// Whether a call in the same method runs where another one returns false, and the method asks for that. It does
    /// not
    /// where a loop goes on until the other one returns true.
    boolean runsUnless(CallSite question, CallSite call) {
        BranchConditions branches = asked(call.caller());
        BranchConditions.Found asked = new BranchConditions.Found(null, question.offset());
        return branches.found().contains(asked)
                && branches.isIn(
                        call.offset(),
                        branches.live(PathFacts.NOTHING::of, other -> other.equals(asked) ? Boolean.FALSE : null));
    }

    /// The calls in a method that run, with what the method is given.
    List<CallSite> live(Method method, PathFacts given) {
        BranchConditions branches = asked(method);
        if (branches.none()) {
            return graph.calls(method);
        }
        BitSet live = live(method, branches, given);
        return graph.calls(method).stream()
                .filter(call -> branches.isIn(call.offset(), live))
                .toList();
    }

    private BitSet live(Method method, BranchConditions branches, PathFacts given) {
        return given == PathFacts.NOTHING
                ? unconditional.computeIfAbsent(method, _ -> findLive(method, branches, given))
                : findLive(method, branches, given);
    }

    private BitSet findLive(Method method, BranchConditions branches, PathFacts given) {
        return branches.live(given::of, asked -> isThere(method, asked, given));
    }

    private @Nullable Boolean isThere(Method method, BranchConditions.Found asked, PathFacts given) {
        if (asked.field() != null) {
            return unset.has(asked.field()) ? Boolean.FALSE : null;
        }
        for (CallSite call : graph.calls(method)) {
            if (call.offset() == asked.call()) {
                return results.of(call, given);
            }
        }
        return null;
    }

    /// Whether a call's own method asks if an object has the class that the call is made on.
    boolean asksForClass(CallSite call) {
        return asked(call.caller()).tests(call.declared());
    }

    private BranchConditions asked(Method method) {
        return known.computeIfAbsent(method, this::branches);
    }

    private BranchConditions branches(Method method) {
        try {
            return reader.branches(method, this::isNeverNull);
        } catch (RuntimeException e) {
            // The class of a switch's table may be damaged in as many ways as there are exceptions.
            hierarchy.unread(method, e);
            return BranchConditions.NONE;
        }
    }
}
