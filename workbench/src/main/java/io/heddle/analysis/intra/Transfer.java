package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.classfile.LineTable;
import io.heddle.analysis.intra.AbstractValue.New;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.MethodFacts.LambdaStub;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The transfer function: what one instruction does to a frame. It also collects what all instructions of a
/// method do.
final class Transfer {

    private static final String CLOJURE = "clojure/lang/";

    final List<Type> created = new ArrayList<>();
    final List<String> touched = new ArrayList<>();
    final List<String> literals = new ArrayList<>();
    final List<LambdaStub> stubs = new ArrayList<>();
    final List<AbstractValue> returns = new ArrayList<>();
    /// Names of static fields that it reads.
    final Set<String> asked = new HashSet<>();
    /// One object for each origin, by the instruction that makes it.
    final @Nullable Object[] origins;
    final @Nullable AbstractValue[] writes;
    /// What calls set that Clojure's compiler writes, by their offsets: roots of vars, what proxies run, what is data.
    final Map<Integer, Map<Field, Set<AbstractValue>>> bound = new TreeMap<>();
    /// Roots of Clojure's vars that it reads.
    final Set<Field> roots = new LinkedHashSet<>();
    /// What the calls by which it reads roots give, by their offsets.
    private final Map<Integer, AbstractValue> held = new HashMap<>();
    /// What holds behind each instruction that enters a monitor, by its offset.
    final Map<Integer, LockSet> entered = new TreeMap<>();
    /// Whether it enters a monitor.
    boolean holds;
    /// Whether it makes an array of primitives.
    boolean arrays;
    private final CodeReader reader;
    private final Method method;
    private final ConstantPool pool;
    private final byte[] code;
    private final LineTable lines;
    /// Whether Clojure's compiler made the class.
    private final boolean clojure;

    Transfer(CodeReader reader, Method method, ConstantPool pool, byte[] code, LineTable lines) {
        this.reader = reader;
        this.method = method;
        this.pool = pool;
        this.code = code;
        this.lines = lines;
        this.clojure = ClojureData.isMadeByCompiler(method.owner());
        this.origins = new Object[code.length];
        this.writes = new AbstractValue[code.length];
    }

