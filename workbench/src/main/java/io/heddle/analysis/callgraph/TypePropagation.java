package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.VirtualCall;
import io.heddle.analysis.reach.Visibility;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Finds the exact classes that the values of fields, the results of methods and the parameters of
/// effectively internal methods may have, from all that reached code writes, returns and passes: subset
/// constraints, solved until nothing changes. Context and flow insensitive. Safe for threads once it is made.
public final class TypePropagation {

    private static final String REST = "Lclojure/lang/ISeq;";

    private final ReachableCode code;
    private final Visibility visibility;
    private final SideTable<Field, TypeSet> fields = new SideTable<>();
    private final SideTable<Method, TypeSet> returned;
    private final SideTable<Method, List<TypeSet>> passed;
    private final Map<VirtualCall, List<Method>> knownByCallers = new ConcurrentHashMap<>();

    /// @param methods how many methods have a number
    public TypePropagation(ReachableCode code, Visibility visibility, int methods) {
        this.code = code;
        this.visibility = visibility;
        this.returned = new SideTable<>(methods);
        this.passed = new SideTable<>(methods);
        for (Method method : code.methods()) {
            returned.put(method, new TypeSet());
            for (MethodFacts.Write write : code.facts(method).writes()) {
                fields.computeIfAbsent(write.field(), TypeSet::new);
            }
        }
        code.outside().forEach(write -> fields.computeIfAbsent(write.field(), TypeSet::new));
        solve(constraints());
    }

    // By all threads. In the order of the methods: the first classes that a field is known to hold stay the
    // first.
    private List<SubsetConstraint> constraints() {
        Stream<SubsetConstraint> kept = code.methods().parallelStream().mapMulti(this::kept);
        Stream<SubsetConstraint> handed = code.methods().parallelStream()
                .filter(method -> !method.owner().isJdk())
                .mapMulti(this::handed);
        Stream<SubsetConstraint> outside = code.outside().stream()
                .mapMulti((write, constraints) ->
                        SubsetConstraint.add(fields.get(write.field(), TypeSet.ANY), write.value(), constraints));
        return Stream.of(kept, handed, outside).flatMap(one -> one).toList();
    }

    /// The classes of a value are among those of a field, a result or a parameter.
    private record SubsetConstraint(TypeSet into, AbstractValue value) {

        /// Adds a constraint where there is anything to propagate.
        static void add(TypeSet into, AbstractValue value, Consumer<SubsetConstraint> constraints) {
            switch (AbstractValue.bare(value)) {
                case AbstractValue.Any _, AbstractValue.Flag _, AbstractValue.Typed _, AbstractValue.Text _ ->
                    into.widen();
                case AbstractValue.Null _ -> {}
                case AbstractValue.This _,
                        AbstractValue.New _,
                        AbstractValue.FieldRead _,
                        AbstractValue.Result _,
                        AbstractValue.Cast _,
                        AbstractValue.Union _,
                        AbstractValue.Parameter _,
                        AbstractValue.Captured _ -> constraints.accept(new SubsetConstraint(into, value));
            }
        }

        /// @return whether that changed anything
        boolean propagate(TypePropagation types) {
            return into.add(types.of(value));
        }

        /// Whether it may have to be propagated again.
        boolean isOpenEnded() {
            return !into.isExternal() && depends(value);
        }

        private static boolean depends(AbstractValue value) {
            return switch (value) {
                case AbstractValue.FieldRead _,
                        AbstractValue.Result _,
                        AbstractValue.Parameter _,
                        AbstractValue.Captured _ -> true;
                case AbstractValue.Cast cast -> depends(cast.inner());
                case AbstractValue.Union union -> union.members().stream().anyMatch(SubsetConstraint::depends);
                default -> false;
            };
        }
    }

    // What is written to fields and returned.
    private void kept(Method method, Consumer<SubsetConstraint> constraints) {
        for (MethodFacts.Write write : code.facts(method).writes()) {
            SubsetConstraint.add(fields.get(write.field(), TypeSet.ANY), write.value(), constraints);
        }
        for (AbstractValue value : code.facts(method).returns()) {
            SubsetConstraint.add(returned.get(method, TypeSet.ANY), value, constraints);
        }
    }

