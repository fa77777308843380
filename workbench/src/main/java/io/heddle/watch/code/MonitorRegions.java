package io.heddle.watch.code;

import io.heddle.waits.StackFrame;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which monitors a method holds at each instruction, by following its control flow: the only way to tell the frame
/// that holds a monitor from the frame that sleeps.
final class MonitorRegions {

    private final ClassModel type;

    private MonitorRegions(ClassModel type) {
        this.type = type;
    }

    /// @throws IllegalArgumentException when these are no class file
    static MonitorRegions of(byte[] classFile) {
        return new MonitorRegions(ClassFile.of().parse(classFile));
    }

    /// Whether the method holds a monitor at an instruction, be it a synchronized method or inside a synchronized
    /// block. A thread dump tells neither instruction nor descriptor: then any call in the frame's line counts.
    boolean holds(StackFrame frame) {
        return methods(frame).stream()
                .anyMatch(method -> method.findAttribute(Attributes.code())
                                .filter(code -> frame.bci() >= 0 || hasLine(code, frame.line()))
                                .isPresent()
                        && (method.flags().has(AccessFlag.SYNCHRONIZED)
                                || method.findAttribute(Attributes.code())
                                        .map(code -> holdsAt(code, frame))
                                        .orElse(false)));
    }

    /// Whether the class has the method of a frame, and it an instruction or a line as the frame says.
    boolean has(StackFrame frame) {
        return methods(frame).stream()
                .anyMatch(method -> frame.isNative()
                        || method.findAttribute(Attributes.code())
                                .filter(code -> frame.bci() >= 0
                                        ? instructions(code).containsKey(frame.bci())
                                                && (frame.line() == 0 || !hasLines(code) || hasLine(code, frame.line()))
                                        : frame.line() == 0 || hasLine(code, frame.line()))
                                .isPresent());
    }

    private static boolean hasLines(CodeAttribute code) {
        return code.elementStream().anyMatch(LineNumber.class::isInstance);
    }

    private static boolean holdsAt(CodeAttribute code, StackFrame frame) {
        if (frame.bci() >= 0) {
            return depths(code).getOrDefault(frame.bci(), 0) > 0;
        }
        Map<Integer, Integer> depths = depths(code);
        int bci = 0;
        int line = 0;
        for (CodeElement element : code) {
            if (element instanceof LineNumber number) {
                line = number.line();
            } else if (element instanceof Instruction instruction) {
                if (line == frame.line()
                        && instruction instanceof InvokeInstruction
                        && depths.getOrDefault(bci, 0) > 0) {
                    return true;
                }
                bci += instruction.sizeInBytes();
            }
        }
        return false;
    }

    private static boolean hasLine(CodeAttribute code, int line) {
        return code.elementStream().anyMatch(element -> element instanceof LineNumber number && number.line() == line);
    }

    /// The class that an instruction makes the JVM initialise: the owner of its static call or field, or what it
    /// makes an instance of.
    Optional<String> initializes(StackFrame frame) {
        return methods(frame).stream()
                .findFirst()
                .flatMap(m -> m.findAttribute(Attributes.code()))
                .flatMap(code -> Optional.ofNullable(instructions(code).get(frame.bci())))
                .flatMap(instruction -> switch (instruction) {
                    case InvokeInstruction call
                    when call.opcode() == Opcode.INVOKESTATIC ->
                        Optional.of(call.owner().asInternalName());
                    case FieldInstruction field
                    when field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC ->
                        Optional.of(field.owner().asInternalName());
                    case NewObjectInstruction made ->
                        Optional.of(made.className().asInternalName());
                    default -> Optional.<String>empty();
                })
                .map(name -> name.replace('/', '.'));
    }

    private List<MethodModel> methods(StackFrame frame) {
        return type.methods().stream()
                .filter(m -> m.methodName().equalsString(frame.method())
                        && (frame.descriptor().isEmpty() || m.methodType().equalsString(frame.descriptor())))
                .toList();
    }

    private static TreeMap<Integer, Instruction> instructions(CodeAttribute code) {
        TreeMap<Integer, Instruction> at = new TreeMap<>();
        int bci = 0;
        for (CodeElement element : code) {
            if (element instanceof Instruction instruction) {
                at.put(bci, instruction);
                bci += instruction.sizeInBytes();
            }
        }
        return at;
    }

    /// Monitors held while each instruction runs, by its index. A handler is entered with what its range was
    /// entered with, which holds for what compilers write: a range lies inside a block or outside, never across
    /// its border.
    private static Map<Integer, Integer> depths(CodeAttribute code) {
        TreeMap<Integer, Instruction> instructions = instructions(code);
        Map<Integer, Integer> depth = new HashMap<>();
        ArrayDeque<Integer> waiting = new ArrayDeque<>();
        reach(0, 0, depth, waiting);
        while (!waiting.isEmpty()) {
            int bci = waiting.remove();
            int before = depth.getOrDefault(bci, 0);
            Instruction instruction = instructions.get(bci);
            if (instruction == null) {
                continue;
            }
            for (ExceptionCatch handler : code.exceptionHandlers()) {
                if (code.labelToBci(handler.tryStart()) == bci) {
                    reach(code.labelToBci(handler.handler()), before, depth, waiting);
                }
            }
            int after = Math.max(0, before + change(instruction));
            targets(code, instruction).forEach(target -> reach(target, after, depth, waiting));
            if (!ends(instruction)) {
                reach(bci + instruction.sizeInBytes(), after, depth, waiting);
            }
        }
        return depth;
    }

    private static void reach(int bci, int with, Map<Integer, Integer> depth, ArrayDeque<Integer> waiting) {
        if (depth.putIfAbsent(bci, with) == null) {
            waiting.add(bci);
        }
    }

    private static int change(Instruction instruction) {
        return instruction instanceof MonitorInstruction monitor ? monitor.opcode() == Opcode.MONITORENTER ? 1 : -1 : 0;
    }

    private static boolean ends(Instruction instruction) {
        return instruction instanceof ReturnInstruction
                || instruction instanceof ThrowInstruction
                || instruction instanceof TableSwitchInstruction
                || instruction instanceof LookupSwitchInstruction
                || instruction instanceof BranchInstruction branch
                        && (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W);
    }

    private static List<Integer> targets(CodeAttribute code, Instruction instruction) {
        List<Integer> targets = new ArrayList<>();
        switch (instruction) {
            case BranchInstruction branch -> targets.add(code.labelToBci(branch.target()));
            case TableSwitchInstruction table -> {
                targets.add(code.labelToBci(table.defaultTarget()));
                table.cases().forEach(one -> targets.add(code.labelToBci(one.target())));
            }
            case LookupSwitchInstruction lookup -> {
                targets.add(code.labelToBci(lookup.defaultTarget()));
                lookup.cases().forEach(one -> targets.add(code.labelToBci(one.target())));
            }
            default -> {
                // goes on with the next one
            }
        }
        return targets;
    }
}