    /// @param at offset of the instruction
    void step(int at, int opcode, Frame frame) {
        switch (opcode) {
            case Instructions.ICONST_0, Instructions.ICONST_0 + 1 ->
                frame.push(opcode == Instructions.ICONST_0 ? AbstractValue.FALSE : AbstractValue.TRUE);
            case Instructions.ILOAD -> frame.push(flag(frame.locals[code[at + 1] & 0xFF]));
            case Instructions.ILOAD_0, Instructions.ILOAD_0 + 1, Instructions.ILOAD_0 + 2, Instructions.ILOAD_0 + 3 ->
                frame.push(flag(frame.locals[opcode - Instructions.ILOAD_0]));
            case Instructions.LCONST_0, Instructions.LCONST_0 + 1 ->
                frame.push(opcode == Instructions.LCONST_0 ? AbstractValue.FALSE : AbstractValue.TRUE, "J");
            case Instructions.LLOAD -> frame.push(flag(frame.locals[code[at + 1] & 0xFF]), "J");
            case Instructions.LLOAD_0, Instructions.LLOAD_0 + 1, Instructions.LLOAD_0 + 2, Instructions.LLOAD_3 ->
                frame.push(flag(frame.locals[opcode - Instructions.LLOAD_0]), "J");
            case Instructions.IINC -> forget(frame, code[at + 1] & 0xFF);
            case Instructions.ACONST_NULL -> frame.push(AbstractValue.NULL);
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
            case Instructions.IRETURN -> {
                AbstractValue returned = frame.pop();
                if (method.signature().result().equals("Z")) {
                    returnValue(returned);
                }
            }
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
                LockSet outer = frame.held;
                frame.held = new LockSet(frame.pop(), at, lines.at(at), outer);
                entered.put(at, frame.held);
                holds = true;
            }
            case Instructions.MONITOREXIT -> {
                frame.pop();
                frame.held = frame.held == null ? null : frame.held.outer();
            }
            case Instructions.MULTIANEWARRAY -> {
                frame.pop(code[at + 3] & 0xFF);
                frame.push(AbstractValue.ANY);
            }
            case Instructions.AASTORE -> store(frame);
            case Instructions.ANEWARRAY -> array(at, frame);
            default -> plain(at, opcode, frame);
        }
    }

    private static AbstractValue flag(AbstractValue value) {
        return value instanceof AbstractValue.Parameter || value instanceof AbstractValue.Flag
                ? value
                : AbstractValue.ANY;
    }

    private void plain(int at, int opcode, Frame frame) {
        if (opcode == Instructions.NEWARRAY && origins[at] == null) {
            origins[at] = AbstractValue.ANY;
            arrays = true;
        }
        frame.pop(Instructions.pops(opcode));
        for (int i = 0; i < Instructions.pushes(opcode); i++) {
            frame.push(AbstractValue.ANY);
        }
        if (opcode >= Instructions.ISTORE && opcode < Instructions.ASTORE) {
            forget(frame, code[at + 1] & 0xFF);
        } else if (opcode >= Instructions.ISTORE_0 && opcode < Instructions.ASTORE_0) {
            forget(frame, opcode - Instructions.ISTORE_0 & 3);
        }
    }

    private static void forget(Frame frame, int local) {
        frame.locals[local] = AbstractValue.ANY;
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
                frame.push(AbstractValue.ANY);
            }
            if (opcode >= Instructions.ISTORE && opcode < Instructions.ASTORE || opcode == Instructions.IINC) {
                forget(frame, local);
            }
        }
    }

    // dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, swap: all copy some slots below others.
    private static void shuffle(int opcode, Frame frame) {
        AbstractValue first = frame.pop();
        if (opcode == Instructions.SWAP) {
            AbstractValue second = frame.pop();
            frame.push(first);
            frame.push(second);
            return;
        }
        int copied = opcode < Instructions.DUP + 3 ? 1 : 2;
        int below = (opcode - Instructions.DUP) % 3;
        AbstractValue second = copied == 2 ? frame.pop() : AbstractValue.ANY;
        AbstractValue[] kept = new AbstractValue[below];
        for (int i = 0; i < below; i++) {
            kept[i] = frame.pop();
        }
        pushPair(frame, copied, first, second);
        for (int i = below - 1; i >= 0; i--) {
            frame.push(kept[i]);
        }
        pushPair(frame, copied, first, second);
    }

    private static void pushPair(Frame frame, int copied, AbstractValue first, AbstractValue second) {
        if (copied == 2) {
            frame.push(second);
        }
        frame.push(first);
    }

    private void returnValue(AbstractValue value) {
        for (AbstractValue known : returns) {
            if (known == value) {
                return;
            }
        }
        returns.add(value);
    }

    private AbstractValue constant(int at, int index) {
        if (origins[at] instanceof AbstractValue known) {
            return known;
        }
        String literal = pool.literal(index);
        if (!literal.isEmpty()) {
            literals.add(literal);
        }
        AbstractValue value = pool.constant(index);
        origins[at] = value;
        return value;
    }

    private AbstractValue made(int at) {
        if (origins[at] instanceof New known) {
            return known;
        }
        Type type = pool.type(Instructions.index2(code, at + 1));
        created.add(type);
        New made = new New(type);
        origins[at] = made;
        return made;
    }

    private AbstractValue cast(int at, AbstractValue value) {
        if (origins[at] instanceof AbstractValue.Cast known && known.inner() == value) {
            return known;
        }
        // A new object has its exact class, which no cast can refine.
        AbstractValue cast = value instanceof New || value == AbstractValue.NULL
                ? value
                : new AbstractValue.Cast(value, pool.type(Instructions.index2(code, at + 1)));
        origins[at] = cast;
        return cast;
    }

    private void read(int at, int opcode, Frame frame) {
        if (opcode == Instructions.GETFIELD) {
            frame.pop();
        }
        ConstantPool.Reference named = pool.reference(Instructions.index2(code, at + 1));
        String descriptor = named.descriptor();
        if (opcode == Instructions.GETSTATIC) {
            touch(named.owner());
            asked.add(named.name());
        }
        if (!(origins[at] instanceof AbstractValue)) {
            boolean reference = Signature.isReference(descriptor);
            Field field =
                    reference || recordsThatItIsDone(descriptor) ? pool.field(Instructions.index2(code, at + 1)) : null;
            AbstractValue value = field != null
                    ? reader.read(field)
                    : reference ? new AbstractValue.Typed(Signature.className(descriptor)) : AbstractValue.ANY;
            origins[at] = value;
        }
        frame.push((AbstractValue) origins[at], descriptor);
    }

    private void write(int at, int opcode, Frame frame) {
        int index = Instructions.index2(code, at + 1);
        String descriptor = pool.reference(index).descriptor();
        frame.pop(Signature.width(descriptor) - 1);
        AbstractValue value = frame.pop();
        if (opcode == Instructions.PUTFIELD) {
            frame.pop();
        }
        // Which class the receiver of a call had last is a matter of Clojure's compiler.
        boolean ofCompiler = clojure && pool.reference(index).name().startsWith("__");
        if (!ofCompiler && (Signature.isReference(descriptor) || recordsThatItIsDone(descriptor))) {
            origins[at] = pool.field(index);
            writes[at] = writes[at] == null ? value : AbstractValue.merge(writes[at], value);
        }
    }

    // Flags, and numbers that are 0 before.
    private static boolean recordsThatItIsDone(String descriptor) {
        return descriptor.equals("Z") || descriptor.equals("J");
    }

    private void touch(String name) {
        if (!name.equals(method.owner().name()) && !touched.contains(name)) {
            touched.add(name);
        }
    }

    private void call(int at, int opcode, Frame frame) {
        ConstantPool.Member member = pool.method(Instructions.index2(code, at + 1));
        // An array has the methods of Object (JLS 10.7), and no class overrides them.
        boolean exact = opcode == Instructions.INVOKESPECIAL || member.owner().startsWith("[");
        How how = opcode == Instructions.INVOKESTATIC ? How.STATIC : exact ? How.SPECIAL : How.VIRTUAL;
        if (how == How.STATIC) {
            touch(member.owner());
        }
        String result = member.signature().result();
        boolean reference = Signature.isReference(result);
        CallSite call = site(at, opcode, how, member, reference);
        List<AbstractValue> passed = arguments(frame, member.signature(), how != How.STATIC);
        call.passes(call.arguments().isEmpty() ? passed : merge(call.arguments(), passed), frame.held);
        if (how == How.SPECIAL && call.makesObject() && call.receiver() instanceof New made) {
            made.constructed(call.arguments().subList(1, call.arguments().size()), call.signature());
        }
        AbstractValue returned = reference ? (AbstractValue) origins[at] : AbstractValue.ANY;
        frame.push(member.owner().startsWith(CLOJURE) ? var(at, call, returned) : returned, result);
    }

    // What a var holds, and what it is set to.
    private AbstractValue var(int at, CallSite call, AbstractValue returned) {
        if (ClojureVars.reads(call)) {
            return held.computeIfAbsent(at, _ -> held(call, returned));
        }
        Field field = reader.data().ofProxy(call);
        if (field != null) {
            return reader.read(field);
        }
        if (clojure) {
            reader.data()
                    .functions(call)
                    .forEach(function -> bind(at, reader.data().content(), function));
            reader.data().proxies(call).forEach((key, function) -> bind(at, key, function));
            reader.data()
                    .implementations(call, reader.vars())
                    .forEach((method, functions) -> functions.forEach(function -> bind(at, method, function)));
        }
        if (ClojureVars.binds(call)) {
            bind(at, reader.vars().root(call.receiver()), call.argument(0));
        } else if (ClojureVars.addsMethod(call)
                && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read) {
            bind(at, read.field(), call.argument(1));
        }
        return returned;
    }

    private AbstractValue held(CallSite call, AbstractValue returned) {
        Type function = reader.vars().function(call.receiver());
        if (function != null) {
            created.add(function);
            return new New(function);
        }
        Field root = reader.vars().root(call.receiver());
        if (root == null) {
            return returned;
        }
        roots.add(root);
        return reader.read(root);
    }

    private void bind(int at, @Nullable Field root, AbstractValue value) {
        if (root != null) {
            bound.computeIfAbsent(at, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(root, _ -> new LinkedHashSet<>())
                    .add(value);
        }
    }

    // The elements of an array that Clojure's compiler makes, which are the content of a map or a vector.
    private void store(Frame frame) {
        AbstractValue value = frame.pop();
        frame.pop();
        if (frame.pop() instanceof New array && clojure && !array.arguments().contains(value)) {
            List<AbstractValue> elements = new ArrayList<>(array.arguments());
            elements.add(value);
            array.constructed(elements, null);
        }
    }

    private void array(int at, Frame frame) {
        frame.pop();
        if (clojure && !(origins[at] instanceof New)) {
            origins[at] = new New(reader.hierarchy().type("java/lang/Object"));
        }
        frame.push(clojure ? (New) origins[at] : AbstractValue.ANY);
    }

    private CallSite site(int at, int opcode, How how, ConstantPool.Member member, boolean reference) {
        return switch (origins[at]) {
            case AbstractValue.Result known -> known.call();
            case CallSite known -> known;
            case null, default -> {
                int next = at + Instructions.length(code, at);
                CallSite call = new CallSite(
                        reader.hierarchy().nextCallSite(),
                        method,
                        at,
                        lines.at(at),
                        how,
                        reader.hierarchy().type(member.owner()),
                        member.signature(),
                        opcode == Instructions.INVOKEINTERFACE,
                        next < code.length && Instructions.isPop(code[next] & 0xFF));
                origins[at] = reference ? new AbstractValue.Result(call) : call;
                yield call;
            }
        };
    }

    private static List<AbstractValue> merge(List<AbstractValue> known, List<AbstractValue> more) {
        AbstractValue[] merged = new AbstractValue[known.size()];
        boolean same = true;
        for (int i = 0; i < merged.length; i++) {
            merged[i] = AbstractValue.merge(known.get(i), more.get(i));
            same &= merged[i] == known.get(i);
        }
        return same ? known : List.of(merged);
    }

    private static List<AbstractValue> arguments(Frame frame, Signature signature, boolean receiver) {
        frame.pop(signature.slots() + (receiver ? 1 : 0));
        int at = frame.top;
        AbstractValue[] arguments = new AbstractValue[signature.parameters().size() + (receiver ? 1 : 0)];
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
        List<AbstractValue> captured = arguments(frame, signature, false);
        String maker = pool.implicitCaller(index);
        if (!maker.isEmpty()) {
            boolean reference = Signature.isReference(signature.result());
            CallSite call = site(at, 0, How.STATIC, new ConstantPool.Member(maker, signature), reference);
            call.passes(call.arguments().isEmpty() ? captured : merge(call.arguments(), captured), frame.held);
            frame.push(reference ? (AbstractValue) origins[at] : AbstractValue.ANY, signature.result());
            return;
        }
        if (!(origins[at] instanceof AbstractValue)) {
            LambdaStub stub = pool.lambda(index, method, captured, lines.at(at));
            AbstractValue value = AbstractValue.ANY;
            if (stub != null) {
                New made = new New(stub.method().owner());
                made.constructed(captured, null);
                created.add(made.type());
                stubs.add(stub);
                value = made;
            } else if (Signature.isReference(signature.result())) {
                value = new AbstractValue.Typed(Signature.className(signature.result()));
            }
            origins[at] = value;
        }
        frame.push((AbstractValue) origins[at], signature.result());
    }
}
