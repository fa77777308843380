package io.heddle.check.graph;

import io.heddle.check.graph.CodeBytes.Guard;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows the origins of values and the monitors that are held through one method's code, until nothing changes any
/// more.
///
/// Where a monitor is held is not read from the exception table but followed: each path carries the monitors that it
/// entered, two paths that meet hold what both hold, and a handler holds what every instruction that it guards holds.
/// That is right for the code of javac, kotlinc, scalac, ecj and Clojure, whose guarded ranges differ.
final class Interpreter {

    /// Of these it is followed whether they are passed on, and asked whether they are 0: flags and numbers.
    private static final Set<String> NUMBERS = Set.of("Z", "I", "J");
    /// Visits of blocks in all, for each block: origins only ever widen, and far sooner, unless the class file is
    /// odd.
    private static final int MOST_VISITS = 200;

    private final Method method;
    private final Pool pool;
    private final byte[] code;
    private final int maxStack;
    private final List<Guard> guards;
    private final BitSet starts = new BitSet();
    private final BitSet pending = new BitSet();
    private final @Nullable Frame[] frames;
    private final Lines lines;
    private final Transfer transfer;
    /// Null unless wanted.
    private @Nullable Decisions decisions;

    private Interpreter(World world, Method method, CodeBytes bytes) {
        this.method = method;
        this.pool = new Pool(world, method.owner);
        this.code = bytes.code();
        SwitchedOff.takeOut(method.owner, code, pool, world.releases());
        this.maxStack = bytes.maxStack();
        this.frames = new Frame[code.length];
        this.lines = bytes.lines();
        this.transfer = new Transfer(world, method, pool, code, lines);
        this.guards = bytes.guards();
        frames[0] = entry(bytes.maxLocals());
    }

    /// @return the body; [Body#NONE] where there is no code
    /// @throws RuntimeException of any kind when the code is damaged
    static Body interpret(World world, Method method) {
        CodeBytes bytes = CodeBytes.of(method);
        return bytes == null ? Body.NONE : new Interpreter(world, method, bytes).run();
    }

    /// The branches that what the method is given decides; none where there is no code.
    static Branches branches(World world, Method method) {
        CodeBytes bytes = CodeBytes.of(method);
        Interpreter interpreter = bytes == null ? null : new Interpreter(world, method, bytes);
        if (interpreter == null) {
            return Branches.NONE;
        }
        Decisions decisions = new Decisions(interpreter.code, interpreter.pool);
        interpreter.decisions = decisions;
        interpreter.settle();
        return decisions.branches(world, interpreter.starts);
    }

