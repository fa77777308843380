package io.heddle.analysis.program;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.knowledge.Names;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.ClassEntry.Published;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A class or interface. Two types are equal when they are the same object.
public final class Type extends SideTable.Numbered {

    private static final String KOTLIN_FUNCTION = "kotlin.Function";

    private static final Set<String> LOGGERS = Names.of("logging", "ends of class names");
    private static final Set<String> FACTORIES = Names.of("logging", "simple class names");
    private static final Set<String> STREAMS = Names.of("streams", "streams");
    private static final Pattern INTERNAL = Pattern.compile("(?:^|/)internals?/");
    private static final Pattern KEPT = Pattern.compile("(?:Internal|Private|Protected)(?:Api|API|Use|UseOnly)?;$");

    private final String name;
    private final @Nullable ClassBytes file;
    private final Artifact artifact;
    private final Published published;
    private final int flags;
    private final boolean externallyVisible;
    private final boolean logger;
    private @Nullable Type superType;
    private List<Type> interfaces = List.of();
    private final Map<Signature, Method> methods = new LinkedHashMap<>();
    private final Map<String, Field> fields = new HashMap<>();
    private boolean annotatedMethods;
    private boolean clojureFunction;
    // Derived from the above, when first needed.
    private volatile @Nullable List<Type> above;
    private @Nullable String binaryName;
    private @Nullable Boolean internal;
    private @Nullable Boolean waiter;
    private final Map<Signature, @Nullable Method> resolved = new HashMap<>();

    /// @param name internal
    /// @param file null where it was not found, and for the class of a lambda
    Type(int id, String name, @Nullable ClassBytes file, Artifact artifact, Published published, int flags) {
        super(id);
        this.name = name;
        this.file = file;
        this.artifact = artifact;
        this.published = published;
        this.flags = flags;
        this.externallyVisible = isExternallyVisible(name, file, flags);
        this.logger = LOGGERS.stream().anyMatch(name::endsWith)
                || FACTORIES.contains(name.substring(name.lastIndexOf('/') + 1));
    }

    /// Completes it, before it is published.
    void declare(Method method) {
        methods.putIfAbsent(method.signature(), method);
        annotatedMethods |= method.isAnnotated();
    }

    void declare(Field field) {
        fields.putIfAbsent(field.name(), field);
    }

    void extend(@Nullable Type superclass, List<Type> superinterfaces) {
        this.superType = superclass;
        this.interfaces = superinterfaces;
        this.clojureFunction = Method.OfClojure.isMadeBelow(superclass);
    }

    /// The methods that it declares, in the order of the class file.
    public Collection<Method> methods() {
        return methods.values();
    }

    /// The method of this signature that it declares; null where it declares none.
    public @Nullable Method method(Signature signature) {
        return methods.get(signature);
    }

    public boolean hasMethod(Signature signature) {
        return methods.containsKey(signature);
    }

    /// Whether a method that it declares has annotations that are visible at run time.
    public boolean hasAnnotatedMethods() {
        return annotatedMethods;
    }

    /// The fields that it declares, in no order.
    public Collection<Field> fields() {
        return fields.values();
    }

    /// Whether it is a function of the target's own that Kotlin's compiler made a class of, such as a suspending
    /// lambda:
    /// like any other lambda it may be called by whoever gets it.
    public boolean isKotlinFunction() {
        return isTarget() && isBelow(KOTLIN_FUNCTION);
    }

    /// Internal names of its annotations that are visible at run time.
    public List<String> annotations() {
        return file == null
                ? List.of()
                : file.annotations(file.attributes()).stream()
                        .map(Signature::className)
                        .toList();
    }

    /// Its class file; null where it was not found, and for the class of a lambda.
    public @Nullable ClassBytes file() {
        return file;
    }

    /// Null for `Object`, and where it is not known.
    public @Nullable Type superType() {
        return superType;
    }

    /// Whether it is a logger, by the shape of its name: every logging library has a class of its own.
    public boolean isLogger() {
        return logger;
    }

    /// Whether Clojure's compiler made it of a function.
    public boolean isClojureFunction() {
        return clojureFunction;
    }

    /// Whether its class file was found.
    public boolean present() {
        return file != null || !methods.isEmpty();
    }

    /// Whether its class file and those of all that is above it were found.
    public boolean isWhole() {
        return above().stream().allMatch(Type::present);
    }

    /// Whether it stands for a lambda or a method reference.
    public boolean isLambda() {
        return file == null && !methods.isEmpty();
    }

    /// Whether it is a class of this binary name, or below one.
    public boolean isBelow(String other) {
        for (Type type : above()) {
            if (type.binaryName().equals(other)) {
                return true;
            }
        }
        return false;
    }

    /// Whether it is a class of one of these binary names, or below one.
    public boolean isBelowAny(Set<String> others) {
        for (Type type : above()) {
            if (others.contains(type.binaryName())) {
                return true;
            }
        }
        return false;
    }

    /// Its name with dots.
    public String binaryName() {
        String known = binaryName;
        if (known == null) {
            known = name.replace('/', '.');
            binaryName = known;
        }
        return known;
    }

    public boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    /// Whether external code may name it: it is public, and not protected inside another class.
    public boolean isExternallyVisible() {
        return externallyVisible;
    }

