package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.classfile.CodeBytes.ExceptionHandlerRange;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.classfile.LineTable;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Interprets the code of one method over [AbstractValue]s and [LockSet]s, until nothing changes any more.
///
/// Where a monitor is held is not read from the exception table but followed: each path carries the monitors
/// that it entered, two paths that join hold what both hold, and a handler holds what every instruction in
/// its range holds. That is right for javac, kotlinc, scalac, ecj and Clojure, whose exception ranges differ.
final class AbstractInterpreter {

    /// Flags and numbers: parameters of these types are followed where they are passed on or compared with 0.
    private static final Set<String> NUMBERS = Set.of("Z", "I", "J");

    private final Method method;
    private final ConstantPool pool;
    private final byte[] code;
    private final int maxStack;
    private final List<ExceptionHandlerRange> handlers;
    private final BitSet starts = new BitSet();
    private final BitSet pending = new BitSet();
    private final @Nullable Frame[] frames;
    private final LineTable lines;
    private final Transfer transfer;
    /// Null unless wanted.
    private @Nullable BranchRecorder recorder;

    private AbstractInterpreter(CodeReader reader, Method method, CodeBytes bytes) {
        this.method = method;
        this.pool = reader.pool(method.owner());
        this.code = bytes.code();
        reader.pruner().prune(method.owner(), code, pool);
        this.maxStack = bytes.maxStack();
        this.frames = new Frame[code.length];
        this.lines = bytes.lines();
        this.transfer = new Transfer(reader, method, pool, code, lines);
        this.handlers = bytes.handlers();
        frames[0] = entry(bytes.maxLocals());
    }

    static MethodFacts interpret(CodeReader reader, Method method) {
        CodeBytes bytes = method.code();
        return bytes == null ? MethodFacts.NONE : new AbstractInterpreter(reader, method, bytes).run();
    }

    static BranchConditions branches(CodeReader reader, Method method, Predicate<AbstractValue> neverNull) {
        CodeBytes bytes = method.code();
        AbstractInterpreter interpreter = bytes == null ? null : new AbstractInterpreter(reader, method, bytes);
        if (interpreter == null) {
            return BranchConditions.NONE;
        }
        BranchRecorder recorder = new BranchRecorder(reader, interpreter.code, interpreter.pool, neverNull);
        interpreter.recorder = recorder;
        interpreter.settle();
        return recorder.branches(interpreter.starts, interpreter.handlers);
    }

    static List<MethodFacts.MonitorEnter> monitors(CodeReader reader, Method method) {
        CodeBytes bytes = method.code();
        if (bytes == null) {
            return List.of();
        }
        AbstractInterpreter interpreter = new AbstractInterpreter(reader, method, bytes);
        interpreter.settle();
        return interpreter.transfer.entered.values().stream()
                .map(held -> {
                    String literal = interpreter.literal(held.offset());
                    return new MethodFacts.MonitorEnter(
                            held.offset(),
                            held.line(),
                            literal.isEmpty() ? held.object() : new AbstractValue.Typed("java/lang/Class"),
                            literal,
                            held.outer());
                })
                .toList();
    }

    /// Name of the class by whose literal a monitor is entered; empty where it is another one. Compilers write
    /// ldc, dup, astore, monitorenter.
    private String literal(int enter) {
        int[] before = {-1, -1, -1};
        for (int at = 0; at < enter; at += Instructions.length(code, at)) {
            before[0] = before[1];
            before[1] = before[2];
            before[2] = at;
        }
        int at = before[0];
        if (at < 0) {
            return "";
        }
        return switch (code[at] & 0xFF) {
            case Instructions.LDC -> pool.literal(code[at + 1] & 0xFF);
            case Instructions.LDC_W -> pool.literal(Instructions.index2(code, at + 1));
            default -> "";
        };
    }

