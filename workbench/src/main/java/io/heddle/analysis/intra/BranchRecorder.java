package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.CodeBytes.ExceptionHandlerRange;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Records, while a method is interpreted, which branches test its arguments or the fields of its object.
final class BranchRecorder {

    private static final int IALOAD = 46;
    /// Length of `getstatic`.
    private static final int READ = 3;

    private final CodeReader reader;
    private final byte[] code;
    private final ConstantPool pool;
    private final Predicate<AbstractValue> neverNull;
    /// What is tested, by the offset of the branch; [AbstractValue#ANY] where it differs between visits.
    private final Map<Integer, AbstractValue> asked = new HashMap<>();
    /// What branches ask for, by their offsets; null where it differs between visits.
    private final Map<Integer, BranchConditions.@Nullable Found> found = new HashMap<>();
    /// Switches on enums, by their offsets.
    private final Map<Integer, Shape> shapes = new HashMap<>();
    /// What `instanceof` tests, by the offset of the branch.
    private final Map<Integer, Type> tested = new HashMap<>();
    /// Fields of the object itself that are set to an object, by the offsets of the writes.
    private final Map<Integer, Field> sets = new HashMap<>();
    /// Flags and numbers that are set, by the offsets of the writes.
    private final Map<Integer, Field> records = new HashMap<>();
    /// Fields that are written with a value that may be null.
    private final Set<Field> unsure = new HashSet<>();
    /// Fields that are read from or written to other objects.
    private final Set<Field> others = new HashSet<>();
    /// The three instructions before this one, the last one first.
    private final int[] before = {-1, -1, -1};

    /// A switch on an enum: `getstatic table; aload; invokevirtual ordinal; iaload`, or without the table
    /// where the enum is in the same source file.
    ///
    /// @param load offset of the instruction that loads the enum
    private record Shape(int load, boolean tabled) {}

    BranchRecorder(CodeReader reader, byte[] code, ConstantPool pool, Predicate<AbstractValue> neverNull) {
        this.reader = reader;
        this.neverNull = neverNull;
        this.code = code;
        this.pool = pool;
    }

    /// Looks at an instruction before its effect.
    void step(int at, int opcode, Frame frame) {
        switch (opcode) {
            case Instructions.IFEQ, Instructions.IFNE, Instructions.IFNULL, Instructions.IFNONNULL -> {
                boolean tests = follows(at, before[0])
                        && (code[before[0]] & 0xFF) == Instructions.INSTANCEOF
                        && follows(before[0], before[1])
                        && isLoad(before[1]);
                note(
                        at,
                        tests
                                ? loaded(before[1], frame)
                                : comparesWithZero(at) ? loaded(before[2], frame) : frame.stack[frame.top - 1]);
                note(at, tests ? null : asksFor(at, opcode, frame));
                if (tests) {
                    tested.put(at, pool.type(Instructions.index2(code, before[0] + 1)));
                }
            }
            case Instructions.TABLESWITCH, Instructions.LOOKUPSWITCH -> {
                boolean tabled = follows(at, before[0]) && (code[before[0]] & 0xFF) == IALOAD;
                int call = tabled ? before[1] : before[0];
                int load = tabled ? before[2] : before[1];
                if (follows(tabled ? before[0] : at, call) && follows(call, load) && isOrdinal(call)) {
                    note(at, frame, load, tabled);
                }
            }
            case Instructions.GETFIELD, Instructions.PUTFIELD, Instructions.PUTSTATIC -> {
                Field field = pool.field(Instructions.index2(code, at + 1));
                if (field != null && Signature.isReference(field.descriptor())) {
                    note(at, opcode, field, frame);
                } else if (field != null && opcode != Instructions.GETFIELD && isSet(field, frame)) {
                    records.put(at, field);
                }
            }
            default -> {}
        }
        before[2] = before[1];
        before[1] = before[0];
        before[0] = at;
    }

    private void note(int at, BranchConditions.@Nullable Found asked) {
        if (!found.containsKey(at)) {
            found.put(at, asked);
        } else if (!Objects.equals(found.get(at), asked)) {
            found.put(at, null);
        }
    }

    private BranchConditions.@Nullable Found asksFor(int at, int opcode, Frame frame) {
        if (comparesWithZero(at)) {
            return AbstractValue.bare(loaded(before[2], frame)) instanceof AbstractValue.FieldRead read
                    ? new BranchConditions.Found(read.field(), -1)
                    : null;
        }
        if (!BranchConditions.isNullTest(opcode)
                && AbstractValue.bare(frame.stack[frame.top - 1]) instanceof AbstractValue.FieldRead read) {
            return new BranchConditions.Found(read.field(), -1);
        }
        if (!BranchConditions.isNullTest(opcode)) {
            boolean asks = follows(at, before[0])
                    && Instructions.isInvoke(code[before[0]] & 0xFF)
                    && pool.method(Instructions.index2(code, before[0] + 1))
                            .signature()
                            .result()
                            .equals("Z");
            return asks ? new BranchConditions.Found(null, before[0]) : null;
        }
        return switch (AbstractValue.bare(frame.stack[frame.top - 1])) {
            case AbstractValue.FieldRead read -> new BranchConditions.Found(read.field(), -1);
            case AbstractValue.Result result ->
                new BranchConditions.Found(null, result.call().offset());
            default -> null;
        };
    }

