package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the entries of a class's constant pool mean in the [World]; each is looked up once.
final class Pool {

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    private final World world;
    private final Type owner;
    private final ClassBytes file;

    Pool(World world, Type owner) {
        this.world = world;
        this.owner = owner;
        this.file = Objects.requireNonNull(owner.file);
    }

    /// A method that the code names.
    ///
    /// @param owner class that it names, internal
    record Member(String owner, Signature signature) {}

    /// A field that the code names.
    ///
    /// @param owner class that it names, internal
    record Reference(String owner, String name, String descriptor) {}

    Member method(int index) {
        if (owner.pool[index] instanceof Member known) {
            return known;
        }
        Member member = new Member(name(file.owner(index)), signature(index));
        owner.pool[index] = member;
        return member;
    }

    private Signature signature(int index) {
        return world.signature(file.referenced(index), file.descriptor(index));
    }

    /// A field as the code names it.
    Reference reference(int index) {
        if (owner.pool[index] instanceof Reference known) {
            return known;
        }
        Reference reference =
                new Reference(name(file.owner(index)), file.referenced(index), world.shared(file.descriptor(index)));
        owner.pool[index] = reference;
        return reference;
    }

    @Nullable
    Field field(int index) {
        Reference named = reference(index);
        return world.field(named.owner, named.name);
    }

    Type type(int index) {
        return world.type(name(index));
    }

    private String name(int index) {
        if (owner.pool[index] instanceof String known) {
            return known;
        }
        String name = world.shared(file.name(index));
        owner.pool[index] = name;
        return name;
    }

    Value constant(int index) {
        if (file.isClass(index)) {
            world.hand(name(index));
        }
        return file.isString(index) ? new Value.Text(file.string(index)) : Value.ANY;
    }

    /// Descriptor of an `invokedynamic`: what it takes, and what it makes.
    Signature dynamic(int index) {
        if (owner.pool[index] instanceof Signature known) {
            return known;
        }
        Signature signature = signature(index);
        owner.pool[index] = signature;
        return signature;
    }

    /// The class that an `invokedynamic` makes an object of, where it makes a lambda or a method reference; else
    /// null.
    @Nullable
    Type lambda(int index, Method creator, List<Value> captured, int line) {
        int[] bootstrap = file.bootstrap(index);
        if (!method(file.handled(bootstrap[0])).owner.equals(METAFACTORY)
                || !file.isMethodType(bootstrap[1])
                || !file.isHandle(bootstrap[2])) {
            return null;
        }
        String face = Signature.className(dynamic(index).result());
        Type type = world.lambda(
                creator,
                index,
                world.type(face),
                world.signature(dynamic(index).name(), file.methodType(bootstrap[1])));
        Method glue = type.methods.values().iterator().next();
        glue.body = glue(glue, bootstrap[2], captured, line);
        return type;
    }

    private Body glue(Method glue, int handle, List<Value> captured, int line) {
        Member member = method(file.handled(handle));
        int kind = file.handleKind(handle);
        boolean makes = kind == MethodHandleInfo.REF_newInvokeSpecial;
        How how = kind == MethodHandleInfo.REF_invokeStatic
                ? How.STATIC
                : makes || kind == MethodHandleInfo.REF_invokeSpecial ? How.SPECIAL : How.VIRTUAL;
        Type target = world.type(member.owner());
        Call call = new Call(glue, 0, line, how, target, member.signature());
        List<Value> values = new ArrayList<>();
        if (makes) {
            values.add(new Value.New(target));
        }
        captured.forEach(value -> values.add(outside(value)));
        List<String> parameters = glue.signature.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            values.add(new Value.Parameter(glue, i, Signature.className(parameters.get(i))));
        }
        call.arguments = values;
        return new Body(
                List.of(call), List.of(), List.of(), makes ? List.of(target) : List.of(), List.of(), false, false, -1);
    }

    // A parameter of the method that makes the lambda is none of the lambda's own.
    private static Value outside(Value value) {
        return switch (Value.bare(value)) {
            case Value.Parameter parameter -> parameter.type().isEmpty() ? Value.ANY : new Value.Captured(parameter);
            case Value.Union _ -> Value.ANY;
            default -> value;
        };
    }
}
