package io.heddle.fix.lock;

import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.ControlFlowGraph;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Sets whose lock is one for each of objects that grow in number with the data. A monitor costs such an object nothing
/// while nobody waits for it, and a lock of its own costs it memory.
///
/// Objects grow with the data where one call makes more than one and keeps them, and where an object keeps another of
/// its own class that was made for it. An object that is made once a call, such as a connection or an entry that is
/// looked up first, does not count.
final class ManyObjects {

    private final Program program;

    ManyObjects(Program program) {
        this.program = program;
    }

    Optional<Refused> refusal(MonitorSet set) {
        boolean one = set.isOfClass()
                || set.field().filter(field -> field.is(AccessFlag.STATIC)).isPresent();
        return one
                ? Optional.empty()
                : program.methods().stream()
                        .flatMap(method -> places(set, method))
                        .findFirst()
                        .map(place -> new Refused(
                                Refusal.MANY_OBJECTS,
                                place + ", so that their number grows with the data: each "
                                        + set.owner().binaryName() + " would have a lock of its own"));
    }

    private Stream<String> places(MonitorSet set, Method method) {
        MethodFacts facts = program.facts(method);
        return Stream.concat(
                facts.writes().stream()
                        .filter(write -> links(set, write))
                        .map(write -> method.qualifiedName() + " links a new object to another in "
                                + write.field().name()),
                facts.calls().stream()
                        .filter(call -> keepsOneOfMany(set, facts, call))
                        .map(call -> call.caller().qualifiedName() + ":" + call.line()
                                + " keeps each object that a loop makes, or that an object of the same class makes"));
    }

    /// Whether an object gets another of its class that is new, or a new one gets the one that was there before it.
    private static boolean links(MonitorSet set, MethodFacts.Write write) {
        AbstractValue value = AbstractValue.bare(write.value());
        return isNew(set, value) && set.has(write.field().owner())
                || value instanceof AbstractValue.New made
                        && set.has(made.type())
                        && made.arguments().stream()
                                .anyMatch(before -> AbstractValue.bare(before) instanceof AbstractValue.FieldRead read
                                        && read.field() == write.field())
                || value instanceof AbstractValue.FieldRead first
                        && set.has(write.field().owner())
                        && !set.has(first.field().owner())
                        && isOf(set, write.field())
                        && isOf(set, first.field());
    }

    private boolean keepsOneOfMany(MonitorSet set, MethodFacts facts, CallSite call) {
        return call.arguments().stream()
                .map(AbstractValue::bare)
                .filter(value -> isNew(set, value))
                .anyMatch(value -> keeps(facts, call)
                        && (isMadeInLoop(facts, value)
                                || set.has(call.caller().owner()) && isOwnField(set, call.receiver())));
    }

    private static boolean isNew(MonitorSet set, AbstractValue value) {
        return value instanceof AbstractValue.New made && set.has(made.type());
    }

    private static boolean isOf(MonitorSet set, Field field) {
        String declared = Signature.className(field.descriptor());
        return declared.equals(set.owner().name());
    }

    private static boolean isMadeInLoop(MethodFacts facts, AbstractValue value) {
        return facts.calls().stream()
                .anyMatch(
                        call -> call.makesObject() && AbstractValue.bare(call.receiver()) == value && runsAgain(call));
    }

    /// Whether the call may run again after it has run, without leaving its method.
    private static boolean runsAgain(CallSite call) {
        CodeBytes bytes = call.caller().code();
        if (bytes == null) {
            return false;
        }
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(call.offset()));
        while (!open.isEmpty()) {
            for (int next : ControlFlowGraph.successors(bytes.code(), open.remove())) {
                if (next == call.offset()) {
                    return true;
                }
                if (!reached.get(next)) {
                    reached.set(next);
                    open.add(next);
                }
            }
        }
        return false;
    }

    private boolean isOwnField(MonitorSet set, AbstractValue receiver) {
        Field field = program.reader().field(receiver);
        return field != null && !field.is(AccessFlag.STATIC) && set.has(field.owner());
    }

    /// Whether the object that is called outlives the call, and is one of a library's, such as a collection.
    private boolean keeps(MethodFacts facts, CallSite call) {
        Type declared = call.declared();
        if (declared.isTarget() || call.makesObject()) {
            return false;
        }
        AbstractValue receiver = AbstractValue.bare(call.receiver());
        return program.reader().field(receiver) != null
                || receiver instanceof AbstractValue.New
                        && facts.writes().stream().anyMatch(write -> AbstractValue.bare(write.value()) == receiver);
    }
}
