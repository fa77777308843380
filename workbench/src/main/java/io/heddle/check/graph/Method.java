package io.heddle.check.graph;

import io.heddle.check.graph.Doubts.Reason;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A method, with its body once it is reached.
public final class Method {

    /// By the JDK's serialisation, which looks for them; see java.io.Serializable.
    private static final Set<String> CALLED_BY_NAME =
            Set.of("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData");

    private static final List<String> FOR_TESTS = List.of("ForTest", "ForTests", "ForTesting");

    /// How far up callers are asked who calls them.
    private static final int FARTHEST_CALLER = 5;
    /// What a library calls so often itself, and nobody else here, it has for itself, though others could call it.
    private static final int MANY_OWN_CALLS = 20;
    private static final String AWAIT = "await";
    static final String MAIN = "main";
    static final String RUN = "run";
    private static final String KOTLIN = "Lkotlin/Metadata;";
    /// They say what a class or method is, and bring it no caller.
    private static final Pattern DESCRIBES = Pattern.compile("^" + KOTLIN
            + "$|(?:^L|[/$])(?:Deprecated|Stable|Unstable|Evolving|Beta|Experimental|\\w*Internal\\w*|Immutable|ThreadSafe|VisibleForTesting|"
            + "\\w*Null\\w*|\\w*Nonnull\\w*|\\w*ReturnValue);$");
    private static final Pattern OF_MODULE = Pattern.compile("(?!access\\$|lambda\\$)\\w+\\$(?!default$)\\w+");
    private static final Pattern FOR_DEBUGGING = Pattern.compile("^(?:dump|debug)(?=$|[A-Z])");

    /// Instead of attributes, where no class file has the method.
    static final int GLUE = -1;

    final Type owner;
    final Signature signature;
    final int flags;
    /// Where its attributes are listed in its class file; [#GLUE] where it is in none.
    final int attributes;
    /// Whether annotations stand at it.
    final boolean annotated;
    boolean reached;
    /// Static calls to it.
    private int ownCalls;
    /// Whether another artifact has one of them.
    private boolean calledByOthers;
    /// Whether it waits to be looked at by [ParameterUses].
    boolean queued;
    Body body = Body.NONE;
    final Types returned = new Types();
    /// What its parameters may be; empty where strangers may call it.
    List<Types> passed = List.of();
    /// What it does to its parameters.
    List<ParameterUse> uses = List.of();
    /// Calls that may lead here.
    List<Call> callers = List.of();
    /// The first steps of the ways to what waits, by [Kind]; null where there is none. See [Witnesses].
    @Nullable
    Witness @Nullable [] ways;
    /// Itself as a list, which calls share; null until asked for.
    private @Nullable List<Method> alone;
    /// What [#isClosed] tells; null until asked for.
    private @Nullable Boolean closed;

