package io.heddle.analysis.exposure;

import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import io.heddle.check.read.CheckContext;
import io.heddle.check.read.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a service's configuration decides.
///
/// While a setting is off, as it is by default, nothing reaches some parts of servers. That is known of Spring Boot
/// only, which makes the server by its settings; where a service makes it itself nothing is off. And a framework makes
/// each object once unless the service asks for another scope.
final class Switches {

    private static final String BOOT = "spring-boot";

    private final Set<Type> unused;
    private final List<String> off;
    private final List<Once> once;
    private final SideTable<Type, Boolean> known = new SideTable<>();

    /// A method by its name, of a class and of those below it.
    private record Once(String type, String method) {

        static Once parse(String name) {
            int dot = name.lastIndexOf('.');
            return new Once(name.substring(0, dot), name.substring(dot + 1));
        }

        boolean is(Method other) {
            return other.signature().name().equals(method) && other.owner().isBelow(type);
        }
    }

    /// @param asked the methods of the service
    /// @param unused classes of which a service as it ships uses no object
    Switches(CheckContext known, ClassHierarchy hierarchy, List<Method> asked, Set<Type> unused) {
        this.unused = unused;
        this.off = known.version(BOOT).isEmpty()
                ? List.of()
                : parts("off unless set")
                        .filter(part ->
                                known.setting(part[1]).filter(Setting::isTrue).isEmpty())
                        .map(part -> part[0])
                        .toList();
        Set<String> annotations = annotations(hierarchy, asked);
        this.once = parts("once unless annotated")
                .filter(part -> !annotations.contains(part[1]))
                .map(part -> Once.parse(part[0]))
                .toList();
    }

    private static Stream<String[]> parts(String list) {
        return Names.of("switches", list).stream().map(line -> line.split(" ", 2));
    }

    // Those of the target's classes and methods, and those of these annotations.
    private static Set<String> annotations(ClassHierarchy hierarchy, List<Method> asked) {
        Set<String> own = asked.stream()
                .filter(method -> method.owner().isTarget())
                .flatMap(method -> Stream.concat(method.annotations().stream(), method.owner().annotations().stream()))
                .collect(Collectors.toSet());
        return Stream.concat(
                        own.stream(),
                        own.stream().map(hierarchy::type).map(Type::annotations).flatMap(Collection::stream))
                .collect(Collectors.toSet());
    }

    /// Whether a method lies in such a part.
    boolean isOff(Method method) {
        Type owner = method.owner();
        return unused.contains(owner)
                || !off.isEmpty()
                        && known.computeIfAbsent(owner, () -> off.stream().anyMatch(owner.name()::startsWith));
    }

    /// Whether a method is one of an object that a service as it ships does not use.
    boolean isUnused(Method method) {
        return unused.contains(method.owner());
    }

    /// Whether a method makes something once that it makes for each request in other services.
    boolean runsOnce(Method method) {
        for (Once one : once) {
            if (one.is(method)) {
                return true;
            }
        }
        return false;
    }
}
