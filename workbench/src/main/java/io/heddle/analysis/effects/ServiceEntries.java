package io.heddle.analysis.effects;

import io.heddle.analysis.program.Method;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the threads of a service begin with in the target's own code; empty of a library, which has no start and is not
/// annotated for requests.
///
/// @param starts methods that run when it starts
/// @param requests methods that a framework calls with a request or a message, or beside requests
record ServiceEntries(Set<Method> starts, Set<Method> requests) {

    /// @param asked the methods that findings are told of
    static ServiceEntries of(Handlers handlers, List<Method> asked) {
        Set<Method> starts = own(asked, EntryPoints::runsAtStart);
        Set<Method> requests = own(asked, EntryPoints::servesRequests);
        if (starts.isEmpty() && requests.isEmpty()) {
            return new ServiceEntries(Set.of(), Set.of());
        }
        return new ServiceEntries(
                starts,
                Stream.of(requests, handlers.called(), handlers.given())
                        .flatMap(methods -> methods.stream())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static Set<Method> own(List<Method> asked, Predicate<Method> begins) {
        return asked.stream()
                .filter(method -> method.owner().isTarget() && begins.test(method))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether a thread begins with it.
    boolean has(Method method) {
        return starts.contains(method) || requests.contains(method);
    }
}