    // What is passed to methods whose callers are known.
    private void handed(Method method, Consumer<SubsetConstraint> constraints) {
        for (CallSite call : code.facts(method).calls()) {
            called(call).forEach(target -> pass(call, target, constraints));
        }
    }

    // In rounds, each in the order of the constraints. One is looked at again only where one of its sources
    // changed.
    private void solve(List<SubsetConstraint> constraints) {
        List<SubsetConstraint> open = new ArrayList<>();
        for (SubsetConstraint constraint : constraints) {
            constraint.propagate(this);
            // Most are done at once.
            if (constraint.isOpenEnded()) {
                open.add(constraint);
            }
        }
        Map<TypeSet, List<Integer>> readers = readers(open);
        BitSet due = new BitSet();
        due.set(0, open.size());
        boolean changed = true;
        for (int round = 1; changed && round < Limits.Calls.ROUNDS; round++) {
            changed = false;
            for (int at = due.nextSetBit(0); at >= 0; at = due.nextSetBit(at + 1)) {
                due.clear(at);
                SubsetConstraint constraint = open.get(at);
                if (constraint.propagate(this)) {
                    changed = true;
                    readers.getOrDefault(constraint.into, List.of()).forEach(due::set);
                }
            }
        }
        if (changed) {
            open.forEach(constraint -> constraint.into.widen());
        }
    }

    // By each field, result or parameter the constraints that read it, as their places in the list.
    private Map<TypeSet, List<Integer>> readers(List<SubsetConstraint> open) {
        Map<TypeSet, List<Integer>> readers = new HashMap<>();
        for (int i = 0; i < open.size(); i++) {
            Integer at = i;
            sources(
                    open.get(i).value,
                    source -> readers.computeIfAbsent(source, _ -> new ArrayList<>(2))
                            .add(at));
        }
        return readers;
    }

    // All that may change of what the classes of a value depend on.
    private void sources(AbstractValue value, Consumer<TypeSet> sources) {
        switch (value) {
            case AbstractValue.FieldRead read -> sources.accept(fields.get(read.field(), TypeSet.NONE));
            case AbstractValue.Result result -> sources(result.call(), sources);
            case AbstractValue.Cast cast -> sources(cast.inner(), sources);
            case AbstractValue.Union union -> union.members().forEach(member -> sources(member, sources));
            case AbstractValue.Parameter parameter -> {
                List<TypeSet> all = passed.get(parameter.method(), List.of());
                if (!all.isEmpty()) {
                    sources.accept(all.get(parameter.index()));
                }
            }
            case AbstractValue.Captured captured -> sources(captured.parameter(), sources);
            default -> {}
        }
    }

    private void sources(CallSite call, Consumer<TypeSet> sources) {
        Method direct = code.direct(call);
        if (direct != null) {
            sources.accept(returned.get(direct, TypeSet.NONE));
        } else if (call.how() == How.VIRTUAL && code.isFollowed(call)) {
            few(call).forEach(target -> sources.accept(returned.get(target, TypeSet.NONE)));
        }
    }

    // What a virtual call runs; none where that are too many.
    private List<Method> few(CallSite call) {
        VirtualCall virtual = code.virtual(call);
        return virtual == null || virtual.targets().size() > Limits.Calls.TARGETS_FOR_RESULT
                ? List.of()
                : virtual.targets();
    }

    // Of what a call runs, the methods whose callers are known.
    private List<Method> called(CallSite call) {
        if (call.signature().parameters().isEmpty() || !code.isFollowed(call)) {
            return List.of();
        }
        Method direct = code.direct(call);
        if (direct != null) {
            return visibility.knownByCallers(direct) ? direct.alone() : List.of();
        }
        VirtualCall virtual = code.virtual(call);
        // What any function may be handed says nothing of one.
        if (virtual != null && virtual.targets().size() > Limits.Calls.TARGETS && ClojureCalls.isOnFunction(call)) {
            return List.of();
        }
        // A method that all classes have is called by many and has many targets, of which these are few.
        return virtual == null
                ? List.of()
                : knownByCallers.computeIfAbsent(
                        virtual,
                        one -> one.targets().stream()
                                .filter(visibility::knownByCallers)
                                .toList());
    }

