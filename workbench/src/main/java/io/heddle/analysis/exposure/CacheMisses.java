package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.BranchConditions;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the calls that run only while a cache has no value: in `Object v = map.get(key); if (v == null) { v =
/// make(key); map.put(key, v); }` the call of `make`. A flag that says that something was done is a cache too.
///
/// A cache is a field that lasts: it is empty for each request if requests make the object that has the field, or drop
/// what the field keeps. For one thread.
final class CacheMisses {

    private static final Set<String> KEEPERS = Names.of("jdk", "keepers");
    private static final Set<String> LOOKS_UP = Names.of("jdk", "looks up");
    private static final Set<String> KEEPS = Names.of("jdk", "keeps");
    private static final Set<String> MAKES = Names.of("jdk", "makes what is missing");
    private static final Set<String> DROPS = Names.of("jdk", "drops");

    private final ClassHierarchy hierarchy;
    private final CodeReader reader;
    private final CallGraph graph;
    private final SideTable<Method, List<Miss>> misses = new SideTable<>();
    private final Map<Method, Set<Field>> looked = new HashMap<>();
    private final Map<Method, Set<Field>> filled = new HashMap<>();
    /// Classes of which requests make objects, and those above them.
    private final Set<Type> made = new HashSet<>();
    /// Fields of which requests drop what they keep.
    private final Set<Field> dropped = new HashSet<>();
    private final Set<Method> seen = new HashSet<>();

    /// What runs only while some fields keep no value.
    ///
    /// @param caches the fields
    /// @param calls in one method
    private record Miss(Set<Field> caches, Set<CallSite> calls) {}

    CacheMisses(ClassHierarchy hierarchy, CodeReader reader, CallGraph graph) {
        this.hierarchy = hierarchy;
        this.reader = reader;
        this.graph = graph;
    }

    /// Learns what requests run, of which caches do not last.
    ///
    /// @return whether that is more than before
    boolean learn(Collection<Method> often) {
        int before = made.size() + dropped.size();
        often.stream().filter(seen::add).forEach(method -> {
            MethodFacts facts = graph.facts(method);
            facts.created().forEach(type -> made.addAll(type.above()));
            facts.writes().stream()
                    .filter(write -> AbstractValue.isNothing(write.value()))
                    .forEach(write -> dropped.add(write.field()));
            facts.calls().stream()
                    .filter(call -> isOfKeeper(call, DROPS))
                    .forEach(call -> dropped.addAll(keepers(call.receiver(), 0)));
        });
        return made.size() + dropped.size() > before;
    }

    private boolean lasts(Field field) {
        return !dropped.contains(field) && (field.is(AccessFlag.STATIC) || !made.contains(field.owner()));
    }

    /// Whether a call runs only while a cache has no value.
    boolean isBehindMiss(CallSite call) {
        for (Miss miss : misses(call.caller())) {
            if (miss.calls.contains(call) && miss.caches.stream().anyMatch(this::lasts)) {
                return true;
            }
        }
        return false;
    }

    /// Whether what a call calls back runs only while a cache has no value.
    boolean isBehindMiss(CallSite call, Callback callback) {
        return isRunOnMiss(call, callback.use().parameter(), Limits.Exposure.CACHE);
    }

    private boolean makesWhatIsMissing(CallSite call) {
        return isOfKeeper(call, MAKES) && keepers(call.receiver(), 0).stream().anyMatch(this::lasts);
    }

    /// Whether a lambda that a method makes is handed only to code that runs it while a cache has no value.
    boolean isLoader(Method maker, Type lambda) {
        MethodFacts facts = graph.facts(maker);
        List<Boolean> uses = facts.calls().stream()
                .flatMap(call -> IntStream.range(0, call.parameters())
                        .filter(i -> isMade(call.argument(i), lambda))
                        .mapToObj(i -> isRunOnMiss(call, i, Limits.Exposure.CACHE)))
                .toList();
        return !uses.isEmpty()
                && !uses.contains(false)
                && facts.writes().stream().noneMatch(write -> isMade(write.value(), lambda))
                && facts.returns().stream().noneMatch(value -> isMade(value, lambda));
    }

    private static boolean isMade(AbstractValue value, Type type) {
        return origins(value).anyMatch(one -> one instanceof AbstractValue.New made && made.type() == type);
    }

    // Whether the object that a call is given is asked for a value only on a miss.
    private boolean isRunOnMiss(CallSite call, int argument, int calls) {
        if (makesWhatIsMissing(call)) {
            return true;
        }
        List<Method> targets = graph.targets(call);
        if (calls == 0 || targets.size() != 1) {
            return false;
        }
        Method target = targets.getFirst();
        List<Boolean> uses = graph.calls(target).stream()
                .flatMap(inside -> Stream.concat(
                        AbstractValue.isParameter(inside.receiver(), target, argument)
                                ? Stream.of(isBehindMiss(inside))
                                : Stream.empty(),
                        IntStream.range(0, inside.parameters())
                                .filter(i -> AbstractValue.isParameter(inside.argument(i), target, argument))
                                .mapToObj(i -> isBehindMiss(inside) || isRunOnMiss(inside, i, calls - 1))))
                .toList();
        return !uses.isEmpty() && !uses.contains(false);
    }

    private List<Miss> misses(Method method) {
        List<Miss> known = misses.get(method);
        if (known == null) {
            known = mayLookUp(method) ? find(method) : List.of();
            misses.put(method, known);
        }
        return known;
    }

    // Spares most methods to be interpreted again.
    private boolean mayLookUp(Method method) {
        MethodFacts facts = graph.facts(method);
        return facts.calls().stream()
                        .anyMatch(call -> call.isAnswered()
                                && !lookedUp(call, Limits.Exposure.CACHE).isEmpty())
                || facts.writes().stream()
                        .anyMatch(write -> !write.onEveryReturnPath() && !AbstractValue.isNothing(write.value()));
    }

