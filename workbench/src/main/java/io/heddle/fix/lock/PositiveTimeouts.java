package io.heddle.fix.lock;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.intra.CallSite;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Whether the timeout of a wait is above 0 on every path: a constant, or a local variable that was compared with one.
/// A state is the set of variables that are known to be above 0; states of paths that meet are intersected.
final class PositiveTimeouts {

    private final List<Instruction> code = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final Map<Label, Integer> targets = new HashMap<>();
    private final Set<Integer> jumpedTo = new HashSet<>();
    private final Map<Integer, Set<Integer>> states = new HashMap<>();
    private final Deque<Integer> pending = new ArrayDeque<>();

    private PositiveTimeouts(CodeAttribute attribute) {
        int offset = 0;
        for (CodeElement element : attribute) {
            switch (element) {
                case LabelTarget label -> targets.put(label.label(), code.size());
                case Instruction instruction -> {
                    offsets.add(offset);
                    code.add(instruction);
                    offset += instruction.sizeInBytes();
                }
                default -> {}
            }
        }
        code.forEach(instruction -> labels(instruction).forEach(label -> jumpedTo.add(target(label))));
        reach(0, Set.of());
        // What is known where an exception leaves the code is not followed.
        attribute.exceptionHandlers().forEach(handler -> reach(target(handler.handler()), Set.of()));
        while (!pending.isEmpty()) {
            step(pending.remove());
        }
    }

    /// @param call of `wait(long)`
    static boolean isPositive(CallSite call) {
        ClassBytes file = call.caller().owner().file();
        if (file == null) {
            return false;
        }
        return ClassFile.of().parse(file.bytes()).methods().stream()
                .filter(method -> method.methodName()
                                .equalsString(call.caller().signature().name())
                        && method.methodType()
                                .equalsString(call.caller().signature().descriptor()))
                .flatMap(method -> method.findAttribute(Attributes.code()).stream())
                .map(PositiveTimeouts::new)
                .anyMatch(timeouts -> timeouts.isPositive(call.offset()));
    }

    private boolean isPositive(int offset) {
        int at = offsets.indexOf(offset);
        if (at < 1 || jumpedTo.contains(at)) {
            return false;
        }
        boolean widened = code.get(at - 1) instanceof ConvertInstruction convert && convert.opcode() == Opcode.I2L;
        int value = widened ? at - 2 : at - 1;
        if (value < 0 || widened && jumpedTo.contains(at - 1)) {
            return false;
        }
        OptionalLong constant = constant(value);
        return constant.isPresent()
                ? constant.getAsLong() > 0
                : code.get(value) instanceof LoadInstruction load
                        && states.getOrDefault(value, Set.of()).contains(load.slot());
    }

    private OptionalLong constant(int at) {
        return code.get(at) instanceof ConstantInstruction constant
                        && (constant.constantValue() instanceof Long || constant.constantValue() instanceof Integer)
                ? OptionalLong.of(((Number) constant.constantValue()).longValue())
                : OptionalLong.empty();
    }

    private void step(int at) {
        Set<Integer> before = states.getOrDefault(at, Set.of());
        Instruction instruction = code.get(at);
        switch (instruction) {
            case BranchInstruction branch -> {
                reach(target(branch.target()), with(before, at, branch.opcode(), true));
                if (branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W) {
                    reach(at + 1, with(before, at, branch.opcode(), false));
                }
            }
            case TableSwitchInstruction _, LookupSwitchInstruction _ ->
                labels(instruction).forEach(label -> reach(target(label), before));
            case ReturnInstruction _, ThrowInstruction _ -> {}
            case StoreInstruction store -> reach(at + 1, without(before, store.slot()));
            case IncrementInstruction increment -> reach(at + 1, without(before, increment.slot()));
            default -> reach(at + 1, before);
        }
    }

    /// A long takes two slots, so a store into the second one ends it too.
    private static Set<Integer> without(Set<Integer> before, int slot) {
        Set<Integer> after = new HashSet<>(before);
        after.removeAll(Set.of(slot - 1, slot, slot + 1));
        return after;
    }

    /// What a branch on `variable ? constant` tells on one of its sides.
    private Set<Integer> with(Set<Integer> before, int at, Opcode opcode, boolean taken) {
        boolean compared = at > 2
                && code.get(at - 1) instanceof OperatorInstruction operator
                && operator.opcode() == Opcode.LCMP
                && !jumpedTo.contains(at)
                && !jumpedTo.contains(at - 1);
        if (compared && !jumpedTo.contains(at - 2)) {
            if (code.get(at - 3) instanceof LoadInstruction load
                    && constant(at - 2).isPresent()) {
                return above(before, load, opcode, taken, constant(at - 2).getAsLong());
            }
            if (code.get(at - 2) instanceof LoadInstruction load
                    && constant(at - 3).isPresent()) {
                return above(
                        before, load, mirrored(opcode), taken, constant(at - 3).getAsLong());
            }
        }
        return at > 0 && code.get(at - 1) instanceof LoadInstruction load && !jumpedTo.contains(at)
                ? above(before, load, opcode, taken, 0)
                : before;
    }

    private static Set<Integer> above(
            Set<Integer> before, LoadInstruction load, Opcode opcode, boolean taken, long constant) {
        boolean isAbove = opcode == Opcode.IFGT && taken || opcode == Opcode.IFLE && !taken;
        boolean isAtLeast = opcode == Opcode.IFGE && taken || opcode == Opcode.IFLT && !taken;
        if (isAbove && constant >= 0 || isAtLeast && constant > 0) {
            Set<Integer> after = new HashSet<>(before);
            after.add(load.slot());
            return after;
        }
        return before;
    }

    private static Opcode mirrored(Opcode opcode) {
        return switch (opcode) {
            case IFGT -> Opcode.IFLT;
            case IFLT -> Opcode.IFGT;
            case IFGE -> Opcode.IFLE;
            case IFLE -> Opcode.IFGE;
            default -> opcode;
        };
    }

    private void reach(int at, Set<Integer> state) {
        if (at >= code.size()) {
            return;
        }
        Set<Integer> known = states.get(at);
        Set<Integer> merged = new HashSet<>(state);
        if (known != null) {
            merged.retainAll(known);
        }
        if (!merged.equals(known)) {
            states.put(at, merged);
            pending.add(at);
        }
    }

    private int target(Label label) {
        return targets.getOrDefault(label, code.size());
    }

    private static List<Label> labels(Instruction instruction) {
        return switch (instruction) {
            case BranchInstruction branch -> List.of(branch.target());
            case TableSwitchInstruction table ->
                cases(table.cases().stream().map(one -> one.target()).toList(), table.defaultTarget());
            case LookupSwitchInstruction lookup ->
                cases(lookup.cases().stream().map(one -> one.target()).toList(), lookup.defaultTarget());
            default -> List.of();
        };
    }

    private static List<Label> cases(List<Label> cases, Label otherwise) {
        List<Label> all = new ArrayList<>(cases);
        all.add(otherwise);
        return all;
    }
}
