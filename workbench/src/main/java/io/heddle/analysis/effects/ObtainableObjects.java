package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Which methods external code can call on an object that it can have: it makes one, or what it sees of a library gives
/// one as a type that has the method. A private class that implements a library's own interface may be known to
/// nobody but the library. What a generic type holds is not seen. For one thread.
final class ObtainableObjects {

    /// Names of types that results, fields and parameters of callbacks have, where external code sees them.
    private final Set<String> given = new HashSet<>();
    private final Map<Type, Boolean> made = new HashMap<>();

    ObtainableObjects(CallGraph graph) {
        Collection<Type> types = graph.methods().stream()
                .map(Method::owner)
                .filter(type -> !type.isJdk() && type.isExternallyVisible())
                .collect(Collectors.toUnmodifiableSet());
        for (Type type : types) {
            type.methods().stream().filter(ObtainableObjects::isVisible).forEach(this::addWhatItGives);
            type.fields().stream()
                    .filter(field -> field.is(AccessFlag.PUBLIC) || field.is(AccessFlag.PROTECTED))
                    .map(Field::descriptor)
                    .forEach(this::add);
        }
    }

    private void addWhatItGives(Method method) {
        add(method.signature().result());
        if (method.isAbstract()) {
            // External code implements it.
            method.signature().parameters().forEach(this::add);
        }
    }

    private void add(String descriptor) {
        given.add(Signature.className(descriptor.replace("[", "")));
    }

    /// Whether external code may have an object to call a method on.
    boolean mayCall(Method method) {
        return method.isStatic()
                || method.isConstructor()
                || made.computeIfAbsent(method.owner(), ObtainableObjects::isMadeOutside)
                || method.owner().above().stream()
                        .anyMatch(above -> !above.present()
                                || (above == method.owner() || above.hasMethod(method.signature()))
                                        && (above.isJdk() || given.contains(above.name())));
    }

    // Or one of a class below it.
    private static boolean isMadeOutside(Type type) {
        return type.isExternallyVisible()
                && (type.isInterface()
                        || type.methods().stream().anyMatch(method -> method.isConstructor() && isVisible(method)));
    }

    private static boolean isVisible(Method method) {
        return method.is(AccessFlag.PUBLIC) || method.is(AccessFlag.PROTECTED);
    }
}
