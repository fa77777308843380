package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Tells which calls run strangers' code: an extension point that others implement, such as a supplier, a loader or a
/// listener.
final class Strangers {

    /// One method each, but what they do is not to call anybody back.
    private static final Set<String> NO_CALLBACKS = Set.of(
            "java/lang/Comparable",
            "java/util/Comparator",
            "java/lang/Iterable",
            "java/io/Closeable",
            "java/lang/AutoCloseable",
            "java/util/concurrent/Executor",
            "java/io/Flushable",
            "java/lang/Readable",
            "java/util/EventListener",
            "java/io/Serializable",
            "java/lang/Cloneable",
            "java/util/function/ToIntFunction",
            "java/util/function/ToLongFunction",
            "java/util/function/IntBinaryOperator");
    private static final Set<String> JDK_CALLBACKS = Set.of(
            "java/lang/Runnable",
            "java/util/concurrent/Callable",
            "java/security/PrivilegedAction",
            "java/security/PrivilegedExceptionAction");
    private static final Set<String> OF_OBJECT = Set.of(
            "toString",
            "equals",
            "hashCode",
            "compareTo",
            "compare",
            "iterator",
            "close",
            "size",
            "isEmpty",
            "length",
            "name",
            "getName",
            "test");

    private static final Pattern GETTER = Pattern.compile(
            "(?:get|find|is|has|set|add|remove|contains|matches|accepts|put|with|as|to|supports|can|should)(?:[A-Z].*)?");

    /// What Clojure's compiler writes for signs that Java's names cannot have; from clojure.lang.Compiler.
    private static final Map<String, String> SIGNS = Map.ofEntries(
            Map.entry("-", "_"),
            Map.entry("?", "_QMARK_"),
            Map.entry("!", "_BANG_"),
            Map.entry("*", "_STAR_"),
            Map.entry("+", "_PLUS_"),
            Map.entry(">", "_GT_"),
            Map.entry("<", "_LT_"),
            Map.entry("=", "_EQ_"),
            Map.entry("'", "_SINGLEQUOTE_"),
            Map.entry("&", "_AMPERSAND_"),
            Map.entry("%", "_PERCENT_"));

    /// Packages of the JDK, also of its modules that a run time may lack.
    private static final Set<String> JDKS = Set.of("java/", "com/sun/", "sun/", "jdk/");

    private final World world;
    private final Flow flow;
    private final Map<Type, Boolean> single = new ConcurrentHashMap<>();

    Strangers(World world, Flow flow) {
        this.world = world;
        this.flow = flow;
    }

    /// Whether the call is made through an interface by which code is handed in: one with a single method to
    /// implement.
    boolean throughFunction(Call call) {
        Type type = call.declared;
        if (call.how != How.VIRTUAL
                || isListener(type)
                || OF_OBJECT.contains(call.signature.name())
                || NO_CALLBACKS.contains(type.name)
                || !type.isInterface()) {
            return false;
        }
        if (type.isJdk()) {
            return isCallback(type);
        }
        // Nobody else can implement what is not public.
        Method method = type.isOpen() ? type.resolve(call.signature) : null;
        return method != null && method.isAbstract() && single.computeIfAbsent(type, Strangers::hasOneMethod);
    }

    /// Whether it is one of the JDK's own interfaces by which code is handed in.
    static boolean isCallback(Type type) {
        return type.isJdk() && (type.name.startsWith("java/util/function/") || JDK_CALLBACKS.contains(type.name));
    }

    private static boolean hasOneMethod(Type type) {
        return type.above().stream()
                        .filter(Type::isInterface)
                        .flatMap(above -> above.methods.values().stream())
                        .filter(method -> method.isAbstract() && !OF_OBJECT.contains(method.signature.name()))
                        .map(method -> method.signature)
                        .distinct()
                        .count()
                == 1;
    }

    /// Whether the very classes are known that its receiver may be of.
    boolean knows(Call call) {
        return flow.types(call.receiver()).known();
    }

    /// Whether it runs code that is not known here. Safe for threads.
    boolean calls(Call call) {
        if (call.how != How.VIRTUAL || call.cut || call.sink != null) {
            return false;
        }
        boolean strange = throughFunction(call)
                ? handedIn(call.receiver(), call.caller)
                : call.targets.isEmpty() && isExtensionPoint(call) && !isNamed(call) && !isTheOne(call);
        return strange && !flow.types(call.receiver()).own();
    }

    // The one object of an interface's own: who wrote the interface has it made.
    private static boolean isTheOne(Call call) {
        return Value.bare(call.receiver()) instanceof Value.FieldRead read
                && read.field().owner == call.declared
                && read.field().is(AccessFlag.STATIC);
    }

    // A function of a namespace that is here, which the code looks up by its name: there is a class of that name.
    private boolean isNamed(Call call) {
        List<String> texts = Analysis.lookedUpBy(call.receiver());
        return texts.size() == 2
                && world.type(munged(texts.getFirst()).replace('.', '/') + "$" + munged(texts.getLast()))
                        .present();
    }

    private static String munged(String name) {
        return name.chars()
                .mapToObj(Character::toString)
                .map(sign -> SIGNS.getOrDefault(sign, sign))
                .collect(Collectors.joining());
    }

    // Who listens is told that something has happened: nobody waits for an answer, though a listener may take its
    // time.
    private static boolean isListener(Type type) {
        return type.name.endsWith("Listener") || type.isBelow("java.util.EventListener");
    }

    // An interface that strangers implement, with no implementation here or with too many.
    private static boolean isExtensionPoint(Call call) {
        Type type = call.declared;
        if (type.isJdk()
                || isListener(type)
                || type.is(AccessFlag.ANNOTATION)
                || OF_OBJECT.contains(call.signature.name())
                || isGetter(call.signature)
                || delegates(call)) {
            return false;
        }
        if (!type.present()) {
            return call.throughInterface && JDKS.stream().noneMatch(type.name::startsWith);
        }
        Method method = type.resolve(call.signature);
        // A class with many below it is a library's own way to write variants.
        boolean many = !type.isInterface() && call.unknown > 0;
        return method != null && !many && method.isAbstract() && type.isOpen() && method.is(AccessFlag.PUBLIC);
    }

    // A wrapper of an interface of several methods that passes the call on to another object of its kind.
    private static boolean delegates(Call call) {
        return call.caller.owner.below(call.declared) && call.caller.signature == call.signature;
    }

    // Looks something up, asks a question, or keeps something.
    static boolean isGetter(Signature signature) {
        return GETTER.matcher(signature.name()).matches()
                && signature.parameters().size() <= 2
                && !signature.name().equals("get");
    }

    // From outside: a parameter, or a field that such a parameter is written to, or that only a container can have
    // written.
    private static boolean handedIn(Value receiver, Method caller) {
        return switch (Value.bare(receiver)) {
            case Value.Parameter parameter -> !parameter.method().isHandedNothing();
            case Value.FieldRead _, Value.Result _, Value.Any _, Value.Typed _, Value.Captured _ -> true;
            case Value.Union union -> union.members().stream().anyMatch(member -> handedIn(member, caller));
            case Value.Null _, Value.Flag _, Value.Text _, Value.This _, Value.New _, Value.Cast _ -> false;
        };
    }
}
