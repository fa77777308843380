package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.Value.New;
import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows the origins of values and the monitors that are held through one method's code, until nothing changes any more.
///
/// Where a monitor is held is not read from the exception table but followed: each path carries the monitors that it entered, two paths
/// that meet hold what both hold, and a handler holds what every instruction that it guards holds. That is right for the
/// code of javac, kotlinc, scalac, ecj and Clojure, whose guarded ranges differ.
final class Interpreter {

    /// Visits of blocks in all, for each block: origins only ever widen, and far sooner, unless the class file is odd.
    private static final int MOST_VISITS = 200;

    private final World world;
    private final Method method;
    private final Pool pool;
    private final byte[] code;
    private final int maxStack;
    private final List<Guard> guards = new ArrayList<>();
    private final BitSet starts = new BitSet();
    private final BitSet pending = new BitSet();
    private final @Nullable Frame[] frames;
    /// One object for each origin, by the instruction that makes it.
    private final @Nullable Object[] origins;
    private final Lines lines;
    private final List<Type> created = new ArrayList<>();
    private final List<String> touched = new ArrayList<>();
    private final List<Value> returns = new ArrayList<>();
    /// Names of static fields that it reads.
    private final Set<String> asked = new HashSet<>();
    private final @Nullable Value[] writes;
    private boolean holds;
    private boolean arrays;

    private record Guard(int start, int end, int handler) {
    }

    private Interpreter(World world, Method method, CodeAttribute attribute) {
        this.world = world;
        this.method = method;
        this.pool = new Pool(world, method.owner);
        this.code = attribute.codeArray();
        this.maxStack = attribute.maxStack();
        this.frames = new Frame[code.length];
        this.origins = new Object[code.length];
        this.writes = new Value[code.length];
        this.lines = new Lines(attribute);
        for (ExceptionCatch guard : attribute.exceptionHandlers()) {
            guards.add(new Guard(attribute.labelToBci(guard.tryStart()), attribute.labelToBci(guard.tryEnd()), attribute.labelToBci(guard.handler())));
        }
        frames[0] = entry(attribute.maxLocals());
    }

    /// @return the body; [Body#NONE] where there is no code
    /// @throws RuntimeException of any kind when the code is damaged
    static Body interpret(World world, Method method) {
        CodeAttribute attribute = method.model == null ? null : method.model.findAttribute(Attributes.code()).orElse(null);
        return attribute == null ? Body.NONE : new Interpreter(world, method, attribute).run();
    }

