package io.heddle.check.graph;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The branches of a method that what it is given decides, or what is known of its object: `if (block)` on a flag, `if
/// (listener == null)`, `switch (action)` on an enum. Tells which of its code runs where the caller passes a constant,
/// or has set a field.
final class Branches {

    static final Branches NONE = new Branches(new byte[0], new BitSet(), Map.of(), Map.of(), Map.of(), Map.of());

    private final byte[] code;
    private final BitSet starts;
    private final Map<Integer, Value> decided;
    private final Map<Integer, Type> tested;
    private final Map<Integer, Cases> switches;
    private final Map<Integer, Field> sets;

    /// A switch on an enum as compilers write it: by a table from the constants' ordinals to its cases.
    ///
    /// @param numbers of the cases by the constants' names; without those that the switch does not name
    record Cases(Value.Parameter on, Map<String, Integer> numbers) {}

    /// @param starts offsets at which blocks begin
    /// @param decided parameters, and fields of the object itself, by the offset of the branch that asks for
    ///     them
    /// @param tested the classes that branches on `instanceof` ask for, by their offsets
    /// @param switches by their offsets
    /// @param sets fields of the object itself that are set to an object, by the offsets of the writes
    Branches(
            byte[] code,
            BitSet starts,
            Map<Integer, Value> decided,
            Map<Integer, Type> tested,
            Map<Integer, Cases> switches,
            Map<Integer, Field> sets) {
        this.code = code;
        this.starts = starts;
        this.decided = decided;
        this.tested = tested;
        this.switches = switches;
        this.sets = sets;
    }

    boolean none() {
        return decided.isEmpty() && switches.isEmpty();
    }

    /// Offsets of the blocks that run, exceptions aside.
    ///
    BitSet live(Known given) {
        return live(given, -1);
    }

    // Without what is reached through one block alone.
    private BitSet live(Known given, int without) {
        BitSet live = new BitSet();
        BitSet open = new BitSet();
        open.set(0);
        for (int at = 0; at >= 0; at = open.nextSetBit(0)) {
            open.clear(at);
            live.set(at);
            for (int next : at == without ? new int[0] : successors(last(at), given)) {
                if (next < code.length && !live.get(next)) {
                    open.set(next);
                }
            }
        }
        return live;
    }

    /// The fields of the object itself that are set where an instruction runs: those that are known to be, and
    /// those that are set on all ways there.
    Set<Field> set(int offset, Set<Field> before) {
        Set<Field> set = new HashSet<>(before);
        sets.forEach((at, field) -> {
            int block = starts.previousSetBit(at);
            if (block == starts.previousSetBit(offset) ? at < offset : !isIn(offset, live(Known.NOTHING, block))) {
                set.add(field);
            }
        });
        return set;
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

    private int[] successors(int at, Known given) {
        int[] all = Blocks.successors(code, at);
        Value asked = decided.get(at);
        if (asked != null) {
            Type test = tested.get(at);
            Value value = given.of(asked);
            Boolean jumps = jumps(code[at] & 0xFF, test == null ? value : isOf(test, value));
            return jumps == null ? all : new int[] {all[jumps ? 1 : 0]};
        }
        Cases cases = switches.get(at);
        if (cases != null && given.of(cases.on) instanceof Value.FieldRead constant) {
            return new int[] {target(at, all, cases.numbers.get(constant.field().name))};
        }
        return all;
    }

    // Whether the object is of the class: a flag; null where what is given does not tell.
    private static @Nullable Value isOf(Type test, Value given) {
        return switch (given) {
            case Value.Null _ -> Value.FALSE;
            case Value.New made when !made.type.isGlue() -> made.type.below(test) ? Value.TRUE : Value.FALSE;
            case Value.Cast as when as.type().below(test) -> Value.TRUE;
            case Value.Cast as when excludes(as.type(), test) -> Value.FALSE;
            default -> null;
        };
    }

    // No object is of two classes of which neither is below the other.
    private static boolean excludes(Type one, Type other) {
        return one.isWhole() && other.isWhole() && !one.isInterface() && !other.isInterface() && !other.below(one);
    }

    // Null where what is given does not tell.
    private static @Nullable Boolean jumps(int opcode, @Nullable Value given) {
        return switch (given) {
            case Value.Flag flag ->
                opcode == Instructions.IFEQ
                        ? Boolean.valueOf(!flag.set())
                        : opcode == Instructions.IFNE ? Boolean.valueOf(flag.set()) : null;
            case Value.Null _ ->
                opcode == Instructions.IFNULL ? Boolean.TRUE : opcode == Instructions.IFNONNULL ? Boolean.FALSE : null;
            case Value.Cast as when !(as.inner() instanceof Value.This) -> null;
            case Value.New _, Value.Text _, Value.This _, Value.FieldRead _, Value.Cast _ ->
                opcode == Instructions.IFNULL ? Boolean.FALSE : opcode == Instructions.IFNONNULL ? Boolean.TRUE : null;
            case null, default -> null;
        };
    }

    // The last one is that of all others.
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
    boolean isIn(int offset, BitSet blocks) {
        return blocks.get(starts.previousSetBit(offset));
    }
}
