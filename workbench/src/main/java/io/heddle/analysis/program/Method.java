package io.heddle.analysis.program;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.knowledge.Names;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A method that a class declares. Two methods are equal when they are the same object.
public final class Method extends SideTable.Numbered {

    /// Methods that serialisation finds by name, see java.io.Serializable.
    private static final Set<String> FOR_SERIALIZATION = Names.of("jdk", "for serialisation");

    private static final String AWAIT = "await";
    /// Also where a library brings Kotlin's own classes under another name.
    private static final String KOTLIN = "kotlin/Metadata;";
    /// Annotations that describe a class or method, and do not make a framework call it.
    private static final Pattern DESCRIBES = Pattern.compile("(?:^L|/)" + KOTLIN
            + "$|(?:^L|[/$])(?:Deprecated|Stable|Unstable|Evolving|Beta|Experimental|\\w*Internal\\w*|Immutable"
            + "|ThreadSafe|VisibleForTesting|\\w*Null\\w*|\\w*Nonnull\\w*|\\w*ReturnValue"
            + "|FunctionalInterface|SafeVarargs|Scala\\w*Signature);$");
    private static final Pattern OF_MODULE = Pattern.compile("(?!access\\$|lambda\\$)\\w+\\$(?!default$)\\w+");
    private static final Pattern FOR_DEBUGGING = Pattern.compile("^(?:dump|debug)(?=$|[A-Z])");

    /// Offset of the attributes of a lambda stub, which no class file holds.
    static final int STUB = -1;

    private final Type owner;
    private final Signature signature;
    private final int flags;
    private final int attributes;
    private final boolean annotated;
    private @Nullable List<Method> alone;
    private @Nullable Boolean internal;

