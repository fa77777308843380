package io.heddle.check.graph;

import io.heddle.check.graph.Doubts.Reason;
import io.heddle.check.read.Artifact;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
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

/// A class or interface, read when it is first asked for.
public final class Type {

    private static final List<String> LOGGERS = List.of("Logger", "Log", "LogManager");
    private static final Set<String> FACTORIES = Set.of("LoggerFactory", "LogFactory");
    private static final Set<String> STREAMS =
            Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer");
    private static final Pattern INTERNAL = Pattern.compile("(?:^|/)internals?/");
    private static final Pattern KEPT = Pattern.compile("(?:Internal|Private|Protected)(?:Api|API|Use|UseOnly)?;$");

    final String name;
    final @Nullable ClassBytes file;
    final Artifact artifact;
    final int flags;
    private final boolean open;
    /// Whether it is a logger, by the shape of its name: every logging library has its own.
    final boolean logger;

    @Nullable
    Type superType;

    List<Type> interfaces = List.of();
    final Map<Signature, Method> methods = new LinkedHashMap<>();
    final Map<String, Field> fields = new HashMap<>();
    /// What its constant pool's entries mean, by index; null until asked for.
    final @Nullable Object[] pool;
    boolean instantiated;
    boolean initialized;
    /// Whether reached code has it as an object, and may hand it to who makes objects of it, as in
    /// `register(Handler.class)`.
    boolean handed;
    /// Whether its objects are handed to threads that are made for them, and to nobody else; see [Threads].
    boolean threads;
    /// Classes below it, and itself, of which there are objects.
    final List<Type> instantiatedBelow = new ArrayList<>();
    /// Methods that are called on it, with what they have been found to be.
    final Map<Signature, Selector> selectors = new HashMap<>();
    /// The same for calls from the JDK's own code.
    final Map<Signature, Selector> jdkSelectors = new HashMap<>();
    /// Asked for by several threads.
    private volatile @Nullable List<Type> above;
    private @Nullable String binaryName;
    /// Whether [#purpose] was asked for, which several threads do: written when the answer is.
    private volatile boolean asked;
    private @Nullable Reason purpose;
    /// What [#isInternal] tells; null until asked for.
    private @Nullable Boolean internal;
    private @Nullable Boolean program;
    private @Nullable Set<String> switches;
    private @Nullable Boolean waiter;
    private final Map<Signature, @Nullable Method> resolved = new HashMap<>();

    Type(String name, @Nullable ClassBytes file, Artifact artifact, int flags) {
        this.name = name;
        this.file = file;
        this.artifact = artifact;
        this.flags = flags;
        this.open = isOpen(name, file, flags);
        this.logger = LOGGERS.stream().anyMatch(name::endsWith)
                || FACTORIES.contains(name.substring(name.lastIndexOf('/') + 1));
        this.pool = new Object[file == null ? 0 : file.constants()];
    }

    /// Whether its class file was found.
    boolean present() {
        return file != null || !methods.isEmpty();
    }

    /// Whether its class file and those of all that is above it were found.
    boolean isWhole() {
        return above().stream().allMatch(Type::present);
    }

