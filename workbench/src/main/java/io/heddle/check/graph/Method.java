package io.heddle.check.graph;

import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A method, with its body once it is reached.
public final class Method {

    /// By the JDK's serialisation, which looks for them; see java.io.Serializable.
    private static final Set<String> CALLED_BY_NAME = Set.of("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData");

    final Type owner;
    final Signature signature;
    final int flags;
    final @Nullable MethodModel model;
    boolean reached;
    Body body = Body.NONE;
    final Types returned = new Types();
    /// What its parameters may be; empty where strangers may call it.
    List<Types> passed = List.of();
    /// What it does to its parameters.
    final List<ParameterUse> uses = new ArrayList<>(0);
    /// Calls that may lead here.
    final List<Call> callers = new ArrayList<>(2);

    Method(Type owner, Signature signature, int flags, @Nullable MethodModel model) {
        this.owner = owner;
        this.signature = signature;
        this.flags = flags;
        this.model = model;
    }

    public Type owner() {
        return owner;
    }

    public Signature signature() {
        return signature;
    }

    boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    boolean isAbstract() {
        return is(AccessFlag.ABSTRACT);
    }

    boolean isStatic() {
        return is(AccessFlag.STATIC);
    }

    public boolean isNative() {
        return is(AccessFlag.NATIVE);
    }

    public boolean isSynchronized() {
        return is(AccessFlag.SYNCHRONIZED);
    }

    boolean isConstructor() {
        return signature.name().equals("<init>");
    }

    boolean isInitializer() {
        return signature.name().equals("<clinit>");
    }

    /// Whether code outside the artifact may call it.
    boolean isApi() {
        return (is(AccessFlag.PUBLIC) || is(AccessFlag.PROTECTED)) && owner.is(AccessFlag.PUBLIC);
    }

    /// Whether only code of its own package can call it: neither it nor a class that has it is open to others, and it is none that others know from above.
    boolean isClosed() {
        return model != null && (!is(AccessFlag.PUBLIC) && !is(AccessFlag.PROTECTED) || !owner.is(AccessFlag.PUBLIC) && owner.instantiatedBelow.stream().noneMatch(below -> below.is(AccessFlag.PUBLIC))
                && (isConstructor() || !isInherited()));
    }

    /// Whether hardly anybody but its own artifact calls it: it is closed, or kept for that by its package's name, or for those who extend the class.
    boolean isForItsOwn() {
        return isClosed() || model != null && (owner.isInternal() || is(AccessFlag.PROTECTED) && !isConstructor()) && (isConstructor() || !isInherited());
    }

    /// Whether nobody is known to hand it anything, though who may is known.
    boolean isHandedNothing() {
        return passed.isEmpty() && isForItsOwn() && !is(AccessFlag.PROTECTED);
    }

    private boolean isInherited() {
        return owner.above().stream().anyMatch(above -> above != owner && above.methods.containsKey(signature));
    }

    /// Whether nothing calls it: only known code could, and none does, or it is an inline function of Kotlin, whose callers have copies. What a container or serialisation calls is annotated, or
    /// has a name of its own.
    boolean isUncalled() {
        boolean inlined = body.calls().stream().anyMatch(call -> call.declared.name.equals("kotlin/jvm/internal/InlineMarker"));
        return inlined || isClosed() && callers.isEmpty() && !isInitializer() && !CALLED_BY_NAME.contains(signature.name()) && !isAnnotated() && !isInherited();
    }

    private boolean isAnnotated() {
        return model != null && model.findAttribute(Attributes.runtimeVisibleAnnotations()).isPresent()
                || owner.model != null && owner.model.findAttribute(Attributes.runtimeVisibleAnnotations()).isPresent();
    }

    /// Whether it is the body of a lambda, which the analysis puts between a functional interface and the code.
    boolean isGlue() {
        return model == null;
    }

    /// Whether it says that it throws one of these, by internal name.
    boolean declares(List<String> exceptions) {
        if (model == null) {
            return false;
        }
        ExceptionsAttribute declared = model.findAttribute(Attributes.exceptions()).orElse(null);
        return declared != null && declared.exceptions().stream().anyMatch(exception -> exceptions.contains(exception.asInternalName()));
    }

    @Override
    public String toString() {
        return owner + "." + signature;
    }
}
