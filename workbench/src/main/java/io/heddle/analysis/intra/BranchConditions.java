package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.CodeBytes.ExceptionHandlerRange;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The branches of a method that its arguments decide, or the fields of its object: `if (block)` on a flag,
/// `if (listener == null)`, `switch (action)` on an enum. Tells which of its code runs when a caller passes a
/// constant or has set a field.
public final class BranchConditions {

    public static final BranchConditions NONE = new BranchConditions(
            new byte[0], new BitSet(), List.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    private static final AbstractValue OBJECT = new AbstractValue.Text("");

    private final byte[] code;
    private final BitSet starts;
    private final List<ExceptionHandlerRange> handlers;
    private final Map<Integer, AbstractValue> decided;
    private final Map<Integer, Found> found;
    private final Map<Integer, Type> tested;
    private final Map<Integer, Cases> switches;
    private final Map<Integer, Field> sets;
    private final Map<Integer, Field> records;

    /// A switch on an enum, which compilers write with a table from ordinals to case numbers.
    ///
    /// @param numbers case numbers by the names of the constants; a constant that is missing takes the
    ///     default case
    record Cases(AbstractValue.Parameter on, Map<String, Integer> numbers) {}

    /// Something that a branch asks for: whether a field or the result of a call is an object, whether either is true,
    /// or whether a field is another number than 0.
    ///
    /// @param field null for a result
    /// @param call offset of the call; -1 for a field
    public record Found(@Nullable Field field, int call) {}

    /// @param starts offsets at which blocks begin; those of handlers and of their ranges are among them
    /// @param decided parameters, and fields of the object itself, by the offset of the branch that tests
    ///     them
    /// @param found by the offset of the branch that asks for it
    /// @param tested classes that are tested by `instanceof`, by the offset of the branch
    /// @param switches by their offsets
    /// @param sets fields of the object itself that are set to an object, by the offsets of the writes
    /// @param records flags and numbers that are set, by the offsets of the writes
    BranchConditions(
            byte[] code,
            BitSet starts,
            List<ExceptionHandlerRange> handlers,
            Map<Integer, AbstractValue> decided,
            Map<Integer, Found> found,
            Map<Integer, Type> tested,
            Map<Integer, Cases> switches,
            Map<Integer, Field> sets,
            Map<Integer, Field> records) {
        this.code = code;
        this.starts = starts;
        this.handlers = handlers;
        this.decided = decided;
        this.found = found;
        this.tested = tested;
        this.switches = switches;
        this.sets = sets;
        this.records = records;
    }

    public boolean none() {
        return decided.isEmpty() && switches.isEmpty() && found.isEmpty();
    }

    /// Whether a branch asks if an object has the class, and the method goes on to a return where it has not.
    public boolean tests(Type type) {
        return tested.entrySet().stream()
                .filter(branch -> branch.getValue() == type)
                .flatMapToInt(branch -> Arrays.stream(taken(branch.getKey(), false)))
                .anyMatch(next -> returns(reached(next, this::all)));
    }

    /// Everything that its branches ask for.
    public Set<Found> found() {
        return new LinkedHashSet<>(found.values());
    }

    /// Offsets of the blocks that run, the handlers of exceptions among them.
    ///
    /// @param given what a parameter is, or a field of the object itself
    /// @param there whether something that branches ask for is there; null where that is not known
    public BitSet live(UnaryOperator<AbstractValue> given, Function<Found, @Nullable Boolean> there) {
        return reachedOrHandling(last -> successors(last, given, there));
    }

    /// The same where nothing is known but that something is there which a branch asks for.
    public BitSet live(Found there) {
        return reachedOrHandling(last -> there.equals(found.get(last)) ? taken(last, true) : all(last));
    }

    /// Whether a method that finds something there goes on to a return. What makes it throw instead is no value that it
    /// keeps, but an error.
    public boolean returnsWith(Found there) {
        return found.entrySet().stream()
                .filter(branch -> there.equals(branch.getValue()))
                .flatMapToInt(branch -> Arrays.stream(taken(branch.getKey(), true)))
                .anyMatch(next -> returns(reached(next, this::all)));
    }

    /// Whether the method sets a flag or a number that it found not to be there, however it goes on to a return: then
    /// the field records that something was done. A flag that says that something has ended is not set so.
    public boolean records(Found missing) {
        return records.entrySet().stream()
                .filter(write -> write.getValue() == missing.field())
                .map(write -> last(starts.previousSetBit(write.getKey())))
                .anyMatch(end -> !returns(reached(0, last -> without(end, missing, last))));
    }

    private int[] without(int end, Found missing, int last) {
        return last == end ? new int[0] : missing.equals(found.get(last)) ? taken(last, false) : all(last);
    }

    // Where a branch goes that finds something there, or does not.
    private int[] taken(int branch, boolean there) {
        int opcode = code[branch] & 0xFF;
        AbstractValue value = isNullTest(opcode)
                ? there ? OBJECT : AbstractValue.NULL
                : there ? AbstractValue.TRUE : AbstractValue.FALSE;
        return next(branch, jumps(opcode, value));
    }

    // Both ways where it is not known whether a branch jumps.
    private int[] next(int branch, @Nullable Boolean jumps) {
        return jumps == null ? all(branch) : new int[] {all(branch)[jumps ? 1 : 0]};
    }

    private boolean returns(BitSet blocks) {
        return blocks.stream().anyMatch(block -> isReturn(last(block)));
    }

    private int[] all(int at) {
        return ControlFlowGraph.successors(code, at);
    }

    private boolean isReturn(int at) {
        int opcode = code[at] & 0xFF;
        return opcode >= Instructions.IRETURN && opcode <= Instructions.RETURN;
    }

    static boolean isNullTest(int opcode) {
        return opcode == Instructions.IFNULL || opcode == Instructions.IFNONNULL;
    }

    // From the offset of the last instruction of a block to the blocks that follow.
    private BitSet reached(int from, IntFunction<int[]> successors) {
        BitSet live = new BitSet();
        BitSet open = new BitSet();
        open.set(from);
        for (int at = from; at >= 0; at = open.nextSetBit(0)) {
            open.clear(at);
            live.set(at);
            for (int next : successors.apply(last(at))) {
                if (next < code.length && !live.get(next)) {
                    open.set(next);
                }
            }
        }
        return live;
    }

    // Any instruction may throw, the first of its block too: what that block does is not done yet.
    private BitSet reachedOrHandling(IntFunction<int[]> successors) {
        BitSet live = reached(0, successors);
        boolean more = !handlers.isEmpty();
        while (more) {
            more = false;
            for (ExceptionHandlerRange handler : handlers) {
                if (!live.get(handler.handler()) && live.stream().anyMatch(handler::covers)) {
                    live.or(reached(handler.handler(), successors));
                    more = true;
                }
            }
        }
        return live;
    }

    /// The fields of the object itself that are set where an instruction runs: those that were set before,
    /// and those that are set on every path to it.
    public Set<Field> set(int offset, Set<Field> before) {
        Set<Field> set = new HashSet<>(before);
        sets.forEach((at, field) -> {
            int block = starts.previousSetBit(at);
            if (block == starts.previousSetBit(offset) ? at < offset : !isIn(offset, avoiding(block))) {
                set.add(field);
            }
        });
        return set;
    }

    // Without the blocks that only one block leads to.
    private BitSet avoiding(int block) {
        int end = last(block);
        return reachedOrHandling(last -> last == end ? new int[0] : ControlFlowGraph.successors(code, last));
    }

    private int last(int start) {
        int at = start;
        while (true) {
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next) || Instructions.ends(code[at] & 0xFF)) {
                return at;
            }
            at = next;
        }
    }

    private int[] successors(int at, UnaryOperator<AbstractValue> given, Function<Found, @Nullable Boolean> there) {
        int[] all = ControlFlowGraph.successors(code, at);
        AbstractValue asked = decided.get(at);
        if (asked != null) {
            Type test = tested.get(at);
            AbstractValue value = given.apply(asked);
            Boolean jumps = jumps(code[at] & 0xFF, test == null ? value : isOf(test, value));
            if (jumps != null) {
                return next(at, jumps);
            }
        }
        Found asks = found.get(at);
        Boolean isThere = asks == null ? null : there.apply(asks);
        if (isThere != null) {
            return taken(at, isThere);
        }
        Cases cases = switches.get(at);
        if (cases != null && given.apply(cases.on) instanceof AbstractValue.FieldRead constant) {
            return new int[] {target(at, all, cases.numbers.get(constant.field().name()))};
        }
        return all;
    }

    // Whether the object has the class, as a flag; null where that is not known.
    private static @Nullable AbstractValue isOf(Type test, AbstractValue given) {
        return switch (given) {
            case AbstractValue.Null _ -> AbstractValue.FALSE;
            case AbstractValue.New made
            when !made.type().isLambda() -> made.type().below(test) ? AbstractValue.TRUE : AbstractValue.FALSE;
            case AbstractValue.Cast as when as.type().below(test) -> AbstractValue.TRUE;
            case AbstractValue.Cast as when excludes(as.type(), test) -> AbstractValue.FALSE;
            default -> null;
        };
    }

    // No object has two classes of which neither is a subclass of the other.
    private static boolean excludes(Type one, Type other) {
        return one.isWhole() && other.isWhole() && !one.isInterface() && !other.isInterface() && !other.below(one);
    }

    // Null where it is not known.
    private static @Nullable Boolean jumps(int opcode, @Nullable AbstractValue given) {
        return switch (given) {
            case AbstractValue.Flag flag ->
                opcode == Instructions.IFEQ
                        ? Boolean.valueOf(!flag.set())
                        : opcode == Instructions.IFNE ? Boolean.valueOf(flag.set()) : null;
            case AbstractValue.Null _ ->
                opcode == Instructions.IFNULL ? Boolean.TRUE : opcode == Instructions.IFNONNULL ? Boolean.FALSE : null;
            case AbstractValue.Cast as when !(as.inner() instanceof AbstractValue.This) -> null;
            case AbstractValue.New _,
                    AbstractValue.Text _,
                    AbstractValue.This _,
                    AbstractValue.FieldRead _,
                    AbstractValue.Cast _ ->
                opcode == Instructions.IFNULL ? Boolean.FALSE : opcode == Instructions.IFNONNULL ? Boolean.TRUE : null;
            case null, default -> null;
        };
    }

    // The last one is the default case.
    private int target(int at, int[] all, @Nullable Integer number) {
        int operands = at + 4 & ~3;
        int others = all[all.length - 1];
        if (number == null) {
            return others;
        }
        if ((code[at] & 0xFF) == Instructions.TABLESWITCH) {
            int index = number - Instructions.int4(code, operands + 4);
            return index >= 0 && index < all.length - 1 ? all[index] : others;
        }
        for (int i = 0; i < all.length - 1; i++) {
            if (Instructions.int4(code, operands + 8 + 8 * i) == number) {
                return all[i];
            }
        }
        return others;
    }

    /// Whether an instruction lies in one of the blocks.
    public boolean isIn(int offset, BitSet blocks) {
        return blocks.get(starts.previousSetBit(offset));
    }
}