    private static boolean isSet(Field field, Frame frame) {
        return !frame.stack[frame.top - Signature.width(field.descriptor())].equals(AbstractValue.FALSE);
    }

    private void note(int at, int opcode, Field field, Frame frame) {
        if (opcode == Instructions.PUTSTATIC) {
            return;
        }
        boolean writes = opcode == Instructions.PUTFIELD;
        if (!(frame.stack[frame.top - (writes ? 2 : 1)] instanceof AbstractValue.This)) {
            others.add(field);
        } else if (writes) {
            sets.put(at, field);
            if (!neverNull.test(AbstractValue.bare(frame.stack[frame.top - 1]))) {
                unsure.add(field);
            }
        }
    }

    // `lload; lconst_0; lcmp`.
    private boolean comparesWithZero(int at) {
        return follows(at, before[0])
                && (code[before[0]] & 0xFF) == Instructions.LCMP
                && follows(before[0], before[1])
                && (code[before[1]] & 0xFF) == Instructions.LCONST_0
                && follows(before[1], before[2])
                && isLongLoad(code[before[2]] & 0xFF);
    }

    private static boolean isLongLoad(int opcode) {
        return opcode == Instructions.LLOAD || opcode >= Instructions.LLOAD_0 && opcode <= Instructions.LLOAD_3;
    }

    private boolean follows(int at, int previous) {
        return previous >= 0 && previous + Instructions.length(code, previous) == at;
    }

    private boolean isOrdinal(int call) {
        return (code[call] & 0xFF) == Instructions.INVOKEVIRTUAL
                && pool.method(Instructions.index2(code, call + 1))
                        .signature()
                        .name()
                        .equals("ordinal");
    }

    private void note(int at, Frame frame, int load, boolean tabled) {
        if (isLoad(load)) {
            note(at, loaded(load, frame));
            shapes.put(at, new Shape(load, tabled));
        }
    }

    private boolean isLoad(int at) {
        int opcode = code[at] & 0xFF;
        return opcode == Instructions.ALOAD || opcode >= Instructions.ALOAD_0 && opcode <= Instructions.ALOAD_3;
    }

    private AbstractValue loaded(int load, Frame frame) {
        int opcode = code[load] & 0xFF;
        int first = isLongLoad(opcode) ? Instructions.LLOAD_0 : Instructions.ALOAD_0;
        return frame.locals[
                opcode == Instructions.ALOAD || opcode == Instructions.LLOAD ? code[load + 1] & 0xFF : opcode - first];
    }

    private void note(int at, AbstractValue value) {
        asked.merge(at, value, (one, other) -> one == other ? one : AbstractValue.ANY);
    }

    /// The branches, once the whole method was interpreted.
    ///
    /// @param starts offsets at which blocks begin
    BranchConditions branches(BitSet starts, List<ExceptionHandlerRange> handlers) {
        Map<Integer, AbstractValue> decided = new HashMap<>();
        Map<Integer, BranchConditions.Cases> switches = new HashMap<>();
        asked.forEach((at, value) -> {
            if (AbstractValue.bare(value) instanceof AbstractValue.Parameter parameter) {
                Shape shape = shapes.get(at);
                Map<String, Integer> numbers = shape == null ? Map.of() : numbers(shape, parameter);
                if (shape == null) {
                    decided.put(at, parameter);
                } else if (!numbers.isEmpty()) {
                    switches.put(at, new BranchConditions.Cases(parameter, numbers));
                }
            } else if (AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                    && !read.field().is(AccessFlag.STATIC)
                    && Signature.isReference(read.field().descriptor())
                    && !others.contains(read.field())) {
                decided.put(at, read);
            }
        });
        sets.values().removeAll(others);
        sets.values().removeAll(unsure);
        found.values().removeIf(Objects::isNull);
        return new BranchConditions(code, starts, handlers, decided, found, tested, switches, sets, records);
    }

    private Map<String, Integer> numbers(Shape shape, AbstractValue.Parameter parameter) {
        if (!shape.tabled) {
            return SwitchTables.ordinals(reader.hierarchy().type(parameter.type()));
        }
        int read = shape.load - READ;
        Field table = read >= 0 && (code[read] & 0xFF) == Instructions.GETSTATIC
                ? pool.field(Instructions.index2(code, read + 1))
                : null;
        return table == null ? Map.of() : SwitchTables.read(reader, table);
    }
}
