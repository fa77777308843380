package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.CodeBytes.ExceptionHandlerRange;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.knowledge.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The control flow of a method. Which code runs when nothing is thrown is asked without exceptional edges; whether
/// code in a handler runs again is asked with them.
public final class ControlFlowGraph {

    private final byte[] code;
    private final BitSet starts;
    private final List<ExceptionHandlerRange> handlers;
    private final int[][] successors;
    private final BitSet live = new BitSet();
    private final BitSet alwaysThrows = new BitSet();
    private final List<Integer> order = new ArrayList<>();

    /// @param starts offsets at which blocks begin; those of handlers and of their ranges are among them
    ControlFlowGraph(byte[] code, BitSet starts, List<ExceptionHandlerRange> handlers) {
        this.code = code;
        this.starts = starts;
        this.handlers = handlers;
        this.successors = new int[code.length][];
        for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
            order.add(at);
            successors[at] = last(at);
        }
        reach(0, -1, live);
        propagateAlwaysThrows();
    }

    /// Offsets of the instructions that may follow the one at `at`, which is the last of its block.
    public static int[] successors(byte[] code, int at) {
        int opcode = code[at] & 0xFF;
        int next = at + Instructions.length(code, at);
        int operands = at + 4 & ~3;
        return switch (opcode) {
            case Instructions.GOTO -> new int[] {at + Instructions.int2(code, at + 1)};
            case Instructions.GOTO_W -> new int[] {at + Instructions.int4(code, at + 1)};
            case Instructions.TABLESWITCH ->
                cases(
                        code,
                        at,
                        operands + 12,
                        Instructions.int4(code, operands + 8) - Instructions.int4(code, operands + 4) + 1,
                        4);
            case Instructions.LOOKUPSWITCH -> cases(code, at, operands + 12, Instructions.int4(code, operands + 4), 8);
            case Instructions.JSR, Instructions.JSR_W, Instructions.RET ->
                throw new UnsupportedOperationException("it uses subroutines, as compilers did before Java 6");
            default ->
                Instructions.isBranch(opcode)
                        ? new int[] {next, at + Instructions.int2(code, at + 1)}
                        : Instructions.ends(opcode) ? new int[0] : new int[] {next};
        };
    }

    private static int[] cases(byte[] code, int at, int first, int count, int step) {
        int[] targets = new int[count + 1];
        targets[count] = at + Instructions.int4(code, at + 4 & ~3);
        for (int i = 0; i < count; i++) {
            targets[i] = at + Instructions.int4(code, first + i * step);
        }
        return targets;
    }

    private int[] last(int start) {
        int at = start;
        while (true) {
            int next = at + Instructions.length(code, at);
            int opcode = code[at] & 0xFF;
            if (next >= code.length || starts.get(next) || Instructions.ends(opcode)) {
                alwaysThrows.set(start, opcode == Instructions.ATHROW);
                return successors(code, at);
            }
            at = next;
        }
    }

    private void reach(int from, int without, BitSet reached) {
        List<Integer> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (at != without && at < code.length && !reached.get(at)) {
                reached.set(at);
                for (int next : successors[at]) {
                    open.add(next);
                }
            }
        }
    }

    // A block always throws when all of its successors do. An endless loop does not.
    private void propagateAlwaysThrows() {
        boolean changed = !alwaysThrows.isEmpty();
        while (changed) {
            changed = false;
            for (int i = order.size() - 1; i >= 0; i--) {
                int at = order.get(i);
                if (!alwaysThrows.get(at) && successors[at].length > 0 && allAlwaysThrow(successors[at])) {
                    alwaysThrows.set(at);
                    changed = true;
                }
            }
        }
    }

    private boolean allAlwaysThrow(int[] blocks) {
        for (int block : blocks) {
            if (!alwaysThrows.get(block)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the instruction runs on a path that neither handles nor ends in an exception.
    boolean nonExceptional(int offset) {
        int block = starts.previousSetBit(offset);
        return live.get(block) && !alwaysThrows.get(block);
    }

    /// Whether the instruction may run again after it has run, without leaving the method. What runs when nothing is
    /// thrown does so without a failure.
    boolean loops(int offset) {
        int block = starts.previousSetBit(offset);
        return after(block, -1, !nonExceptional(offset)).get(block);
    }

    // The blocks that may run after one of them, without another; with what handles their failures where that counts.
    private BitSet after(int block, int without, boolean failed) {
        BitSet after = new BitSet();
        for (int next : successors[block]) {
            reach(next, without, after);
        }
        boolean more = failed;
        while (more) {
            int before = after.cardinality();
            handlers.stream()
                    .filter(handler -> after.stream().anyMatch(handler::covers))
                    .forEach(handler -> reach(handler.handler(), without, after));
            more = after.cardinality() > before;
        }
        return after;
    }

    /// Whether each way from an instruction back to itself counts a local variable by whose value the loop may be
    /// left: it runs so many times again, whatever other threads do.
    boolean isCounted(int offset) {
        if (order.size() > Limits.Intra.BLOCKS_FOR_DOMINANCE) {
            return false;
        }
        int block = starts.previousSetBit(offset);
        boolean failed = !nonExceptional(offset);
        BitSet ahead = after(block, -1, failed);
        BitSet cycle = new BitSet();
        for (int other : order) {
            if (ahead.get(other) && after(other, -1, failed).get(block)) {
                cycle.set(other);
            }
        }
        return order.stream()
                .filter(cycle::get)
                .anyMatch(other -> counted(other).stream()
                        .anyMatch(local -> !returnsWithout(block, other, failed) && leavesBy(local, cycle)));
    }

    private boolean returnsWithout(int block, int without, boolean failed) {
        return block != without && after(block, without, failed).get(block);
    }

    /// Whether all loops around an instruction count to constants, so that it runs a few times in all: at most
    /// `Limits.Intra.FEW_TURNS`.
    boolean isInShortLoops(int offset) {
        if (order.size() > Limits.Intra.BLOCKS_FOR_DOMINANCE) {
            return false;
        }
        int block = starts.previousSetBit(offset);
        BitSet without = new BitSet();
        long turns = 1;
        while (turns <= Limits.Intra.FEW_TURNS) {
            BitSet cycle = cycle(block, without);
            if (cycle.isEmpty()) {
                return true;
            }
            int[] test = order.stream()
                    .filter(cycle::get)
                    .map(other -> new int[] {other, turns(other, cycle, without)})
                    .filter(found -> found[1] > 0)
                    .findFirst()
                    .orElse(new int[0]);
            if (test.length == 0) {
                return false;
            }
            turns *= test[1];
            without.set(test[0]);
        }
        return false;
    }

    // The blocks on ways from a block back to itself, without some.
    private BitSet cycle(int block, BitSet without) {
        BitSet ahead = ahead(block, without);
        BitSet cycle = new BitSet();
        if (ahead.get(block)) {
            ahead.stream().filter(other -> ahead(other, without).get(block)).forEach(cycle::set);
        }
        return cycle;
    }

    private BitSet ahead(int block, BitSet without) {
        BitSet reached = (BitSet) without.clone();
        for (int next : successors[block]) {
            List<Integer> open = new ArrayList<>(List.of(next));
            while (!open.isEmpty()) {
                int at = open.removeLast();
                if (at < code.length && !reached.get(at)) {
                    reached.set(at);
                    for (int following : successors[at]) {
                        open.add(following);
                    }
                }
            }
        }
        reached.andNot(without);
        return reached;
    }

    // How often a loop runs that a block leaves by comparing a local variable with a constant, if each turn counts the
    // variable up and nothing else writes to it; 0 where it is not so.
    private int turns(int block, BitSet cycle, BitSet without) {
        if (successors[block].length != 2 || Arrays.stream(successors[block]).allMatch(cycle::get)) {
            return 0;
        }
        int local = -1;
        int constant = -1;
        int last = 0;
        for (int at = block; at < end(block); at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            last = opcode;
            if (opcode == Instructions.ILOAD) {
                local = code[at + 1] & 0xFF;
            } else if (opcode >= Instructions.ILOAD_0 && opcode <= Instructions.ILOAD_0 + 3) {
                local = opcode - Instructions.ILOAD_0;
            } else {
                constant = Math.max(constant, constant(at));
            }
        }
        if (local < 0 || constant < 0 || last < Instructions.IF_ICMPEQ || last > Instructions.IF_ICMPEQ + 5) {
            return 0;
        }
        BitSet counting = (BitSet) without.clone();
        for (int other : order) {
            if (cycle.get(other)) {
                if (stores(other, local)) {
                    return 0;
                }
                if (counted(other).get(local)) {
                    counting.set(other);
                }
            }
        }
        return cycle(block, counting).isEmpty() ? constant + 1 : 0;
    }

    // That an instruction pushes; -1 where it pushes none from 0 on.
    private int constant(int at) {
        int opcode = code[at] & 0xFF;
        return opcode >= Instructions.ICONST_0 && opcode <= Instructions.ICONST_0 + 5
                ? opcode - Instructions.ICONST_0
                : opcode == Instructions.BIPUSH
                        ? code[at + 1]
                        : opcode == Instructions.BIPUSH + 1 ? (code[at + 1] << 8 | code[at + 2] & 0xFF) : -1;
    }

    private boolean stores(int block, int local) {
        for (int at = block; at < end(block); at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            if (opcode == Instructions.ISTORE && (code[at + 1] & 0xFF) == local
                    || local <= 3 && opcode == Instructions.ISTORE_0 + local) {
                return true;
            }
        }
        return false;
    }

    // The local variables that a block counts.
    private BitSet counted(int block) {
        BitSet counted = new BitSet();
        for (int at = block; at < end(block); at += Instructions.length(code, at)) {
            if ((code[at] & 0xFF) == Instructions.IINC) {
                counted.set(code[at + 1] & 0xFF);
            }
        }
        return counted;
    }

    // Whether a block that reads the variable ends with a branch out of the cycle.
    private boolean leavesBy(int local, BitSet cycle) {
        return order.stream()
                .filter(cycle::get)
                .anyMatch(block -> loads(block, local)
                        && successors[block].length > 1
                        && Arrays.stream(successors[block]).anyMatch(next -> !cycle.get(next)));
    }

    private boolean loads(int block, int local) {
        for (int at = block; at < end(block); at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            if (opcode == Instructions.ILOAD && (code[at + 1] & 0xFF) == local
                    || opcode == Instructions.ILOAD_0 + local && local <= 3) {
                return true;
            }
        }
        return false;
    }

    private int end(int block) {
        int next = starts.nextSetBit(block + 1);
        return next < 0 ? code.length : next;
    }

    /// Whether the instruction lies in the first block, which every path begins with.
    boolean isBeforeBranches(int offset) {
        return starts.previousSetBit(offset) == 0;
    }

    /// Whether the instruction lies on every path to a return.
    boolean onEveryReturnPath(int offset) {
        int block = starts.previousSetBit(offset);
        if (block == 0) {
            return true;
        }
        if (order.size() > Limits.Intra.BLOCKS_FOR_DOMINANCE || !nonExceptional(offset)) {
            return false;
        }
        BitSet without = new BitSet();
        reach(0, block, without);
        return order.stream()
                .noneMatch(other -> without.get(other) && successors[other].length == 0 && !alwaysThrows.get(other));
    }
}