    private Frame entry(int maxLocals) {
        Value self = new Value.This(method.owner);
        Held held = method.isSynchronized() ? new Held(method.isStatic() ? Value.ANY : self, -1, lines.first(), null) : null;
        Frame frame = new Frame(maxLocals, maxStack, held);
        int at = 0;
        if (!method.isStatic()) {
            frame.locals[at++] = self;
        }
        List<String> parameters = method.signature.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            boolean reference = "L[".indexOf(parameters.get(i).charAt(0)) >= 0;
            frame.locals[at] = reference ? new Value.Parameter(i, Signature.className(parameters.get(i))) : Value.ANY;
            at += Signature.width(parameters.get(i));
        }
        return frame;
    }

    private Body run() {
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
        Blocks blocks = new Blocks(code, starts);
        List<Call> calls = new ArrayList<>();
        List<Body.Write> written = new ArrayList<>();
        for (int at = 0; at < code.length; at++) {
            if (origins[at] instanceof Call call) {
                calls.add(finish(call, blocks));
            } else if (origins[at] instanceof Value.Result result) {
                calls.add(finish(result.call, blocks));
            } else if (writes[at] != null && origins[at] instanceof Field field) {
                written.add(new Body.Write(field, writes[at], blocks.certain(at), field.owner == method.owner && asked.contains(field.name)));
            }
        }
        if (written.stream().anyMatch(write -> write.field().is(AccessFlag.STATIC))) {
            calls.forEach(call -> call.certain = blocks.certain(call.offset));
        }
        int spin = method.owner.isJdk() ? -1 : Spins.find(code, starts, pool);
        return new Body(calls, written, returns, created, touched, holds || method.isSynchronized(), arrays, spin < 0 ? -1 : lines.at(spin));
    }

    private static Call finish(Call call, Blocks blocks) {
        call.normal = blocks.normal(call.offset);
        call.loops = Call.isAskedForLoops(call.declared) && blocks.loops(call.offset);
        // Only calls that pass a parameter on are ever asked, and those beside a write to a static field.
        call.certain = call.arguments.stream().anyMatch(argument -> Value.bare(argument) instanceof Value.Parameter) && blocks.certain(call.offset);
        return call;
    }

    private void findBlocks() {
        starts.set(0);
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            int next = at + Instructions.length(code, at);
            if (Instructions.isBranch(opcode) || Instructions.ends(opcode) || opcode == Instructions.TABLESWITCH || opcode == Instructions.LOOKUPSWITCH) {
                for (int target : Blocks.successors(code, at)) {
                    starts.set(target);
                }
                if (next < code.length) {
                    starts.set(next);
                }
            }
        }
        for (Guard guard : guards) {
            starts.set(guard.start);
            starts.set(guard.handler);
            if (guard.end < code.length) {
                starts.set(guard.end);
            }
        }
    }

    private void visit(int start) {
        Frame frame = frames[start] == null ? null : frames[start].copy();
        if (frame == null) {
            return;
        }
        List<Guard> around = guards.stream().filter(guard -> guard.start <= start && start < guard.end).toList();
        int at = start;
        boolean changed = true;
        while (true) {
            int opcode = code[at] & 0xFF;
            if (changed) {
                for (Guard guard : around) {
                    reachHandler(guard, frame);
                }
            }
            step(at, opcode, frame);
            changed = opcode >= Instructions.ISTORE && opcode <= Instructions.ASTORE_3 || opcode == Instructions.MONITORENTER || opcode == Instructions.MONITOREXIT
                    || opcode == Instructions.WIDE;
            int next = at + Instructions.length(code, at);
            if (next >= code.length || starts.get(next) || Instructions.ends(opcode)) {
                for (int target : Blocks.successors(code, at)) {
                    reach(target, frame);
                }
                return;
            }
            at = next;
        }
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
        Frame known = frames[guard.handler];
        if (known == null) {
            known = thrower.copy();
            known.top = 0;
            known.push(Value.ANY);
            frames[guard.handler] = known;
            pending.set(guard.handler);
        } else if (known.mergeIntoHandler(thrower)) {
            pending.set(guard.handler);
        }
    }

    private void step(int at, int opcode, Frame frame) {
        switch (opcode) {
            case Instructions.ACONST_NULL -> frame.push(Value.NULL);
            case Instructions.LDC -> frame.push(constant(at, code[at + 1] & 0xFF));
            case Instructions.LDC_W -> frame.push(constant(at, Instructions.index2(code, at + 1)));
            case Instructions.ALOAD -> frame.push(frame.locals[code[at + 1] & 0xFF]);
            case Instructions.ALOAD_0, Instructions.ALOAD_0 + 1, Instructions.ALOAD_0 + 2, Instructions.ALOAD_3 -> frame.push(frame.locals[opcode - Instructions.ALOAD_0]);
            case Instructions.ASTORE -> frame.locals[code[at + 1] & 0xFF] = frame.pop();
            case Instructions.ASTORE_0, Instructions.ASTORE_0 + 1, Instructions.ASTORE_0 + 2, Instructions.ASTORE_3 -> frame.locals[opcode - Instructions.ASTORE_0] = frame.pop();
            case Instructions.WIDE -> wide(at, frame);
            case Instructions.DUP, Instructions.DUP + 1, Instructions.DUP + 2, Instructions.DUP + 3, Instructions.DUP + 4, Instructions.DUP + 5, Instructions.SWAP -> shuffle(opcode, frame);
            case Instructions.ARETURN -> returnValue(frame.pop());
            case Instructions.GETSTATIC, Instructions.GETFIELD -> read(at, opcode, frame);
            case Instructions.PUTSTATIC, Instructions.PUTFIELD -> write(at, opcode, frame);
            case Instructions.INVOKEVIRTUAL, Instructions.INVOKESPECIAL, Instructions.INVOKESTATIC, Instructions.INVOKEINTERFACE -> call(at, opcode, frame);
            case Instructions.INVOKEDYNAMIC -> dynamic(at, frame);
            case Instructions.NEW -> frame.push(made(at));
            case Instructions.CHECKCAST -> frame.push(cast(at, frame.pop()));
            case Instructions.MONITORENTER -> {
                frame.held = new Held(frame.pop(), at, lines.at(at), frame.held);
                holds = true;
            }
            case Instructions.MONITOREXIT -> {
                frame.pop();
                frame.held = frame.held == null ? null : frame.held.outer();
            }
            case Instructions.MULTIANEWARRAY -> {
                frame.pop(code[at + 3] & 0xFF);
                frame.push(Value.ANY);
            }
            default -> plain(at, opcode, frame);
        }
    }

    private void plain(int at, int opcode, Frame frame) {
        if (opcode == Instructions.NEWARRAY && origins[at] == null) {
            origins[at] = Value.ANY;
            arrays = true;
        }
        frame.pop(Instructions.pops(opcode));
        for (int i = 0; i < Instructions.pushes(opcode); i++) {
            frame.push(Value.ANY);
        }
        if (opcode >= Instructions.ISTORE && opcode < Instructions.ASTORE) {
            forget(frame, code[at + 1] & 0xFF);
        } else if (opcode >= Instructions.ISTORE_0 && opcode < Instructions.ASTORE_0) {
            forget(frame, opcode - Instructions.ISTORE_0 & 3);
        }
    }

    private static void forget(Frame frame, int local) {
        frame.locals[local] = Value.ANY;
    }

    private void wide(int at, Frame frame) {
        int opcode = code[at + 1] & 0xFF;
        int local = Instructions.index2(code, at + 2);
        if (opcode == Instructions.ALOAD) {
            frame.push(frame.locals[local]);
        } else if (opcode == Instructions.ASTORE) {
            frame.locals[local] = frame.pop();
        } else {
            frame.pop(Instructions.pops(opcode));
            for (int i = 0; i < Instructions.pushes(opcode); i++) {
                frame.push(Value.ANY);
            }
            if (opcode >= Instructions.ISTORE && opcode < Instructions.ASTORE) {
                forget(frame, local);
            }
        }
    }

    // dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, swap: all copy some slots below others.
    private static void shuffle(int opcode, Frame frame) {
        Value first = frame.pop();
        if (opcode == Instructions.SWAP) {
            Value second = frame.pop();
            frame.push(first);
            frame.push(second);
            return;
        }
        int copied = opcode < Instructions.DUP + 3 ? 1 : 2;
        int below = (opcode - Instructions.DUP) % 3;
        Value second = copied == 2 ? frame.pop() : Value.ANY;
        Value[] kept = new Value[below];
        for (int i = 0; i < below; i++) {
            kept[i] = frame.pop();
        }
        pushPair(frame, copied, first, second);
        for (int i = below - 1; i >= 0; i--) {
            frame.push(kept[i]);
        }
        pushPair(frame, copied, first, second);
    }

    private static void pushPair(Frame frame, int copied, Value first, Value second) {
        if (copied == 2) {
            frame.push(second);
        }
        frame.push(first);
    }

    private void returnValue(Value value) {
        if (returns.stream().noneMatch(known -> known == value)) {
            returns.add(value);
        }
    }

    private Value constant(int at, int index) {
        if (origins[at] instanceof Value known) {
            return known;
        }
        Value value = pool.constant(index);
        origins[at] = value;
        return value;
    }

    private Value made(int at) {
        if (origins[at] instanceof New known) {
            return known;
        }
        Type type = pool.type(Instructions.index2(code, at + 1));
        created.add(type);
        New made = new New(type);
        origins[at] = made;
        return made;
    }

    private Value cast(int at, Value value) {
        if (origins[at] instanceof Value.Cast known && known.inner() == value) {
            return known;
        }
        // An object that is made here is known better than any cast says.
        Value cast = value instanceof New || value == Value.NULL ? value : new Value.Cast(value, pool.type(Instructions.index2(code, at + 1)));
        origins[at] = cast;
        return cast;
    }

    private void read(int at, int opcode, Frame frame) {
        if (opcode == Instructions.GETFIELD) {
            frame.pop();
        }
        FieldRefEntry entry = pool.fieldEntry(Instructions.index2(code, at + 1));
        String descriptor = entry.type().stringValue();
        if (opcode == Instructions.GETSTATIC) {
            touch(entry.owner().asInternalName());
            asked.add(entry.name().stringValue());
        }
        if (!(origins[at] instanceof Value)) {
            boolean reference = "L[".indexOf(descriptor.charAt(0)) >= 0;
            Field field = reference ? pool.field(Instructions.index2(code, at + 1)) : null;
            Value value = field != null ? field.read : reference ? new Value.Typed(Signature.className(descriptor)) : Value.ANY;
            origins[at] = value;
        }
        frame.push((Value) origins[at], descriptor);
    }

    private void write(int at, int opcode, Frame frame) {
        int index = Instructions.index2(code, at + 1);
        String descriptor = pool.fieldEntry(index).type().stringValue();
        frame.pop(Signature.width(descriptor) - 1);
        Value value = frame.pop();
        if (opcode == Instructions.PUTFIELD) {
            frame.pop();
        }
        // A flag is written to tell that something was done.
        if ("L[".indexOf(descriptor.charAt(0)) >= 0 || opcode == Instructions.PUTSTATIC && descriptor.equals("Z")) {
            origins[at] = pool.field(index);
            writes[at] = writes[at] == null ? value : Value.merge(writes[at], value);
        }
    }

    private void touch(String name) {
        if (!name.equals(method.owner.name) && !touched.contains(name)) {
            touched.add(name);
        }
    }

    private void call(int at, int opcode, Frame frame) {
        Pool.Member member = pool.method(Instructions.index2(code, at + 1));
        // An array runs Object's own methods (JLS §10.7), whatever classes there are.
        boolean exact = opcode == Instructions.INVOKESPECIAL || member.owner().startsWith("[");
        How how = opcode == Instructions.INVOKESTATIC ? How.STATIC : exact ? How.SPECIAL : How.VIRTUAL;
        if (how == How.STATIC) {
            touch(member.owner());
        }
        String result = member.signature().result();
        boolean reference = "L[".indexOf(result.charAt(0)) >= 0;
        Object known = origins[at];
        Call call = known instanceof Value.Result made ? made.call : known instanceof Call made ? made
                : new Call(method, at, lines.at(at), how, world.type(member.owner()), member.signature());
        call.throughInterface = opcode == Instructions.INVOKEINTERFACE;
        if (known == null) {
            origins[at] = reference ? new Value.Result(call) : call;
        }
        List<Value> arguments = arguments(frame, member.signature(), how != How.STATIC);
        call.arguments = call.arguments.isEmpty() ? arguments : merge(call.arguments, arguments);
        call.held = frame.held;
        if (how == How.SPECIAL && member.signature().name().equals("<init>") && call.receiver() instanceof New made) {
            made.arguments = call.arguments.subList(1, call.arguments.size());
        }
        frame.push(reference ? (Value) origins[at] : Value.ANY, result);
    }

    private static List<Value> merge(List<Value> known, List<Value> more) {
        List<Value> merged = new ArrayList<>(known.size());
        for (int i = 0; i < known.size(); i++) {
            merged.add(Value.merge(known.get(i), more.get(i)));
        }
        return merged;
    }

    private static List<Value> arguments(Frame frame, Signature signature, boolean receiver) {
        frame.pop(signature.slots() + (receiver ? 1 : 0));
        int at = frame.top;
        List<Value> arguments = new ArrayList<>(signature.parameters().size() + 1);
        if (receiver) {
            arguments.add(frame.stack[at++]);
        }
        for (String parameter : signature.parameters()) {
            arguments.add(frame.stack[at]);
            at += Signature.width(parameter);
        }
        return arguments;
    }

    private void dynamic(int at, Frame frame) {
        int index = Instructions.index2(code, at + 1);
        Signature signature = pool.dynamic(index);
        List<Value> captured = arguments(frame, signature, false);
        if (!(origins[at] instanceof Value)) {
            Type lambda = pool.lambda(index, method, captured, lines.at(at));
            Value value = Value.ANY;
            if (lambda != null) {
                New made = new New(lambda);
                made.arguments = captured;
                created.add(lambda);
                value = made;
            } else if ("L[".indexOf(signature.result().charAt(0)) >= 0) {
                value = new Value.Typed(Signature.className(signature.result()));
            }
            origins[at] = value;
        }
        frame.push((Value) origins[at], signature.result());
    }
}
