package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.Descriptors;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.MethodFacts.LambdaStub;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the entries of one class's constant pool mean in the [ClassHierarchy]. Each is resolved once. For one
/// thread at a time.
final class ConstantPool {

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final String OF_OBJECT = "Ljava/lang/Object;";

    private final ClassHierarchy hierarchy;
    private final ClassBytes file;
    /// Methods, fields, signatures and class names by the indexes of their constants.
    private final @Nullable Object[] resolved;

    ConstantPool(ClassHierarchy hierarchy, Type owner) {
        this.hierarchy = hierarchy;
        this.file = Objects.requireNonNull(owner.file());
        this.resolved = new Object[file.constants()];
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
        if (resolved[index] instanceof Member known) {
            return known;
        }
        Member member = new Member(name(file.owner(index)), signature(index));
        resolved[index] = member;
        return member;
    }

    private Signature signature(int index) {
        return hierarchy.signature(file.referenced(index), file.descriptor(index));
    }

    /// A field as the code names it.
    Reference reference(int index) {
        if (resolved[index] instanceof Reference known) {
            return known;
        }
        Reference reference = new Reference(
                name(file.owner(index)),
                file.referenced(index),
                hierarchy.shared(Descriptors.ofField(file.descriptor(index))));
        resolved[index] = reference;
        return reference;
    }

    /// The field that the code means; null where it is nowhere.
    @Nullable
    Field field(int index) {
        Reference named = reference(index);
        return hierarchy.field(named.owner, named.name);
    }

    Type type(int index) {
        return hierarchy.type(name(index));
    }

    private String name(int index) {
        if (resolved[index] instanceof String known) {
            return known;
        }
        String name = hierarchy.shared(file.name(index));
        resolved[index] = name;
        return name;
    }

    /// Internal name of the class that a constant is; empty where it is something else.
    String literal(int index) {
        return file.isClass(index) ? name(index) : "";
    }

    /// The value of a constant that is no class.
    AbstractValue constant(int index) {
        return file.isString(index) ? new AbstractValue.Text(file.string(index)) : AbstractValue.ANY;
    }

    /// Descriptor of an `invokedynamic`: what it takes, and what it makes.
    Signature dynamic(int index) {
        if (resolved[index] instanceof Signature known) {
            return known;
        }
        Signature signature = signature(index);
        resolved[index] = signature;
        return signature;
    }

    /// Internal name of the class of the JDK that an `invokedynamic` runs and that calls methods of what it is given:
    /// one that joins the texts of objects, or has the methods of a record.
    /// Empty where it is another one, and where it is given objects of the JDK alone.
    String implicitCaller(int index) {
        if (dynamic(index).parameters().stream()
                .allMatch(type -> !type.startsWith("L") || type.startsWith("Ljava/") && !type.equals(OF_OBJECT))) {
            return "";
        }
        String owner = method(file.handled(file.bootstrap(index)[0])).owner;
        return owner.equals(CallSite.CONCATENATION) || owner.equals(CallSite.RECORD) ? owner : "";
    }

    /// The stub that stands for what an `invokedynamic` makes, where it makes a lambda or a method reference;
    /// else null.
    ///
    /// @param creator the method whose code it is in
    @Nullable
    LambdaStub lambda(int index, Method creator, List<AbstractValue> captured, int line) {
        int[] bootstrap = file.bootstrap(index);
        if (!method(file.handled(bootstrap[0])).owner.equals(METAFACTORY)
                || !file.isMethodType(bootstrap[1])
                || !file.isHandle(bootstrap[2])) {
            return null;
        }
        String face = Signature.className(dynamic(index).result());
        Method stub = hierarchy.lambda(
                creator,
                index,
                hierarchy.type(face),
                hierarchy.signature(dynamic(index).name(), file.methodType(bootstrap[1])));
        return new LambdaStub(stub, code(stub, bootstrap[2], captured, line));
    }

    // One call of the method that the handle names, with what was captured and then the stub's own
    // parameters.
    private MethodFacts code(Method stub, int handle, List<AbstractValue> captured, int line) {
        Member member = method(file.handled(handle));
        int kind = file.handleKind(handle);
        boolean makes = kind == MethodHandleInfo.REF_newInvokeSpecial;
        How how = kind == MethodHandleInfo.REF_invokeStatic
                ? How.STATIC
                : makes || kind == MethodHandleInfo.REF_invokeSpecial ? How.SPECIAL : How.VIRTUAL;
        Type target = hierarchy.type(member.owner());
        CallSite call =
                new CallSite(hierarchy.nextCallSite(), stub, 0, line, how, target, member.signature(), false, false);
        List<AbstractValue> values = new ArrayList<>();
        if (makes) {
            values.add(new AbstractValue.New(target));
        }
        captured.forEach(value -> values.add(outside(value)));
        List<String> parameters = stub.signature().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            values.add(new AbstractValue.Parameter(stub, i, Signature.className(parameters.get(i))));
        }
        call.passes(values, null);
        return MethodFacts.of(call, makes ? List.of(target) : List.of());
    }

    // A parameter of the method that makes the lambda is not one of the stub's own.
    private static AbstractValue outside(AbstractValue value) {
        return switch (AbstractValue.bare(value)) {
            case AbstractValue.Parameter parameter ->
                parameter.type().isEmpty() ? AbstractValue.ANY : new AbstractValue.Captured(parameter);
            case AbstractValue.Union _ -> AbstractValue.ANY;
            default -> value;
        };
    }
}
