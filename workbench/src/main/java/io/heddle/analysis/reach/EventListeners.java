package io.heddle.analysis.reach;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What runs where an event is published, by `events.txt`: the methods of the application that take one of its type.
/// For one thread.
public final class EventListeners {

    private static final String EVENTS = "events";
    private static final Set<String> PUBLISHERS = Names.of(EVENTS, "publishers");
    private static final Set<String> PUBLISHING =
            PUBLISHERS.stream().map(EventListeners::method).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> ANNOTATIONS = Names.of(EVENTS, "listener annotations");
    private static final Set<String> ASYNCHRONOUS = Names.of(EVENTS, "asynchronous");
    private static final Set<String> LISTENERS = Names.of(EVENTS, "listeners");
    private static final Set<String> LISTENING =
            LISTENERS.stream().map(EventListeners::method).collect(Collectors.toUnmodifiableSet());

    private final ClassHierarchy hierarchy;
    private final List<Method> methods;
    /// Null until asked for.
    private @Nullable List<Method> listeners;

    /// @param methods that may be listeners
    public EventListeners(ClassHierarchy hierarchy, List<Method> methods) {
        this.hierarchy = hierarchy;
        this.methods = methods;
    }

    private static String method(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// The methods that a call runs because it publishes an event whose type is known.
    ///
    /// @param typesOf the classes that a value may have; none where not all are known
    public Collection<Method> of(CallSite call, Function<AbstractValue, List<Type>> typesOf) {
        String name = call.signature().name();
        if (call.how() != CallSite.How.VIRTUAL
                || !PUBLISHING.contains(name)
                || call.declared().above().stream()
                        .noneMatch(above -> PUBLISHERS.contains(above.name() + "." + name))) {
            return List.of();
        }
        AbstractValue event = AbstractValue.bare(call.argument(0));
        List<Type> exact = typesOf.apply(event);
        Type declared = AbstractValue.declared(event, hierarchy);
        List<Type> published = !exact.isEmpty() ? exact : declared == null ? List.of() : List.of(declared);
        List<Method> found = listeners().stream()
                .filter(listener -> published.stream().anyMatch(type -> takes(listener, type)))
                .toList();
        return found.size() > Limits.Calls.TARGETS ? List.of() : found;
    }

    private boolean takes(Method listener, Type event) {
        String taken = Signature.className(listener.signature().parameters().getFirst());
        return !taken.isEmpty() && event.isBelow(hierarchy.type(taken).binaryName());
    }

    private List<Method> listeners() {
        List<Method> known = listeners;
        if (known == null) {
            known = methods.stream().filter(EventListeners::isListener).toList();
            listeners = known;
        }
        return known;
    }

    // A bridge takes every event, and casts it.
    private static boolean isListener(Method method) {
        return method.owner().isTarget()
                && !method.isAbstract()
                && !method.is(AccessFlag.BRIDGE)
                && method.signature().parameters().size() == 1
                && (method.isAnnotated(ANNOTATIONS) || implementsListener(method))
                && !method.isAnnotated(ASYNCHRONOUS);
    }

    private static boolean implementsListener(Method method) {
        String name = method.signature().name();
        return LISTENING.contains(name)
                && method.owner().above().stream().anyMatch(above -> LISTENERS.contains(above.name() + "." + name));
    }
}