    /// @param attributes offset of its attribute list in the class file; [#STUB] for a lambda stub
    /// @param annotated whether it has annotations that are visible at run time
    Method(int id, Type owner, Signature signature, int flags, int attributes, boolean annotated) {
        super(id);
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

    /// As `java.lang.Thread.yield`.
    public String qualifiedName() {
        return owner.binaryName() + "." + signature.name();
    }

    /// A list of this method alone. Callers share it.
    public List<Method> alone() {
        List<Method> known = alone;
        if (known == null) {
            known = List.of(this);
            alone = known;
        }
        return known;
    }

    /// Its code; null where it has none.
    ///
    /// @throws RuntimeException of any kind when the code is damaged
    public @Nullable CodeBytes code() {
        ClassBytes file = owner.file();
        return file == null || isLambdaStub() ? null : CodeBytes.of(file, attributes);
    }

    public boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    public boolean isAbstract() {
        return is(AccessFlag.ABSTRACT);
    }

    public boolean isStatic() {
        return is(AccessFlag.STATIC);
    }

    public boolean isNative() {
        return is(AccessFlag.NATIVE);
    }

    public boolean isSynchronized() {
        return is(AccessFlag.SYNCHRONIZED);
    }

    public boolean isConstructor() {
        return signature.name().equals("<init>");
    }

    /// Whether it is a class initialiser.
    public boolean isInitializer() {
        return signature.name().equals("<clinit>");
    }

    /// Whether code outside the artifact may call it.
    public boolean isApi() {
        return (is(AccessFlag.PUBLIC) || is(AccessFlag.PROTECTED)) && owner.is(AccessFlag.PUBLIC);
    }

    /// Whether it is the stub that stands for a lambda or method reference: its one call runs the code.
    public boolean isLambdaStub() {
        return attributes == STUB;
    }

    /// Whether no source has it: a lambda stub, or a bridge that a compiler wrote.
    public boolean isUnseen() {
        return isLambdaStub() || is(AccessFlag.BRIDGE);
    }

    /// Whether it is an internal function of Kotlin: the compiler appends the module's name to the
    /// function's.
    public boolean isInternalToModule() {
        ClassBytes file = owner.file();
        return file != null
                && signature.name().indexOf('$') > 0
                && OF_MODULE.matcher(signature.name()).matches()
                && file.annotations(file.attributes()).stream().anyMatch(name -> name.endsWith(KOTLIN));
    }

    /// Whether its authors keep it for themselves: by an annotation, or by its name.
    public boolean isInternal() {
        Boolean known = internal;
        if (known == null) {
            ClassBytes file = owner.file();
            known = signature.name().endsWith("Internal")
                    || file != null && !isLambdaStub() && Type.isKept(file, attributes);
            internal = known;
        }
        return known;
    }

    /// Whether serialisation calls it, by its name.
    public boolean isForSerialization() {
        return FOR_SERIALIZATION.contains(signature.name());
    }

    /// Whether it has annotations that are visible at run time.
    public boolean isAnnotated() {
        return annotated;
    }

    /// Whether an annotation of its own or of its class may make a framework call it. Kotlin's compiler
    /// annotates every class, which says nothing.
    public boolean isAnnotatedForFramework() {
        ClassBytes file = owner.file();
        return file != null
                && (annotated && mayBringCaller(file.annotations(attributes))
                        || mayBringCaller(file.annotations(file.attributes())));
    }

    private static boolean mayBringCaller(List<String> annotations) {
        return annotations.stream()
                .anyMatch(annotation -> !DESCRIBES.matcher(annotation).find());
    }

    /// Whether it has an annotation of one of these simple names.
    public boolean isAnnotated(Set<String> names) {
        return Annotations.isAnyOf(annotations(), names);
    }

    /// Internal names of its annotations that are visible at run time.
    public List<String> annotations() {
        ClassBytes file = owner.file();
        return !annotated || file == null
                ? List.of()
                : file.annotations(attributes).stream()
                        .map(Signature::className)
                        .toList();
    }

    /// Whether it declares that it throws one of these exceptions, by internal name.
    public boolean declares(Collection<String> exceptions) {
        ClassBytes file = owner.file();
        return file != null
                && !isLambdaStub()
                && file.exceptions(attributes).stream().anyMatch(exceptions::contains);
    }

    /// Whether its name says that its callers want to wait: `await` or `awaitX`.
    public boolean isWaiter() {
        return signature.name().startsWith(AWAIT)
                && (signature.name().length() == AWAIT.length()
                        || Character.isUpperCase(signature.name().charAt(AWAIT.length())));
    }

    @Override
    public String toString() {
        return owner + "." + signature;
    }

    /// What a call of a function of Clojure runs. Its compiler makes a class of each function. One that
    /// captures nothing has its code in a static method, `invokeStatic`, to which the methods that a call
    /// finds only delegate: what such a call runs is then the same with and without direct linking.
    ///
    /// Source: `clojure.lang.Compiler.FnMethod.doEmitStatic` and `doEmitPrim`, `clojure.lang.RestFn`,
    /// `clojure.lang.AFn`.
    static final class OfClojure {

        private static final String FUNCTION = "clojure/lang/AFunction";
        private static final String VARIADIC = "clojure/lang/RestFn";
        private static final Set<String> RUNS = Set.of("invoke", "doInvoke", "invokePrim");
        private static final String RUNTIME = "clojure/lang/";

        private OfClojure() {}

        /// Whether a class that extends this one is made of a function.
        static boolean isMadeBelow(@Nullable Type superclass) {
            return superclass != null
                    && (superclass.name().equals(FUNCTION) || superclass.name().equals(VARIADIC));
        }

        /// The method that has the code which a call on a function runs.
        ///
        /// @param called by the call
        /// @param found by the rules of the JVM
        static Method code(Type function, Signature called, Method found) {
            int arity = called.parameters().size();
            return switch (called.name()) {
                case "invoke" ->
                    found.owner() == function
                            ? withCode(function, found)
                            : variadic(function, arity).orElse(found);
                case "doInvoke", "invokePrim" -> found.owner() == function ? withCode(function, found) : found;
                // Runnable and Callable.
                case "run", "call" ->
                    found.owner().name().startsWith(RUNTIME) && arity == 0
                            ? fixed(function, 0).or(() -> variadic(function, 0)).orElse(found)
                            : found;
                case "applyTo" ->
                    variadic(function, Integer.MAX_VALUE)
                            .or(() -> only(function))
                            .orElse(found);
                default -> found;
            };
        }

        /// The methods that have the code of a function: one for each number of arguments.
        static List<Method> all(Type function) {
            return function.methods().stream()
                    .filter(method ->
                            isCalled(method) || method.signature().name().equals("doInvoke"))
                    .map(method -> withCode(function, method))
                    .distinct()
                    .toList();
        }

        private static boolean isCalled(Method method) {
            return method.signature().name().equals("invoke") && !method.isStatic() && !method.isAbstract();
        }

        private static Optional<Method> fixed(Type function, int arity) {
            return function.methods().stream()
                    .filter(method ->
                            isCalled(method) && method.signature().parameters().size() == arity)
                    .findFirst()
                    .map(method -> withCode(function, method));
        }

        // What it requires comes first, the rest as one sequence.
        private static Optional<Method> variadic(Type function, int arity) {
            return function.declares("doInvoke")
                    .filter(method -> method.signature().parameters().size() - 1 <= arity)
                    .map(method -> withCode(function, method));
        }

        private static Optional<Method> only(Type function) {
            List<Method> all = all(function);
            return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
        }

        /// The method that has the code of one that a function declares.
        static Method withCode(Type function, Method method) {
            return method.isStatic() || !RUNS.contains(method.signature().name())
                    ? method
                    : function.methods().stream()
                            .filter(one -> one.isStatic()
                                    && one.signature().name().equals("invokeStatic")
                                    && one.signature().parameters().size()
                                            == method.signature().parameters().size())
                            .findFirst()
                            .orElse(method);
        }
    }
}