    private List<Miss> find(Method method) {
        BranchConditions branches;
        try {
            branches = reader.branches(method, _ -> false);
        } catch (RuntimeException e) {
            // The class of a switch's table may be damaged in as many ways as there are exceptions.
            hierarchy.unread(method, e);
            return List.of();
        }
        if (branches.found().isEmpty()) {
            return List.of();
        }
        BitSet all = branches.live(_ -> AbstractValue.ANY, _ -> null);
        return branches.found().stream()
                .filter(branches::returnsWith)
                .filter(found -> found.field() == null
                        || Signature.isReference(found.field().descriptor())
                        || branches.records(found))
                .map(found -> new Miss(caches(method, found), behind(method, branches, all, found)))
                .filter(miss -> !miss.caches.isEmpty() && !miss.calls.isEmpty())
                .map(miss -> new Miss(filled(method, miss), miss.calls))
                .filter(miss -> !miss.caches.isEmpty())
                .toList();
    }

    private Set<Field> caches(Method method, BranchConditions.Found found) {
        return found.field() != null
                ? Set.of(found.field())
                : graph.calls(method).stream()
                        .filter(call -> call.offset() == found.call())
                        .findFirst()
                        .map(call -> lookedUp(call, Limits.Exposure.CACHE))
                        .orElse(Set.of());
    }

    private Set<CallSite> behind(Method method, BranchConditions branches, BitSet all, BranchConditions.Found found) {
        BitSet live = branches.live(found);
        return graph.calls(method).stream()
                .filter(call -> branches.isIn(call.offset(), all) && !branches.isIn(call.offset(), live))
                .collect(Collectors.toSet());
    }

    // Those of its caches in which the method, or what it calls on the miss, keeps a value.
    private Set<Field> filled(Method method, Miss miss) {
        Set<Field> filled = new HashSet<>(filled(method));
        Set<Method> next = targets(miss.calls.stream());
        for (int calls = 0; calls < Limits.Exposure.CACHE; calls++) {
            next.forEach(target -> filled.addAll(filled(target)));
            next = targets(next.stream().flatMap(target -> graph.calls(target).stream()));
        }
        filled.retainAll(miss.caches);
        return filled;
    }

    private Set<Method> targets(Stream<CallSite> calls) {
        return calls.flatMap(call -> graph.targets(call).stream()).collect(Collectors.toSet());
    }

    private Set<Field> filled(Method method) {
        return filled.computeIfAbsent(method, _ -> {
            Set<Field> fields = new HashSet<>();
            MethodFacts facts = graph.facts(method);
            if (!method.isConstructor()) {
                facts.writes().stream()
                        .filter(write -> !AbstractValue.isNothing(write.value()))
                        .forEach(write -> fields.add(write.field()));
            }
            facts.calls().stream()
                    .filter(call -> isOfKeeper(call, KEEPS) || keeps(call))
                    .forEach(call -> fields.addAll(keepers(call.receiver(), 0)));
            return fields;
        });
    }

    // The fields that keep a value, as far as it comes from a field or from look-ups. A loop may look up in what the
    // same call returned before.
    private Set<Field> keepers(AbstractValue value, int calls) {
        Set<Field> fields = new HashSet<>();
        Set<CallSite> asked = new HashSet<>();
        Deque<AbstractValue> open = new ArrayDeque<>(List.of(value));
        while (!open.isEmpty()) {
            origins(open.poll()).forEach(one -> {
                if (one instanceof AbstractValue.FieldRead read) {
                    fields.add(read.field());
                } else if (one instanceof AbstractValue.Result result && asked.add(result.call())) {
                    if (isOfKeeper(result.call(), LOOKS_UP)) {
                        open.add(result.call().receiver());
                    } else {
                        fields.addAll(answered(result.call(), calls));
                    }
                }
            });
        }
        return fields;
    }

    private Set<Field> lookedUp(CallSite call, int calls) {
        return isOfKeeper(call, LOOKS_UP) ? keepers(call.receiver(), calls) : answered(call, calls);
    }

    private Set<Field> answered(CallSite call, int calls) {
        if (call.declared().isJdk()) {
            return Set.of();
        }
        Set<Field> fields = new HashSet<>();
        if (call.parameters() > 0 && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read) {
            fields.add(read.field());
        }
        List<Method> targets = calls == 0 ? List.of() : graph.targets(call);
        if (targets.size() == 1) {
            fields.addAll(returned(targets.getFirst(), calls));
        }
        return fields;
    }

    // A cache of another library is asked by a key, and takes the key with a value and tells nothing.
    private static boolean keeps(CallSite call) {
        return call.parameters() > 1
                && !call.isAnswered()
                && !call.declared().isJdk()
                && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead;
    }

    private Set<Field> returned(Method method, int calls) {
        // Of a method that is asked at several depths the first answer stands.
        Set<Field> known = looked.get(method);
        if (known == null) {
            looked.put(method, Set.of());
            Set<Field> found = new HashSet<>();
            graph.returns(method).forEach(value -> found.addAll(keepers(value, calls - 1)));
            looked.put(method, found);
            known = found;
        }
        return known;
    }

    private static boolean isOfKeeper(CallSite call, Set<String> names) {
        return names.contains(call.signature().name())
                && call.declared().isJdk()
                && call.declared().isBelowAny(KEEPERS);
    }

    private static Stream<AbstractValue> origins(AbstractValue value) {
        return AbstractValue.members(AbstractValue.bare(value)).stream().map(AbstractValue::bare);
    }
}