    // The flags of the class file say public for a protected inner class; the attribute InnerClasses tells
    // (JVMS 4.7.6).
    private static boolean isExternallyVisible(String name, @Nullable ClassBytes file, int flags) {
        boolean isPublic = (flags & AccessFlag.PUBLIC.mask()) != 0;
        int inside = isPublic && file != null && name.indexOf('$') >= 0 ? file.flagsInside(name) : -1;
        return isPublic && (inside < 0 || (inside & AccessFlag.PROTECTED.mask()) == 0);
    }

    /// Whether it declares a method for callers that want to wait, see [Method#isWaiter()].
    public boolean declaresWaiter() {
        Boolean known = waiter;
        if (known == null) {
            known = methods.values().stream().anyMatch(Method::isWaiter);
            waiter = known;
        }
        return known;
    }

    /// Whether its authors publish its package, as they declare it.
    public Published published() {
        return published;
    }

    /// Whether its authors keep it for themselves: by what its archive declares that it publishes, or, where it
    /// declares nothing, by the package's name; or by an annotation.
    public boolean isInternal() {
        Boolean known = internal;
        if (known == null) {
            boolean kept =
                    published == Published.UNKNOWN ? INTERNAL.matcher(name).find() : published == Published.NO;
            known = kept || file != null && isKept(file, file.attributes());
            internal = known;
        }
        return known;
    }

    /// Whether an annotation says that authors keep for themselves what has these attributes.
    static boolean isKept(ClassBytes file, int attributes) {
        return file.allAnnotations(attributes).stream()
                .anyMatch(annotation -> KEPT.matcher(annotation).find());
    }

    public boolean isInterface() {
        return is(AccessFlag.INTERFACE);
    }

    public boolean isAbstract() {
        return is(AccessFlag.ABSTRACT);
    }

    /// The first method of this name that it declares.
    public Optional<Method> declares(String method) {
        return methods.values().stream()
                .filter(declared -> declared.signature().name().equals(method))
                .findFirst();
    }

    public boolean isJdk() {
        return artifact.role() == Artifact.Role.JDK;
    }

    public boolean isTarget() {
        return artifact.isOwn();
    }

    /// Whether findings are told of it.
    public boolean isAskedAbout() {
        return isTarget() || artifact.role() == Artifact.Role.BUNDLED;
    }

    /// Internal name.
    public String name() {
        return name;
    }

    /// Name of its source file; empty where the class file does not tell.
    public String source() {
        return file == null ? "" : file.source();
    }

    public Artifact artifact() {
        return artifact;
    }

    /// Itself and all classes and interfaces above it.
    public List<Type> above() {
        List<Type> known = above;
        if (known == null) {
            Set<Type> all = new LinkedHashSet<>();
            collect(this, all);
            known = List.copyOf(all);
            above = known;
        }
        return known;
    }

    private static void collect(Type type, Set<Type> all) {
        // A cyclic hierarchy ends here too.
        for (Type at = type; at != null && all.add(at); at = at.superType()) {
            for (Type face : at.interfaces) {
                collect(face, all);
            }
        }
    }

    public boolean below(Type other) {
        return this == other || above().contains(other);
    }

    /// The method that a call of this signature on an object of this very class runs, or that a static call
    /// means: classes first, then the interfaces' default methods; null when there is none. Of a function
    /// of Clojure it is the method that has its code. Safe for threads.
    public @Nullable Method resolve(Signature signature) {
        // The most frequent case.
        Method own = methods.get(signature);
        if (own != null && !own.isAbstract() && !clojureFunction) {
            return own;
        }
        synchronized (resolved) {
            Method known = resolved.get(signature);
            if (known == null && !resolved.containsKey(signature)) {
                known = search(signature);
                known = clojureFunction && known != null ? Method.OfClojure.code(this, signature, known) : known;
                resolved.put(signature, known);
            }
            return known;
        }
    }

    private @Nullable Method search(Signature signature) {
        Method abstractOne = null;
        // A cyclic hierarchy ends here too.
        int left = above().size();
        for (Type at = this; at != null && left > 0; at = at.superType(), left--) {
            Method method = at.method(signature);
            if (method != null && !method.isAbstract()) {
                return STREAMS.contains(at.name())
                        ? ownOfTheName(signature.name()).orElse(method)
                        : method;
            }
            abstractOne = abstractOne == null ? method : abstractOne;
        }
        for (Type face : above()) {
            Method method = face.isInterface() ? face.method(signature) : null;
            if (method != null && !method.isAbstract()) {
                return method;
            }
            abstractOne = abstractOne == null ? method : abstractOne;
        }
        return abstractOne;
    }

    // The methods of the JDK's streams by which many bytes are read or written all call one that a subclass
    // must implement, or the overload with most parameters that it has (java.io.OutputStream.write(byte[])).
    private Optional<Method> ownOfTheName(String name) {
        return above().stream()
                .filter(type -> !type.isJdk())
                .flatMap(type -> type.methods().stream())
                .filter(method -> method.signature().name().equals(name) && !method.isAbstract())
                .max(Comparator.comparing(
                        method -> method.signature().parameters().size()));
    }

    /// The method that has the code of one that it declares: another only where this is a function of Clojure.
    public Method codeOf(Method method) {
        return clojureFunction ? Method.OfClojure.withCode(this, method) : method;
    }

    /// The methods that have the code of a function of Clojure, one for each number of arguments; none of another
    /// class.
    public List<Method> codeOfClojure() {
        return clojureFunction ? Method.OfClojure.all(this) : List.of();
    }

    /// The field of this name in this class or above; null when there is none.
    public @Nullable Field field(String field) {
        for (Type type : above()) {
            Field found = type.fields.get(field);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name;
    }
}
