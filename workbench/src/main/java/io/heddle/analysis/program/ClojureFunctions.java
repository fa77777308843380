package io.heddle.analysis.program;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a call of a function of Clojure runs. Its compiler makes a class of each function. A function that captures
/// nothing has its code in a static method, `invokeStatic`, to which the methods that a call finds only delegate: what
/// such a call runs is then the same with and without direct linking.
///
/// Source: `clojure.lang.Compiler.FnMethod.doEmitStatic` and `doEmitPrim`, `clojure.lang.RestFn`, `clojure.lang.AFn`.
final class ClojureFunctions {

    private static final String FUNCTION = "clojure/lang/AFunction";
    private static final String VARIADIC = "clojure/lang/RestFn";
    private static final Set<String> RUNS = Set.of("invoke", "doInvoke", "invokePrim");
    private static final String RUNTIME = "clojure/lang/";

    private ClojureFunctions() {}

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
                variadic(function, Integer.MAX_VALUE).or(() -> only(function)).orElse(found);
            default -> found;
        };
    }

    /// The methods that have the code of a function: one for each number of arguments.
    static List<Method> all(Type function) {
        return function.methods().stream()
                .filter(method -> isCalled(method) || method.signature().name().equals("doInvoke"))
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
