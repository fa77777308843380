package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Field;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds loops that wait by spinning: a cycle on which nothing is written, nothing is called that could wait
/// or change anything, and something is read that another thread may change. Only that thread, or the clock,
/// ends such a loop.
final class BusyWaitDetector {

    /// Calls that change nothing by which the loop goes on, and return at once.
    private static final Set<String> ONLY_LOOK = Names.of("waits", "looks only");
    /// Instructions that write no local variable, array or field, make no object, enter no monitor, and
    /// neither call nor return.
    private static final BitSet STILL = new BitSet();
    private static final int IINC = 132;

    static {
        // Constants, loads, arithmetic without `iinc`, conversions, comparisons, jumps.
        STILL.set(0, Instructions.ISTORE);
        STILL.set(Instructions.POP, Instructions.JSR);
        STILL.clear(IINC);
        STILL.set(Instructions.TABLESWITCH, Instructions.IRETURN);
        STILL.set(Instructions.CHECKCAST, Instructions.MONITORENTER);
        STILL.set(Instructions.IFNULL, Instructions.JSR_W);
    }

    private BusyWaitDetector() {}

    /// @param starts offsets at which blocks begin
    /// @return offset of the loop's first block; -1 where there is none
    static int find(byte[] code, BitSet starts, ConstantPool pool) {
        BitSet still = new BitSet();
        BitSet looks = new BitSet();
        boolean back = false;
        for (int start = starts.nextSetBit(0); start >= 0; start = starts.nextSetBit(start + 1)) {
            back |= judge(code, starts, start, pool, still, looks);
        }
        for (int start = looks.nextSetBit(0); back && start >= 0; start = looks.nextSetBit(start + 1)) {
            if (returns(code, starts, start, still)) {
                return start;
            }
        }
        return -1;
    }

    // Marks a block as still when it changes nothing, and as looking when it reads what others may change.
    // Returns whether it ends with a backward jump.
    private static boolean judge(byte[] code, BitSet starts, int start, ConstantPool pool, BitSet still, BitSet looks) {
        boolean look = false;
        int at = start;
        while (true) {
            int opcode = code[at] & 0xFF;
            boolean field = opcode == Instructions.GETFIELD || opcode == Instructions.GETSTATIC;
            boolean others = field && mayChange(pool.field(Instructions.index2(code, at + 1)));
            boolean call = opcode >= Instructions.INVOKEVIRTUAL
                    && opcode <= Instructions.INVOKEINTERFACE
                    && onlyLooks(pool.method(Instructions.index2(code, at + 1)));
            if (!STILL.get(opcode) && !field && !call) {
                return false;
            }
            look |= others || call;
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next)) {
                break;
            }
            at = next;
        }
        still.set(start);
        looks.set(start, look);
        for (int target : ControlFlowGraph.successors(code, at)) {
            if (target <= at) {
                return true;
            }
        }
        return false;
    }

    // Only writes to volatile fields are certain to be seen by another thread.
    private static boolean mayChange(@Nullable Field field) {
        return field == null || field.is(AccessFlag.VOLATILE);
    }

    private static boolean onlyLooks(ConstantPool.Member member) {
        return ONLY_LOOK.contains(member.owner() + "." + member.signature().name());
    }

    // Whether a path leads from the block back to it through still blocks.
    private static boolean returns(byte[] code, BitSet starts, int start, BitSet still) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(start);
        while (!open.isEmpty()) {
            for (int target : ControlFlowGraph.successors(code, last(code, starts, open.pop()))) {
                if (target == start) {
                    return true;
                }
                if (still.get(target) && !seen.get(target)) {
                    seen.set(target);
                    open.push(target);
                }
            }
        }
        return false;
    }

    private static int last(byte[] code, BitSet starts, int start) {
        int at = start;
        while (true) {
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next)) {
                return at;
            }
            at = next;
        }
    }
}
