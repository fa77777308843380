package io.heddle.analysis.reach;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels.Model;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of [RapidTypeAnalysis]: which methods may run, what their code does, and of which classes there
/// are objects. Only that phase writes to it.
public final class ReachableCode {

    /// Static calls of a method, by whom.
    private static final class StaticCalls {

        int count;
        boolean byOthers;
    }

    private final List<Method> methods = new ArrayList<>();
    private final BitSet reached = new BitSet();
    private final SideTable<Method, MethodFacts> facts = new SideTable<>();
    private final SideTable<Field, List<AbstractValue>> writes = new SideTable<>();
    private final List<MethodFacts.Write> outside = new ArrayList<>();
    private final SideTable<Type, List<Type>> instantiatedBelow = new SideTable<>();
    private final SideTable<CallSite, BlockingKind> kinds = new SideTable<>();
    private final BitSet skipped = new BitSet();
    private final SideTable<CallSite, Method> direct = new SideTable<>();
    private final SideTable<CallSite, VirtualCall> virtual = new SideTable<>();
    private final SideTable<Method, StaticCalls> staticCalls = new SideTable<>();

    ReachableCode() {}

    boolean reach(Method method) {
        boolean first = !reached.get(method.id());
        if (first) {
            reached.set(method.id());
            methods.add(method);
        }
        return first;
    }

    void interpreted(Method method, MethodFacts does) {
        facts.put(method, does);
        does.stubs().forEach(stub -> facts.put(stub.method(), stub.facts()));
        does.writes()
                .forEach(write -> writes.computeIfAbsent(write.field(), () -> new ArrayList<>(1))
                        .add(write.value()));
    }

    void written(MethodFacts.Write write) {
        writes.computeIfAbsent(write.field(), () -> new ArrayList<>(1)).add(write.value());
        outside.add(write);
    }

    /// Writes to roots of Clojure's vars by the initialisers of namespaces, of which nothing else is reached.
    public List<MethodFacts.Write> outside() {
        return outside;
    }

    void instantiated(Type type, Type above) {
        instantiatedBelow.computeIfAbsent(above, () -> new ArrayList<>(1)).add(type);
    }

    void model(CallSite call, Model model) {
        if (model.kind() != null) {
            kinds.put(call, model.kind());
        }
        if (model.skipped()) {
            skipped.set(call.id());
        }
    }

    void runs(CallSite call, Method method) {
        direct.put(call, method);
    }

    void runs(CallSite call, VirtualCall one) {
        virtual.put(call, one);
    }

    void callsStatically(Method caller, Method called) {
        StaticCalls calls = staticCalls.computeIfAbsent(called, StaticCalls::new);
        calls.byOthers |= !caller.owner().artifact().equals(called.owner().artifact());
        calls.count++;
    }

    /// All methods that may run, in the order in which they were found. The first result of a phase that
    /// looks at them one by one stays the first.
    public List<Method> methods() {
        return methods;
    }

    public boolean isReached(Method method) {
        return reached.get(method.id());
    }

    /// What the code of a method does; [MethodFacts#NONE] where it has none or is not reached.
    public MethodFacts facts(Method method) {
        return facts.get(method, MethodFacts.NONE);
    }

    /// What reached code writes to a field.
    public List<AbstractValue> writes(Field field) {
        return writes.get(field, List.of());
    }

    /// The classes below a type, and the type itself, of which reached code makes objects.
    public List<Type> instantiatedBelow(Type type) {
        return instantiatedBelow.get(type, List.of());
    }

    /// Whether what a call runs tells what it does, since the models do not.
    public boolean isFollowed(CallSite call) {
        return kinds.get(call) == null && !skipped.get(call.id());
    }

    /// A copy of what calls block for, as the models tell.
    ///
    /// @param size how many calls have a number
    public SideTable<CallSite, BlockingKind> kinds(int size) {
        return kinds.copy(size);
    }

    /// A copy of the numbers of the calls that are not followed, as the models tell.
    public BitSet skipped() {
        return (BitSet) skipped.clone();
    }

    /// The one method that a call runs, where its receiver's class is certain or it needs none; else null.
    public @Nullable Method direct(CallSite call) {
        return direct.get(call);
    }

    /// What a virtual call may run; null where [#direct(CallSite)] tells, and for calls that are not
    /// followed.
    public @Nullable VirtualCall virtual(CallSite call) {
        return virtual.get(call);
    }

    /// How many static calls in the method's own artifact run it; 0 where another artifact has one as well.
    int staticCallsWithin(Method method) {
        StaticCalls calls = staticCalls.get(method);
        return calls == null || calls.byOthers ? 0 : calls.count;
    }
}
