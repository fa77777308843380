package io.heddle.analysis.intra;

import io.heddle.analysis.intra.AbstractValue.FieldRead;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Interprets methods one by one, and keeps what those of one class share: its constant pool, and one origin
/// for each field. Safe for threads.
public final class CodeReader {

    private final ClassHierarchy hierarchy;
    private final Map<Type, ConstantPool> pools = new ConcurrentHashMap<>();
    private final Map<Field, FieldRead> reads = new ConcurrentHashMap<>();
    private final DeadBranchPruner pruner;

    public CodeReader(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
        this.pruner = new DeadBranchPruner(hierarchy.releases());
    }

    /// What the code of a method does; [MethodFacts#NONE] where it has none.
    ///
    /// @throws RuntimeException of any kind when the code is damaged
    public MethodFacts interpret(Method method) {
        synchronized (method.owner()) {
            return AbstractInterpreter.interpret(this, method);
        }
    }

    /// The branches of a method that what it is given decides; none where it has no code.
    ///
    /// @param neverNull whether a value is certainly an object
    /// @throws RuntimeException of any kind when the code is damaged
    public BranchConditions branches(Method method, Predicate<AbstractValue> neverNull) {
        return AbstractInterpreter.branches(this, method, neverNull);
    }

    ClassHierarchy hierarchy() {
        return hierarchy;
    }

    DeadBranchPruner pruner() {
        return pruner;
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
