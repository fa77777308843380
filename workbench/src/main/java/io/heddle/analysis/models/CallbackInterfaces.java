package io.heddle.analysis.models;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Tells through which interfaces code is handed in to be called back. Safe for threads.
public final class CallbackInterfaces {

    /// Interfaces with one method whose implementations are not there to call anybody back.
    private static final Set<String> NO_CALLBACKS = Names.of("callbacks", "no functions");
    private static final Set<String> JDK_CALLBACKS = Names.of("callbacks", "functions of the JDK");
    private static final Set<String> OF_OBJECT = Names.of("callbacks", "methods of every object");

    private static final Pattern GETTER = Pattern.compile("(?:get|find|is|has|set|add|remove|contains|matches|accepts"
            + "|put|with|as|to|supports|can|should)(?:[A-Z].*)?");

    private final Map<Type, Boolean> functional = new ConcurrentHashMap<>();

    /// Whether it is one of the JDK's own interfaces by which code is handed in.
    public static boolean isCallback(Type type) {
        return type.isJdk() && (type.name().startsWith("java/util/function/") || JDK_CALLBACKS.contains(type.name()));
    }

    /// Whether a method of this signature is one that every object may have, or that returns what is there.
    public static boolean isOfEveryObject(Signature signature) {
        return OF_OBJECT.contains(signature.name());
    }

    /// Whether a method looks something up, answers a question or stores something, by its name.
    public static boolean isGetter(Signature signature) {
        return GETTER.matcher(signature.name()).matches()
                && signature.parameters().size() <= Limits.Names.GETTER_PARAMETERS
                && !signature.name().equals("get");
    }

    /// Whether its implementations are told that something has happened: nobody waits for an answer.
    public static boolean isListener(Type type) {
        return type.name().endsWith("Listener") || type.isBelow("java.util.EventListener");
    }

    /// Whether a method of this type is a function that is handed in: the one method of an interface that
    /// external code may implement.
    public boolean isFunction(Type type, Signature signature) {
        if (isListener(type)
                || isOfEveryObject(signature)
                || NO_CALLBACKS.contains(type.name())
                || !type.isInterface()) {
            return false;
        }
        if (type.isJdk()) {
            return isCallback(type);
        }
        Method method = type.isExternallyVisible() ? type.resolve(signature) : null;
        return method != null
                && method.isAbstract()
                && functional.computeIfAbsent(type, CallbackInterfaces::hasOneMethod);
    }

    private static boolean hasOneMethod(Type type) {
        return type.above().stream()
                        .filter(Type::isInterface)
                        .flatMap(above -> above.methods().stream())
                        .filter(method -> method.isAbstract() && !isOfEveryObject(method.signature()))
                        .map(Method::signature)
                        .distinct()
                        .count()
                == 1;
    }
}
