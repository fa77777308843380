package io.heddle.analysis.intra;

import io.heddle.analysis.intra.AbstractValue.FieldRead;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.DamagedClass;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Interprets methods one by one, and keeps what those of one class share: its constant pool, and one origin
/// for each field. Safe for threads.
public final class CodeReader {

    private final ClassHierarchy hierarchy;
    private final Map<Type, ConstantPool> pools = new ConcurrentHashMap<>();
    private final Map<Field, FieldRead> reads = new ConcurrentHashMap<>();
    private final DeadBranchPruner pruner;
    private final ClojureVars vars;
    private final ClojureData data;

    public CodeReader(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
        this.pruner = new DeadBranchPruner(hierarchy.releases());
        this.vars = new ClojureVars(hierarchy);
        this.data = new ClojureData(hierarchy);
    }

    /// What the code of a method does; [MethodFacts#NONE] where it has none.
    ///
    /// @throws DamagedClass when the code is damaged
    public MethodFacts interpret(Method method) {
        return read(method, () -> {
            synchronized (method.owner()) {
                return AbstractInterpreter.interpret(this, method);
            }
        });
    }

    // Code may be damaged in as many ways as there are exceptions. What fails is told as the class's, so that whoever
    // asks, in whichever phase, can go on without it.
    private static <T> T read(Method method, Supplier<T> code) {
        try {
            return code.get();
        } catch (DamagedClass known) {
            throw known;
        } catch (RuntimeException | StackOverflowError e) {
            throw new DamagedClass(
                    method.owner().artifact(),
                    method.owner().name(),
                    method.owner().isJdk(),
                    e);
        }
    }

    /// The branches of a method that what it is given decides; none where it has no code.
    ///
    /// @param neverNull whether a value is certainly an object
    /// @throws DamagedClass when the code is damaged, or that of the table of one of its switches
    public BranchConditions branches(Method method, Predicate<AbstractValue> neverNull) {
        return read(method, () -> AbstractInterpreter.branches(this, method, neverNull));
    }

    /// The instructions of a method that enter a monitor, in the order of the code; none where it has no code.
    ///
    /// @throws DamagedClass when the code is damaged
    public List<MethodFacts.MonitorEnter> monitors(Method method) {
        return read(method, () -> {
            synchronized (method.owner()) {
                return AbstractInterpreter.monitors(this, method);
            }
        });
    }

    /// The field that a value is read from, also where a method reads it that javac wrote for a private field of
    /// another class of the same file; null where it is no field.
    ///
    /// @throws DamagedClass when the code of that method is damaged
    public @Nullable Field field(AbstractValue value) {
        AbstractValue bare = AbstractValue.bare(value);
        if (bare instanceof AbstractValue.Result result) {
            Method accessor = accessor(result.call());
            List<AbstractValue> returns =
                    accessor == null ? List.of() : interpret(accessor).returns();
            return returns.size() == 1 && returns.getFirst() instanceof FieldRead read ? read.field() : null;
        }
        return bare instanceof FieldRead read ? read.field() : null;
    }

    /// The method that a call runs which javac wrote for a private field of another class of the same file; null where
    /// it runs another.
    public static @Nullable Method accessor(CallSite call) {
        Method accessor = call.how() == CallSite.How.STATIC ? call.declared().method(call.signature()) : null;
        return accessor != null && accessor.is(AccessFlag.SYNTHETIC) ? accessor : null;
    }

    ClassHierarchy hierarchy() {
        return hierarchy;
    }

    DeadBranchPruner pruner() {
        return pruner;
    }

    ClojureVars vars() {
        return vars;
    }

    ClojureData data() {
        return data;
    }

    ConstantPool pool(Type owner) {
        ConstantPool known = pools.get(owner);
        return known == null ? pools.computeIfAbsent(owner, type -> new ConstantPool(hierarchy, type)) : known;
    }

    /// The one value that reads of a field are.
    FieldRead read(Field field) {
        FieldRead known = reads.get(field);
        return known == null ? reads.computeIfAbsent(field, FieldRead::new) : known;
    }
}
