package io.heddle.fix.lock;

import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Interfaces of an application which one class implements: what the code names by the interface is an object of it.
/// A functional interface has lambdas too, and one whose class literal the code uses may have proxies.
final class SoleImplementers {

    private final List<Type> types;
    private final Set<String> literals;
    private final Map<Type, Optional<Type>> known = new HashMap<>();

    /// @param types all classes of the application
    SoleImplementers(List<Type> types, Collection<MethodFacts> facts) {
        this.types = types;
        this.literals = facts.stream().flatMap(one -> one.literals().stream()).collect(Collectors.toSet());
    }

    /// The topmost class that implements an interface; empty where there is none or another.
    Optional<Type> of(Type type) {
        return known.computeIfAbsent(type, this::find);
    }

    private Optional<Type> find(Type type) {
        if (!type.isWhole() || literals.contains(type.name()) || isFunctional(type)) {
            return Optional.empty();
        }
        List<Type> topmost = types.stream()
                .filter(one -> !one.isInterface() && one.below(type))
                .filter(one -> !(one.superType() instanceof Type above && above.below(type)))
                .toList();
        return topmost.size() == 1 ? Optional.of(topmost.getFirst()) : Optional.empty();
    }

    private static boolean isFunctional(Type type) {
        return type.above().stream()
                        .flatMap(at -> List.copyOf(at.methods()).stream())
                        .map(Method::signature)
                        .distinct()
                        .filter(signature -> !(type.resolve(signature) instanceof Method method) || method.isAbstract())
                        .count()
                == 1;
    }
}
