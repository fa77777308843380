package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A method, with its body once it is reached.
public final class Method {

    /// By the JDK's serialisation, which looks for them; see java.io.Serializable.
    private static final Set<String> CALLED_BY_NAME = Set.of("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData");

    /// Instead of attributes, where no class file has the method.
    static final int GLUE = -1;

    final Type owner;
    final Signature signature;
    final int flags;
    /// Where its attributes are listed in its class file; [#GLUE] where it is in none.
    final int attributes;
    boolean reached;
    Body body = Body.NONE;
    final Types returned = new Types();
    /// What its parameters may be; empty where strangers may call it.
    List<Types> passed = List.of();
    /// What it does to its parameters.
    final List<ParameterUse> uses = new ArrayList<>(0);
    /// Calls that may lead here.
    final List<Call> callers = new ArrayList<>(2);

    Method(Type owner, Signature signature, int flags, int attributes) {
        this.owner = owner;
        this.signature = signature;
        this.flags = flags;
        this.attributes = attributes;
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
        return !isGlue() && (!is(AccessFlag.PUBLIC) && !is(AccessFlag.PROTECTED) || !owner.is(AccessFlag.PUBLIC) && owner.instantiatedBelow.stream().noneMatch(below -> below.is(AccessFlag.PUBLIC))
                && (isConstructor() || !isInherited()));
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
        ClassBytes file = owner.file;
        return file != null && (!isGlue() && file.isAnnotated(attributes) || file.isAnnotated(file.attributes()));
    }

    /// Whether an annotation of one of these simple names stands at it.
    boolean isAnnotated(Set<String> names) {
        ClassBytes file = owner.file;
        return file != null && !isGlue() && file.annotations(attributes).stream().map(Signature::className).anyMatch(name -> names.contains(name.substring(name.lastIndexOf('/') + 1)));
    }

    /// Whether it is the body of a lambda, which the analysis puts between a functional interface and the code.
    boolean isGlue() {
        return attributes == GLUE;
    }

    /// Whether it says that it throws one of these, by internal name.
    boolean declares(List<String> exceptions) {
        ClassBytes file = owner.file;
        return file != null && !isGlue() && file.exceptions(attributes).stream().anyMatch(exceptions::contains);
    }

    @Override
    public String toString() {
        return owner + "." + signature;
    }
}
