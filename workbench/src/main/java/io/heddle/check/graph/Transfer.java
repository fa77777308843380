package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.Value.New;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one instruction does to a frame (the transfer function of a data-flow analysis), and what all instructions of
/// a method were seen to do.
final class Transfer {

    final List<Type> created = new ArrayList<>();
    final List<String> touched = new ArrayList<>();
    final List<Value> returns = new ArrayList<>();
    /// Names of static fields that it reads.
    final Set<String> asked = new HashSet<>();
    /// One object for each origin, by the instruction that makes it.
    final @Nullable Object[] origins;
    final @Nullable Value[] writes;
    /// Whether it enters a monitor.
    boolean holds;
    /// Whether it makes an array of primitives.
    boolean arrays;
    private final World world;
    private final Method method;
    private final Pool pool;
    private final byte[] code;
    private final Lines lines;

    Transfer(World world, Method method, Pool pool, byte[] code, Lines lines) {
        this.world = world;
        this.method = method;
        this.pool = pool;
        this.code = code;
        this.lines = lines;
        this.origins = new Object[code.length];
        this.writes = new Value[code.length];
    }

    /// @param at offset of the instruction
    void step(int at, int opcode, Frame frame) {
        switch (opcode) {
            case Instructions.ICONST_0, Instructions.ICONST_0 + 1 ->
                frame.push(opcode == Instructions.ICONST_0 ? Value.FALSE : Value.TRUE);
            case Instructions.ILOAD -> frame.push(flag(frame.locals[code[at + 1] & 0xFF]));
            case Instructions.ILOAD_0, Instructions.ILOAD_0 + 1, Instructions.ILOAD_0 + 2, Instructions.ILOAD_0 + 3 ->
                frame.push(flag(frame.locals[opcode - Instructions.ILOAD_0]));
            case Instructions.LCONST_0, Instructions.LCONST_0 + 1 ->
                frame.push(opcode == Instructions.LCONST_0 ? Value.FALSE : Value.TRUE, "J");
            case Instructions.LLOAD -> frame.push(flag(frame.locals[code[at + 1] & 0xFF]), "J");
            case Instructions.LLOAD_0, Instructions.LLOAD_0 + 1, Instructions.LLOAD_0 + 2, Instructions.LLOAD_3 ->
                frame.push(flag(frame.locals[opcode - Instructions.LLOAD_0]), "J");
            case Instructions.IINC -> forget(frame, code[at + 1] & 0xFF);
            case Instructions.ACONST_NULL -> frame.push(Value.NULL);
            case Instructions.LDC -> frame.push(constant(at, code[at + 1] & 0xFF));
            case Instructions.LDC_W -> frame.push(constant(at, Instructions.index2(code, at + 1)));
            case Instructions.ALOAD -> frame.push(frame.locals[code[at + 1] & 0xFF]);
            case Instructions.ALOAD_0, Instructions.ALOAD_0 + 1, Instructions.ALOAD_0 + 2, Instructions.ALOAD_3 ->
                frame.push(frame.locals[opcode - Instructions.ALOAD_0]);
            case Instructions.ASTORE -> frame.locals[code[at + 1] & 0xFF] = frame.pop();
            case Instructions.ASTORE_0, Instructions.ASTORE_0 + 1, Instructions.ASTORE_0 + 2, Instructions.ASTORE_3 ->
                frame.locals[opcode - Instructions.ASTORE_0] = frame.pop();
            case Instructions.WIDE -> wide(at, frame);
            case Instructions.DUP,
                    Instructions.DUP + 1,
                    Instructions.DUP + 2,
                    Instructions.DUP + 3,
                    Instructions.DUP + 4,
                    Instructions.DUP + 5,
                    Instructions.SWAP -> shuffle(opcode, frame);
            case Instructions.ARETURN -> returnValue(frame.pop());
            case Instructions.GETSTATIC, Instructions.GETFIELD -> read(at, opcode, frame);
            case Instructions.PUTSTATIC, Instructions.PUTFIELD -> write(at, opcode, frame);
            case Instructions.INVOKEVIRTUAL,
                    Instructions.INVOKESPECIAL,
                    Instructions.INVOKESTATIC,
                    Instructions.INVOKEINTERFACE -> call(at, opcode, frame);
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

    private static Value flag(Value value) {
        return value instanceof Value.Parameter || value instanceof Value.Flag ? value : Value.ANY;
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
            if (opcode >= Instructions.ISTORE && opcode < Instructions.ASTORE || opcode == Instructions.IINC) {
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
        for (Value known : returns) {
            if (known == value) {
                return;
            }
        }
        returns.add(value);
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
        Value cast = value instanceof New || value == Value.NULL
                ? value
                : new Value.Cast(value, pool.type(Instructions.index2(code, at + 1)));
        origins[at] = cast;
        return cast;
    }

    private void read(int at, int opcode, Frame frame) {
        if (opcode == Instructions.GETFIELD) {
            frame.pop();
        }
        Pool.Reference named = pool.reference(Instructions.index2(code, at + 1));
        String descriptor = named.descriptor();
        if (opcode == Instructions.GETSTATIC) {
            touch(named.owner());
            asked.add(named.name());
        }
        if (!(origins[at] instanceof Value)) {
            boolean reference = Signature.isReference(descriptor);
            Field field = reference ? pool.field(Instructions.index2(code, at + 1)) : null;
            Value value = field != null
                    ? field.read
                    : reference ? new Value.Typed(Signature.className(descriptor)) : Value.ANY;
            origins[at] = value;
        }
        frame.push((Value) origins[at], descriptor);
    }

    private void write(int at, int opcode, Frame frame) {
        int index = Instructions.index2(code, at + 1);
        String descriptor = pool.reference(index).descriptor();
        frame.pop(Signature.width(descriptor) - 1);
        Value value = frame.pop();
        if (opcode == Instructions.PUTFIELD) {
            frame.pop();
        }
        // A flag is written to tell that something was done.
        if (Signature.isReference(descriptor) || opcode == Instructions.PUTSTATIC && descriptor.equals("Z")) {
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
        boolean reference = Signature.isReference(result);
        Object known = origins[at];
        Call call = known instanceof Value.Result made
                ? made.call
                : known instanceof Call made
                        ? made
                        : new Call(method, at, lines.at(at), how, world.type(member.owner()), member.signature());
        call.throughInterface = opcode == Instructions.INVOKEINTERFACE;
        int next = at + Instructions.length(code, at);
        call.dropped = next < code.length && Instructions.isPop(code[next] & 0xFF);
        if (known == null) {
            origins[at] = reference ? new Value.Result(call) : call;
        }
        List<Value> arguments = arguments(frame, member.signature(), how != How.STATIC);
        call.arguments = call.arguments.isEmpty() ? arguments : merge(call.arguments, arguments);
        call.held = frame.held;
        if (how == How.SPECIAL && member.signature().name().equals("<init>") && call.receiver() instanceof New made) {
            made.arguments = call.arguments.subList(1, call.arguments.size());
            made.constructor = call.signature;
        }
        frame.push(reference ? (Value) origins[at] : Value.ANY, result);
    }

    private static List<Value> merge(List<Value> known, List<Value> more) {
        Value[] merged = new Value[known.size()];
        boolean same = true;
        for (int i = 0; i < merged.length; i++) {
            merged[i] = Value.merge(known.get(i), more.get(i));
            same &= merged[i] == known.get(i);
        }
        return same ? known : List.of(merged);
    }

    private static List<Value> arguments(Frame frame, Signature signature, boolean receiver) {
        frame.pop(signature.slots() + (receiver ? 1 : 0));
        int at = frame.top;
        Value[] arguments = new Value[signature.parameters().size() + (receiver ? 1 : 0)];
        int filled = 0;
        if (receiver) {
            arguments[filled++] = frame.stack[at++];
        }
        for (String parameter : signature.parameters()) {
            arguments[filled++] = frame.stack[at];
            at += Signature.width(parameter);
        }
        return List.of(arguments);
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
            } else if (Signature.isReference(signature.result())) {
                value = new Value.Typed(Signature.className(signature.result()));
            }
            origins[at] = value;
        }
        frame.push((Value) origins[at], signature.result());
    }
}