    private Frame entry(int maxLocals) {
        AbstractValue self = new AbstractValue.This(method.owner());
        LockSet held = method.isSynchronized()
                ? new LockSet(method.isStatic() ? AbstractValue.ANY : self, -1, lines.first(), null)
                : null;
        Frame frame = new Frame(maxLocals, maxStack, held);
        int at = 0;
        if (!method.isStatic()) {
            frame.locals[at++] = self;
        }
        List<String> parameters = method.signature().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            boolean reference = Signature.isReference(parameters.get(i));
            frame.locals[at] = reference
                    ? new AbstractValue.Parameter(method, i, Signature.className(parameters.get(i)))
                    : NUMBERS.contains(parameters.get(i))
                            ? new AbstractValue.Parameter(method, i, "")
                            : AbstractValue.ANY;
            at += Signature.width(parameters.get(i));
        }
        return frame;
    }

    private void settle() {
        findBlocks();
        pending.set(0);
        int visits = Limits.Intra.VISITS_PER_BLOCK * starts.cardinality();
        for (int at = 0; at >= 0; at = pending.nextSetBit(0)) {
            if (visits-- < 0) {
                throw new IllegalArgumentException("its code does not settle");
            }
            pending.clear(at);
            visit(at);
        }
    }

    private MethodFacts run() {
        settle();
        ControlFlowGraph graph = new ControlFlowGraph(code, starts, handlers);
        List<CallSite> calls = new ArrayList<>();
        List<MethodFacts.Write> written = new ArrayList<>();
        for (int at = 0; at < code.length; at++) {
            if (transfer.origins[at] instanceof CallSite call) {
                calls.add(finish(call, graph));
            } else if (transfer.origins[at] instanceof AbstractValue.Result result) {
                calls.add(finish(result.call(), graph));
            } else if (transfer.writes[at] != null && transfer.origins[at] instanceof Field field) {
                written.add(new MethodFacts.Write(
                        field,
                        transfer.writes[at],
                        graph.onEveryReturnPath(at),
                        field.owner() == method.owner() && transfer.asked.contains(field.name())));
            }
        }
        transfer.bound.forEach((at, bound) -> bound.forEach((field, held) -> held.stream()
                .flatMap(value -> ClojureCalls.callable(value).stream())
                .distinct()
                .forEach(value ->
                        written.add(new MethodFacts.Write(field, value, graph.onEveryReturnPath(at), false)))));
        if (written.stream().anyMatch(write -> write.field().is(AccessFlag.STATIC))) {
            calls.forEach(call -> call.liesOnEveryReturnPath(graph.onEveryReturnPath(call.offset())));
        }
        int spin = method.owner().isJdk() ? -1 : BusyWaitDetector.find(code, starts, pool);
        return new MethodFacts(
                List.copyOf(calls),
                List.copyOf(written),
                List.copyOf(transfer.returns),
                List.copyOf(transfer.created),
                List.copyOf(transfer.touched),
                List.copyOf(transfer.literals),
                List.copyOf(transfer.stubs),
                List.copyOf(transfer.roots),
                transfer.holds || method.isSynchronized(),
                transfer.arrays,
                spin < 0 ? -1 : lines.at(spin));
    }

    private static CallSite finish(CallSite call, ControlFlowGraph graph) {
        call.lies(graph.nonExceptional(call.offset()));
        if (CallSite.isAskedForLoops(call.declared()) && graph.loops(call.offset())) {
            call.liesInLoop(graph.isCounted(call.offset()), graph.isInShortLoops(call.offset()));
        }
        // Asked only of calls before the first branch, of those that pass a parameter on, and of those next to a
        // write to a static field.
        call.liesOnEveryReturnPath(
                graph.isBeforeBranches(call.offset()) || passesOn(call) && graph.onEveryReturnPath(call.offset()));
        return call;
    }

    private static boolean passesOn(CallSite call) {
        for (AbstractValue argument : call.arguments()) {
            if (AbstractValue.bare(argument) instanceof AbstractValue.Parameter parameter && !parameter.isNumber()) {
                return true;
            }
        }
        return false;
    }

    private void findBlocks() {
        starts.set(0);
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            int next = at + Instructions.length(code, at);
            if (Instructions.isBranch(opcode)
                    || Instructions.ends(opcode)
                    || opcode == Instructions.TABLESWITCH
                    || opcode == Instructions.LOOKUPSWITCH) {
                for (int target : ControlFlowGraph.successors(code, at)) {
                    starts.set(target);
                }
                if (next < code.length) {
                    starts.set(next);
                }
            }
        }
        for (ExceptionHandlerRange handler : handlers) {
            starts.set(handler.start());
            starts.set(handler.handler());
            if (handler.end() < code.length) {
                starts.set(handler.end());
            }
        }
    }

    private void visit(int start) {
        Frame frame = frames[start] == null ? null : frames[start].copy();
        if (frame == null) {
            return;
        }
        List<ExceptionHandlerRange> around = around(start);
        int at = start;
        boolean changed = true;
        while (true) {
            int opcode = code[at] & 0xFF;
            if (changed) {
                for (ExceptionHandlerRange handler : around) {
                    reachHandler(handler, frame);
                }
            }
            if (recorder != null) {
                recorder.step(at, opcode, frame);
            }
            boolean unset = (opcode == Instructions.IFNULL || opcode == Instructions.IFNONNULL)
                    && DeadBranchPruner.isUnset(frame.stack[frame.top - 1]);
            transfer.step(at, opcode, frame);
            changed = opcode >= Instructions.ISTORE && opcode <= Instructions.ASTORE_3
                    || opcode == Instructions.MONITORENTER
                    || opcode == Instructions.MONITOREXIT
                    || opcode == Instructions.WIDE;
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next) || Instructions.ends(opcode)) {
                int[] targets = ControlFlowGraph.successors(code, at);
                for (int target : unset ? new int[] {targets[opcode == Instructions.IFNULL ? 1 : 0]} : targets) {
                    reach(target, frame);
                }
                return;
            }
            at = next;
        }
    }

    private List<ExceptionHandlerRange> around(int at) {
        List<ExceptionHandlerRange> around = new ArrayList<>(0);
        for (ExceptionHandlerRange handler : handlers) {
            if (handler.covers(at)) {
                around.add(handler);
            }
        }
        return around;
    }

    private void reach(int target, Frame frame) {
        if (target >= code.length) {
            throw new IllegalArgumentException("its code runs out of its end");
        }
        Frame known = frames[target];
        if (known == null) {
            frames[target] = frame.copy();
            pending.set(target);
        } else if (known.merge(frame)) {
            pending.set(target);
        }
    }

    private void reachHandler(ExceptionHandlerRange handler, Frame thrower) {
        Frame known = frames[handler.handler()];
        if (known == null) {
            known = thrower.copy();
            known.top = 0;
            known.push(AbstractValue.ANY);
            frames[handler.handler()] = known;
            pending.set(handler.handler());
        } else if (known.mergeIntoHandler(thrower)) {
            pending.set(handler.handler());
        }
    }
}