    /// Whether it stands for a lambda or a method reference.
    boolean isGlue() {
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
    boolean isBelowAny(Set<String> others) {
        for (Type type : above()) {
            if (others.contains(type.binaryName())) {
                return true;
            }
        }
        return false;
    }

    /// Its name with dots.
    String binaryName() {
        String known = binaryName;
        if (known == null) {
            known = name.replace('/', '.');
            binaryName = known;
        }
        return known;
    }

    boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    /// Whether strangers may name it.
    boolean isOpen() {
        return open;
    }

    // The class file calls a protected class inside another public; what it is inside tells (JVMS 4.7.6).
    private static boolean isOpen(String name, @Nullable ClassBytes file, int flags) {
        boolean isPublic = (flags & AccessFlag.PUBLIC.mask()) != 0;
        int inside = isPublic && file != null && name.indexOf('$') >= 0 ? file.flagsInside(name) : -1;
        return isPublic && (inside < 0 || (inside & AccessFlag.PROTECTED.mask()) == 0);
    }

    /// What it is made for that is no part of a service; null where it may be one. See [Purpose].
    @Nullable
    Reason purpose() {
        if (!asked) {
            purpose = Purpose.of(this);
            asked = true;
        }
        return purpose;
    }

    /// Whether its objects are threads, or tasks that threads run which are made for them, and nobody else. Asked
    /// for when all calls are known.
    boolean runsOnThread() {
        return isBelow(Threads.THREAD)
                || threads
                        && methods.values().stream()
                                .filter(method -> method.signature.name().equals(Method.RUN))
                                .flatMap(method -> method.callers.stream())
                                .allMatch(call -> call.caller.owner.isJdk());
    }

    /// Whether its own main method makes its objects, and nobody else. Asked for when all calls are known.
    boolean isMadeByItsMain() {
        Boolean known = program;
        if (known == null) {
            List<Call> made = methods.values().stream().anyMatch(Method::isMain)
                    ? methods.values().stream()
                            .filter(Method::isConstructor)
                            .flatMap(method -> method.callers.stream())
                            .toList()
                    : List.of();
            known = !made.isEmpty()
                    && made.stream()
                            .allMatch(call -> call.caller.owner == this
                                    && call.caller.isStatic()
                                    && call.caller.signature.name().equals(Method.MAIN));
            program = known;
        }
        return known;
    }

    /// Whether it has a method of its own for who wants to wait, see [Method#isWaiter].
    boolean declaresWaiter() {
        Boolean known = waiter;
        if (known == null) {
            known = methods.values().stream().anyMatch(Method::isWaiter);
            waiter = known;
        }
        return known;
    }

    /// Its fields that switch code which no service runs, see [SwitchedOff].
    Set<String> switches() {
        Set<String> known = switches;
        if (known == null) {
            known = SwitchedOff.fields(fields.values());
            switches = known;
        }
        return known;
    }

    /// Whether its authors keep it for themselves, by its package's name or by an annotation.
    boolean isInternal() {
        Boolean known = internal;
        if (known == null) {
            known = INTERNAL.matcher(name).find()
                    || file != null
                            && file.allAnnotations(file.attributes()).stream()
                                    .anyMatch(annotation ->
                                            KEPT.matcher(annotation).find());
            internal = known;
        }
        return known;
    }

    boolean isInterface() {
        return is(AccessFlag.INTERFACE);
    }

    boolean isAbstract() {
        return is(AccessFlag.ABSTRACT);
    }

    /// Whether the JDK brings it.
    public boolean isJdks() {
        return isJdk();
    }

    /// The method of this name that it has itself.
    public Optional<Method> declares(String method) {
        return methods.values().stream()
                .filter(declared -> declared.signature.name().equals(method))
                .findFirst();
    }

    boolean isJdk() {
        return artifact.role() == Artifact.Role.JDK;
    }

    public boolean isTarget() {
        return artifact.role() == Artifact.Role.TARGET;
    }

    /// Whether findings are told of it.
    boolean isAskedAbout() {
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
    List<Type> above() {
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
        for (Type at = type; at != null && all.add(at); at = at.superType) {
            for (Type face : at.interfaces) {
                collect(face, all);
            }
        }
    }

    boolean below(Type other) {
        return this == other || above().contains(other);
    }

    /// The method that a call of this signature on an object of this very class runs, or that a static call means:
    /// classes first, then the interfaces' default methods; null when there is none. Safe for threads.
    @Nullable
    Method resolve(Signature signature) {
        // Most ask for what is there.
        Method own = methods.get(signature);
        if (own != null && !own.isAbstract()) {
            return own;
        }
        synchronized (resolved) {
            Method known = resolved.get(signature);
            if (known == null && !resolved.containsKey(signature)) {
                known = search(signature);
                resolved.put(signature, known);
            }
            return known;
        }
    }

    private @Nullable Method search(Signature signature) {
        Method abstractOne = null;
        // A cyclic hierarchy ends here too.
        int left = above().size();
        for (Type at = this; at != null && left > 0; at = at.superType, left--) {
            Method method = at.methods.get(signature);
            if (method != null && !method.isAbstract()) {
                return STREAMS.contains(at.name)
                        ? ownOfTheName(signature.name()).orElse(method)
                        : method;
            }
            abstractOne = abstractOne == null ? method : abstractOne;
        }
        for (Type face : above()) {
            Method method = face.isInterface() ? face.methods.get(signature) : null;
            if (method != null && !method.isAbstract()) {
                return method;
            }
            abstractOne = abstractOne == null ? method : abstractOne;
        }
        return abstractOne;
    }

    // The JDK's streams have all their ways to read or write run the one that a class below must have, or the one
    // of most parameters that it has as well (java.io.OutputStream.write(byte[])).
    private Optional<Method> ownOfTheName(String name) {
        return above().stream()
                .filter(type -> !type.isJdk())
                .flatMap(type -> type.methods.values().stream())
                .filter(method -> method.signature.name().equals(name) && !method.isAbstract())
                .max(Comparator.comparing(
                        method -> method.signature.parameters().size()));
    }

    /// The field of this name in this class or above; null when there is none.
    @Nullable
    Field field(String field) {
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
