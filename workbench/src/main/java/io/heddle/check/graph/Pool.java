package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
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
    private final ConstantPool entries;

    Pool(World world, Type owner) {
        this.world = world;
        this.owner = owner;
        this.entries = Objects.requireNonNull(owner.model).constantPool();
    }

    /// A method that the code names.
    ///
    /// @param owner class that it names, internal
    record Member(String owner, Signature signature) {
    }

    Member method(int index) {
        if (owner.pool[index] instanceof Member known) {
            return known;
        }
        Member member = member(entries.entryByIndex(index, MemberRefEntry.class));
        owner.pool[index] = member;
        return member;
    }

    private Member member(MemberRefEntry entry) {
        return new Member(entry.owner().asInternalName(), world.signature(entry.name().stringValue(), entry.type().stringValue()));
    }

    FieldRefEntry fieldEntry(int index) {
        return entries.entryByIndex(index, FieldRefEntry.class);
    }

    @Nullable Field field(int index) {
        if (owner.pool[index] instanceof Field known) {
            return known;
        }
        FieldRefEntry entry = fieldEntry(index);
        Field field = world.field(entry.owner().asInternalName(), entry.name().stringValue());
        owner.pool[index] = field;
        return field;
    }

    Type type(int index) {
        if (owner.pool[index] instanceof Type known) {
            return known;
        }
        Type type = world.type(entries.entryByIndex(index, ClassEntry.class).asInternalName());
        owner.pool[index] = type;
        return type;
    }

    Value constant(int index) {
        return entries.entryByIndex(index) instanceof StringEntry text ? new Value.Text(text.stringValue()) : Value.ANY;
    }

    /// Descriptor of an `invokedynamic`: what it takes, and what it makes.
    Signature dynamic(int index) {
        InvokeDynamicEntry entry = entries.entryByIndex(index, InvokeDynamicEntry.class);
        return world.signature(entry.name().stringValue(), entry.type().stringValue());
    }

    /// The class that an `invokedynamic` makes an object of, where it makes a lambda or a method reference; else null.
    @Nullable Type lambda(int index, Method creator, List<Value> captured, int line) {
        InvokeDynamicEntry entry = entries.entryByIndex(index, InvokeDynamicEntry.class);
        List<LoadableConstantEntry> arguments = entry.bootstrap().arguments();
        if (!entry.bootstrap().bootstrapMethod().reference().owner().asInternalName().equals(METAFACTORY)
                || !(arguments.get(0) instanceof MethodTypeEntry called) || !(arguments.get(1) instanceof MethodHandleEntry handle)) {
            return null;
        }
        String face = Signature.className(dynamic(index).result());
        Type type = world.lambda(creator, index, world.type(face), world.signature(entry.name().stringValue(), called.descriptor().stringValue()));
        Method glue = type.methods.values().iterator().next();
        glue.body = glue(glue, handle, captured, line);
        return type;
    }

    private Body glue(Method glue, MethodHandleEntry handle, List<Value> captured, int line) {
        Member member = member(handle.reference());
        boolean makes = handle.kind() == MethodHandleInfo.REF_newInvokeSpecial;
        How how = handle.kind() == MethodHandleInfo.REF_invokeStatic ? How.STATIC
                : makes || handle.kind() == MethodHandleInfo.REF_invokeSpecial ? How.SPECIAL : How.VIRTUAL;
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
        return new Body(List.of(call), List.of(), List.of(), makes ? List.of(target) : List.of(), List.of(), false, false, -1);
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