    private Frame entry(int maxLocals) {
        Value self = new Value.This(method.owner);
        Held held = method.isSynchronized()
                ? new Held(method.isStatic() ? Value.ANY : self, -1, lines.first(), null)
                : null;
        Frame frame = new Frame(maxLocals, maxStack, held);
        int at = 0;
        if (!method.isStatic()) {
            frame.locals[at++] = self;
        }
        List<String> parameters = method.signature.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            boolean reference = Signature.isReference(parameters.get(i));
            frame.locals[at] = reference
                    ? new Value.Parameter(method, i, Signature.className(parameters.get(i)))
                    : NUMBERS.contains(parameters.get(i)) ? new Value.Parameter(method, i, "") : Value.ANY;
            at += Signature.width(parameters.get(i));
        }
        return frame;
    }

    private void settle() {
        findBlocks();
        pending.set(0);
        int visits = MOST_VISITS * starts.cardinality();
        for (int at = 0; at >= 0; at = pending.nextSetBit(0)) {
            if (visits-- < 0) {
                throw new IllegalArgumentException("its code does not settle");
            }
            pending.clear(at);
            visit(at);
        }
    }

    private Body run() {
        settle();
        Blocks blocks = new Blocks(code, starts);
        List<Call> calls = new ArrayList<>();
        List<Body.Write> written = new ArrayList<>();
        for (int at = 0; at < code.length; at++) {
            if (transfer.origins[at] instanceof Call call) {
                calls.add(finish(call, blocks));
            } else if (transfer.origins[at] instanceof Value.Result result) {
                calls.add(finish(result.call, blocks));
            } else if (transfer.writes[at] != null && transfer.origins[at] instanceof Field field) {
                written.add(new Body.Write(
                        field,
                        transfer.writes[at],
                        blocks.certain(at),
                        field.owner == method.owner && transfer.asked.contains(field.name)));
            }
        }
        if (written.stream().anyMatch(write -> write.field().is(AccessFlag.STATIC))) {
            calls.forEach(call -> call.certain = blocks.certain(call.offset));
        }
        int spin = method.owner.isJdk() ? -1 : Spins.find(code, starts, pool);
        return new Body(
                List.copyOf(calls),
                List.copyOf(written),
                List.copyOf(transfer.returns),
                List.copyOf(transfer.created),
                List.copyOf(transfer.touched),
                transfer.holds || method.isSynchronized(),
                transfer.arrays,
                spin < 0 ? -1 : lines.at(spin));
    }

    private static Call finish(Call call, Blocks blocks) {
        call.normal = blocks.normal(call.offset);
        call.loops = Call.isAskedForLoops(call.declared) && blocks.loops(call.offset);
        // Only calls that pass a parameter on are ever asked, and those beside a write to a static field.
        call.certain = passesOn(call) && blocks.certain(call.offset);
        return call;
    }

    private static boolean passesOn(Call call) {
        for (Value argument : call.arguments) {
            if (Value.bare(argument) instanceof Value.Parameter parameter && !parameter.isNumber()) {
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
                for (int target : Blocks.successors(code, at)) {
                    starts.set(target);
                }
                if (next < code.length) {
                    starts.set(next);
                }
            }
        }
        for (Guard guard : guards) {
            starts.set(guard.start());
            starts.set(guard.handler());
            if (guard.end() < code.length) {
                starts.set(guard.end());
            }
        }
    }

    private void visit(int start) {
        Frame frame = frames[start] == null ? null : frames[start].copy();
        if (frame == null) {
            return;
        }
        List<Guard> around = around(start);
        int at = start;
        boolean changed = true;
        while (true) {
            int opcode = code[at] & 0xFF;
            if (changed) {
                for (Guard guard : around) {
                    reachHandler(guard, frame);
                }
            }
            if (decisions != null) {
                decisions.step(at, opcode, frame);
            }
            boolean unset = (opcode == Instructions.IFNULL || opcode == Instructions.IFNONNULL)
                    && SwitchedOff.isUnset(frame.stack[frame.top - 1]);
            transfer.step(at, opcode, frame);
            changed = opcode >= Instructions.ISTORE && opcode <= Instructions.ASTORE_3
                    || opcode == Instructions.MONITORENTER
                    || opcode == Instructions.MONITOREXIT
                    || opcode == Instructions.WIDE;
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next) || Instructions.ends(opcode)) {
                int[] targets = Blocks.successors(code, at);
                for (int target : unset ? new int[] {targets[opcode == Instructions.IFNULL ? 1 : 0]} : targets) {
                    reach(target, frame);
                }
                return;
            }
            at = next;
        }
    }

    private List<Guard> around(int at) {
        List<Guard> around = new ArrayList<>(0);
        for (Guard guard : guards) {
            if (guard.start() <= at && at < guard.end()) {
                around.add(guard);
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

    private void reachHandler(Guard guard, Frame thrower) {
        Frame known = frames[guard.handler()];
        if (known == null) {
            known = thrower.copy();
            known.top = 0;
            known.push(Value.ANY);
            frames[guard.handler()] = known;
            pending.set(guard.handler());
        } else if (known.mergeIntoHandler(thrower)) {
            pending.set(guard.handler());
        }
    }
}