    private void pass(CallSite call, Method target, Consumer<SubsetConstraint> constraints) {
        List<String> parameters = target.signature().parameters();
        List<TypeSet> into = parametersOf(target);
        for (int i = 0; i < parameters.size(); i++) {
            // Nothing is followed of arrays and primitives, nor of what is put into the rest of a variadic function.
            SubsetConstraint.add(
                    into.get(i),
                    parameters.get(i).startsWith("L") && !isRest(call, i, target)
                            ? call.argument(i)
                            : AbstractValue.ANY,
                    constraints);
        }
    }

    private static boolean isRest(CallSite call, int parameter, Method target) {
        return target.owner().isClojureFunction()
                && (call.parameters() <= parameter
                        || call.signature().name().equals("applyTo")
                        || target.signature().parameters().get(parameter).equals(REST)
                                && !call.signature().parameters().get(parameter).equals(REST));
    }

    private List<TypeSet> parametersOf(Method target) {
        synchronized (target) {
            return passed.computeIfAbsent(
                    target,
                    () -> target.signature().parameters().stream()
                            .map(_ -> new TypeSet(Limits.Calls.CLASSES_OF_PARAMETER))
                            .toList());
        }
    }

    /// The classes that a value may have.
    public TypeSet of(AbstractValue value) {
        // Where it has one source this is the source's own set, so that nothing is copied.
        return switch (value) {
            // The most frequent first: the JVM tests one after the other.
            case AbstractValue.Result result -> of(result.call());
            case AbstractValue.Parameter parameter -> passed(parameter);
            case AbstractValue.New made -> TypeSet.of(made.type());
            case AbstractValue.FieldRead read -> {
                TypeSet types = fields.get(read.field(), TypeSet.NONE);
                yield read.field().externallyWritable() ? types.orAny() : types.ifClosed();
            }
            case AbstractValue.Cast cast -> of(cast.inner()).ifClosed();
            case AbstractValue.Union union -> {
                TypeSet all = new TypeSet(Limits.Calls.CLASSES_OF_PARAMETER);
                union.members().forEach(member -> all.add(of(member)));
                yield all;
            }
            case AbstractValue.Captured captured -> passed(captured.parameter());
            case AbstractValue.This self -> below(self.type());
            case AbstractValue.Any _, AbstractValue.Flag _, AbstractValue.Typed _, AbstractValue.Text _ -> TypeSet.ANY;
            case AbstractValue.Null _ -> TypeSet.NONE;
        };
    }

    // A library's own object has its class, or one below it that is known code.
    private TypeSet below(Type type) {
        List<Type> below = code.instantiatedBelow(type);
        if (type.isJdk() || type.isAbstract() && below.isEmpty()) {
            return TypeSet.ANY;
        }
        TypeSet types = new TypeSet(Limits.Calls.CLASSES_OF_PARAMETER);
        below.forEach(types::add);
        return below.isEmpty() ? TypeSet.of(type) : types;
    }

    private TypeSet passed(AbstractValue.Parameter parameter) {
        Method method = parameter.method();
        List<TypeSet> all = passed.get(method, List.of());
        return !all.isEmpty()
                ? all.get(parameter.index()).ifClosed()
                : !method.owner().isJdk() && !method.isAnnotated() && isHandedNothing(method)
                        ? TypeSet.NONE
                        : TypeSet.ANY;
    }

    /// Whether no caller is known that hands it anything, though all callers are.
    boolean isHandedNothing(Method method) {
        return passed.get(method, List.of()).isEmpty()
                && visibility.effectivelyInternal(method)
                && !method.is(AccessFlag.PROTECTED);
    }

    private TypeSet of(CallSite call) {
        if (!code.isFollowed(call)) {
            return TypeSet.ANY;
        }
        Method direct = code.direct(call);
        if (direct != null) {
            return returned(direct);
        }
        List<Method> targets = few(call);
        if (call.how() != How.VIRTUAL || targets.isEmpty()) {
            return TypeSet.ANY;
        }
        TypeSet all = new TypeSet(Limits.Calls.CLASSES_OF_PARAMETER);
        targets.forEach(target -> all.add(returned(target)));
        return all;
    }

    private TypeSet returned(Method method) {
        return method.isNative()
                        || method.isAbstract()
                        || code.facts(method) == MethodFacts.NONE
                        || method.isLambdaStub()
                ? TypeSet.ANY
                : returned.get(method, TypeSet.NONE).ifClosed();
    }
}
