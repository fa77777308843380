package io.heddle.fix.proof;

import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.classfile.CodeBytes.ExceptionHandlerRange;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.ControlFlowGraph;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translation validation of code in which a lock took a monitor's place. A state is how often each lock is held, and
/// each instruction must have one state whatever path leads to it. Every way out of the method, an exception's too,
/// must hold nothing.
final class LockBalance {

    private static final Set<String> RELEASES = Set.of("unlock");
    private static final Set<String> ACQUIRES = Set.of("lock");
    private static final Set<String> LOCKS =
            Set.of("java/util/concurrent/locks/ReentrantLock", "java/util/concurrent/locks/Lock");

    private final byte[] code;
    private final List<ExceptionHandlerRange> handlers;
    private final Method method;
    private final Map<Integer, CallSite> calls = new HashMap<>();
    private final Set<Field> locks;
    private final Map<Integer, Map<Field, Integer>> states = new HashMap<>();
    private final Deque<Integer> pending = new ArrayDeque<>();
    private final List<String> violations = new ArrayList<>();
    private final CodeBytes bytes;
    private final CodeReader reader;

    private LockBalance(CodeReader reader, Method method, CodeBytes bytes, MethodFacts facts, Set<Field> locks) {
        this.reader = reader;
        this.method = method;
        this.bytes = bytes;
        this.code = bytes.code();
        this.handlers = bytes.handlers();
        this.locks = locks;
        facts.calls().forEach(call -> calls.put(call.offset(), call));
    }

    static List<String> violations(CodeReader reader, Method method, Set<Field> locks) {
        CodeBytes bytes = method.code();
        if (bytes == null) {
            return List.of();
        }
        LockBalance balance = new LockBalance(reader, method, bytes, reader.interpret(method), locks);
        balance.run();
        return List.copyOf(balance.violations);
    }

    private void run() {
        reach(0, Map.of());
        while (!pending.isEmpty() && violations.isEmpty()) {
            step(pending.remove());
        }
    }

    private void step(int at) {
        int opcode = code[at] & 0xFF;
        Map<Field, Integer> before = states.getOrDefault(at, Map.of());
        Map<Field, Integer> after = before;
        boolean releases = false;
        if (calls.get(at) instanceof CallSite call
                && LOCKS.contains(call.declared().name())) {
            int change = ACQUIRES.contains(call.signature().name())
                    ? 1
                    : RELEASES.contains(call.signature().name()) ? -1 : 0;
            releases = change < 0;
            Field lock = change == 0 ? null : reader.field(call.receiver());
            if (lock != null && locks.contains(lock)) {
                after = changed(before, lock, change);
            }
        }
        if (after.values().stream().anyMatch(held -> held < 0)) {
            violations.add(at(at) + " unlocks what it does not hold");
            return;
        }
        // Only the owner of a lock fails to release it, and that was excluded above: unlock does not throw.
        if (!releases && mayThrow(at, opcode)) {
            leaveByException(at, before);
        }
        if (opcode >= Instructions.IRETURN && opcode <= Instructions.RETURN) {
            leave(at, after, "returns");
        } else if (opcode != Instructions.ATHROW) {
            for (int next : ControlFlowGraph.successors(code, at)) {
                reach(next, after);
            }
        }
    }

    private void leaveByException(int at, Map<Field, Integer> held) {
        for (ExceptionHandlerRange handler : handlers) {
            if (handler.covers(at)) {
                reach(handler.handler(), held);
                if (handler.any()) {
                    return;
                }
            }
        }
        leave(at, held, "may throw");
    }

    private void leave(int at, Map<Field, Integer> held, String how) {
        if (!held.isEmpty()) {
            violations.add(at(at) + " " + how + " while it holds "
                    + held.keySet().iterator().next());
        }
    }

    private void reach(int at, Map<Field, Integer> held) {
        Map<Field, Integer> known = states.putIfAbsent(at, held);
        if (known == null) {
            pending.add(at);
        } else if (!known.equals(held)) {
            violations.add(at(at) + " is reached with a lock and without it");
        }
    }

    private static Map<Field, Integer> changed(Map<Field, Integer> held, Field lock, int change) {
        Map<Field, Integer> changed = new HashMap<>(held);
        if (changed.merge(lock, change, Integer::sum) == 0) {
            changed.remove(lock);
        }
        return Map.copyOf(changed);
    }

    /// Whether an instruction may throw what a program can see. Reading the lock's field again does not: its object
    /// was there when it was locked.
    private boolean mayThrow(int at, int opcode) {
        boolean accessor = calls.get(at) instanceof CallSite call && CodeReader.accessor(call) != null;
        if (accessor || opcode == Instructions.GETFIELD || opcode == Instructions.GETSTATIC) {
            int next = at + Instructions.length(code, at);
            // No instruction of an object's own method sets the variable that holds it.
            if (opcode == Instructions.GETFIELD && !method.isStatic() && followsThis(at)) {
                return false;
            }
            return !(calls.get(next) instanceof CallSite call
                    && LOCKS.contains(call.declared().name()));
        }
        boolean arithmetic = opcode == 108 || opcode == 109 || opcode == 112 || opcode == 113;
        boolean array = opcode >= 46 && opcode <= 53 || opcode >= 79 && opcode <= 86;
        return arithmetic
                || array
                || opcode >= Instructions.GETSTATIC && opcode <= Instructions.CHECKCAST
                || opcode == Instructions.MONITORENTER
                || opcode == Instructions.MONITOREXIT
                || opcode == Instructions.MULTIANEWARRAY;
    }

    private boolean followsThis(int wanted) {
        int before = -1;
        for (int at = 0; at < wanted; at += Instructions.length(code, at)) {
            before = at;
        }
        return before >= 0 && (code[before] & 0xFF) == Instructions.ALOAD_0;
    }

    private String at(int offset) {
        return method.qualifiedName() + ":" + bytes.lines().at(offset);
    }
}