    Method(Type owner, Signature signature, int flags, int attributes, boolean annotated) {
        this.owner = owner;
        this.signature = signature;
        this.flags = flags;
        this.attributes = attributes;
        this.annotated = annotated;
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

    /// What its parameters may be, from now on followed. Safe for threads.
    ///
    /// @param most classes that one may be of
    synchronized List<Types> passed(int most) {
        if (passed.isEmpty()) {
            passed = signature.parameters().stream().map(_ -> new Types(most)).toList();
        }
        return passed;
    }

    void calledBy(Call call) {
        // Most are called by nobody that is reached, and those share one list.
        callers = callers.isEmpty() ? new ArrayList<>(2) : callers;
        callers.add(call);
    }

    void use(ParameterUse use) {
        uses = uses.isEmpty() ? new ArrayList<>(2) : uses;
        uses.add(use);
    }

    /// A list of itself.
    List<Method> alone() {
        List<Method> known = alone;
        if (known == null) {
            known = List.of(this);
            alone = known;
        }
        return known;
    }

    /// Whether only code of its own package can call it: neither it nor a class that has it is open to others, and
    /// it is none that others know from above. Asked for when all classes are known of which there are objects.
    boolean isClosed() {
        Boolean known = closed;
        if (known == null) {
            known = findClosed();
            closed = known;
        }
        return known;
    }

    private boolean findClosed() {
        return !isGlue()
                && (!is(AccessFlag.PUBLIC) && !is(AccessFlag.PROTECTED)
                        || isOfItsModule()
                        || !owner.is(AccessFlag.PUBLIC)
                                && owner.instantiatedBelow.stream().noneMatch(below -> below.is(AccessFlag.PUBLIC))
                                && (isConstructor() || !isInherited()));
    }

    // Kotlin's compiler writes the module's name behind that of an internal function.
    private boolean isOfItsModule() {
        ClassBytes file = owner.file;
        return file != null
                && signature.name().indexOf('$') > 0
                && OF_MODULE.matcher(signature.name()).matches()
                && file.annotations(file.attributes()).contains(KOTLIN);
    }

    /// Whether hardly anybody but its own artifact calls it: it is closed, or kept for that by its package's name,
    /// or for those who extend the class.
    boolean isForItsOwn() {
        return isClosed() || isKept() || !isGlue() && is(AccessFlag.PROTECTED) && !isConstructor() && !isInherited();
    }

    // By its own name, or its package's.
    private boolean isKept() {
        return !isGlue()
                && (owner.isInternal() || signature.name().endsWith("Internal"))
                && (isConstructor() || !isInheritedFromOthers());
    }

    /// Whether what its parameters may be is followed: it is no method of the JDK, and hardly anybody but its own
    /// artifact calls it.
    boolean isKnownByCallers() {
        return !owner.isJdk() && (isForItsOwn() || ownCalls >= MANY_OWN_CALLS && !calledByOthers);
    }

    /// Notes a static call to it.
    void calledFrom(Method caller) {
        calledByOthers |= !caller.owner.artifact.equals(owner.artifact);
        ownCalls++;
    }

    /// Whether nobody is known to hand it anything, though who may is known.
    boolean isHandedNothing() {
        return passed.isEmpty() && isForItsOwn() && !is(AccessFlag.PROTECTED);
    }

    // From what others know; what is not there may have it.
    private boolean isInherited() {
        return !isStatic()
                && !isConstructor()
                && owner.above().stream()
                        .anyMatch(above -> above != owner
                                && (!above.present() || above.isOpen() && above.methods.containsKey(signature)));
    }

    // From what its authors do not keep for themselves.
    private boolean isInheritedFromOthers() {
        return owner.above().stream()
                .anyMatch(above -> above != owner
                        && (!above.present() || !above.isInternal() && above.methods.containsKey(signature)));
    }

    /// Whether nothing calls it: only known code could, and none does, or it is an inline function of Kotlin,
    /// whose callers have copies. What a container or serialisation calls is annotated, or has a name of its own.
    boolean isUncalled() {
        return isUncalled(FARTHEST_CALLER);
    }

    private boolean isUncalled(int depth) {
        boolean inlined =
                body.calls().stream().anyMatch(call -> call.declared.name.equals("kotlin/jvm/internal/InlineMarker"));
        return inlined
                || depth > 0 && isNeverMade(depth - 1)
                || (isClosed() || isKept())
                        && callers.stream().allMatch(call -> depth > 0 && call.caller.isUncalled(depth - 1))
                        && !isInitializer()
                        && !isForSerialization()
                        && !isAnnotated()
                        && !isInherited()
                        && !(callers.isEmpty() && overrides());
    }

    // A call that may run very many methods is not among their callers.
    private boolean overrides() {
        return !isStatic()
                && !isConstructor()
                && owner.above().stream().anyMatch(above -> above != owner && above.methods.containsKey(signature));
    }

    // There are no objects of its class: nobody else can make them, and its own library does not.
    private boolean isNeverMade(int depth) {
        List<Method> constructors = isStatic() || isGlue() || owner.handed || owner.is(AccessFlag.PUBLIC)
                ? List.of()
                : owner.methods.values().stream().filter(Method::isConstructor).toList();
        return !constructors.isEmpty()
                && constructors.stream().allMatch(constructor -> constructor != this && constructor.isUncalled(depth));
    }

    /// Whether the JDK's serialisation may call it, by its name.
    boolean isForSerialization() {
        return CALLED_BY_NAME.contains(signature.name());
    }

    private boolean isAnnotated() {
        ClassBytes file = owner.file;
        return file != null
                && (annotated && brings(file.annotations(attributes)) || brings(file.annotations(file.attributes())));
    }

    // Every class that Kotlin's compiler wrote has one of its own.
    private static boolean brings(List<String> annotations) {
        return annotations.stream()
                .anyMatch(annotation -> !DESCRIBES.matcher(annotation).find());
    }

    /// Whether an annotation of one of these simple names stands at it.
    boolean isAnnotated(Set<String> names) {
        ClassBytes file = owner.file;
        return annotated
                && file != null
                && file.annotations(attributes).stream()
                        .map(Signature::className)
                        .anyMatch(name -> names.contains(name.substring(name.lastIndexOf('/') + 1)));
    }

    /// Whether it is what a thread of its own runs, or the JDK's that finalizes objects, or only those call it:
    /// platform threads, as `new Thread` and classes that extend it are.
    boolean isThreads() {
        return isThreads(FARTHEST_CALLER);
    }

    private boolean isThreads(int depth) {
        return signature.parameters().isEmpty()
                        && (signature.name().equals(RUN) && owner.runsOnThread()
                                || signature.name().equals("finalize"))
                || depth > 0
                        && (is(AccessFlag.PRIVATE) || is(AccessFlag.SYNTHETIC))
                        && !callers.isEmpty()
                        && callers.stream().allMatch(call -> call.caller.isThreads(depth - 1));
    }

    /// Whether it is there for who wants to wait, by its name.
    boolean isWaiter() {
        return signature.name().startsWith(AWAIT)
                && (signature.name().length() == AWAIT.length()
                        || Character.isUpperCase(signature.name().charAt(AWAIT.length())));
    }

    /// What it is made for that is no part of a service, by its name or its class's; null where it may be one.
    @Nullable
    Reason madeFor() {
        boolean forTests = !owner.isTarget() && FOR_TESTS.stream().anyMatch(signature.name()::endsWith);
        Reason purpose = forTests ? Reason.TEST : owner.purpose();
        return purpose == null && isPrograms() ? Reason.PROGRAM : purpose;
    }

    // An object that its class's own main method makes, and nobody else. Where an application is checked that is
    // how it starts.
    private boolean isPrograms() {
        return !isStatic() && !owner.isTarget() && owner.isMadeByItsMain();
    }

    /// Whether the JVM may start with it (JLS 12.1.4).
    boolean isMain() {
        return isStatic()
                && signature.name().equals(MAIN)
                && signature.descriptor().equals("([Ljava/lang/String;)V");
    }

    /// Why no service runs it, in words; empty where one may.
    public String unused() {
        Reason reason = isUncalled() ? Reason.IDLE : madeFor();
        return reason == null ? "" : reason.text;
    }

    /// Whether it writes down what it is about for who looks for a fault, by its name: what calls it asks first
    /// whether somebody does.
    boolean isForDebugging() {
        return FOR_DEBUGGING.matcher(signature.name()).find();
    }

    /// Whether it is the body of a lambda, which the analysis puts between a functional interface and the code.
    boolean isGlue() {
        return attributes == GLUE;
    }

    /// Whether no source has it: such a body, or a compiler's bridge to the method that it stands for, where
    /// erased types differ.
    boolean isUnseen() {
        return isGlue() || is(AccessFlag.BRIDGE);
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
