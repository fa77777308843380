package io.heddle.fix.edit;

import io.heddle.analysis.program.Type;
import io.heddle.fix.source.ParsedSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds names for fields that mean nothing yet where they will be used.
public final class Names {

    private final Set<String> taken = new HashSet<>();

    /// A name for the lock of objects of a class.
    ///
    /// @param sources files that will use it
    /// @param family classes that will have it
    String lock(Type owner, Collection<ParsedSource> sources, Collection<Type> family) {
        String simple = owner.name()
                .substring(Math.max(owner.name().lastIndexOf('/'), owner.name().lastIndexOf('$')) + 1);
        String named = Character.isJavaIdentifierStart(simple.charAt(0))
                ? simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1) + "Lock"
                : "ownLock";
        return free(Stream.of("lock", named, "instanceLock"), named, sources, family);
    }

    /// A name for the lock that a class has, and not its objects.
    String staticLock(Collection<ParsedSource> sources, Collection<Type> family) {
        return free(Stream.of("LOCK"), "CLASS_LOCK", sources, family);
    }

    /// A name that begins like another.
    public String like(String base, Collection<ParsedSource> sources, Collection<Type> family) {
        return free(Stream.of(base), base, sources, family);
    }

    private String free(Stream<String> wishes, String base, Collection<ParsedSource> sources, Collection<Type> family) {
        String name = Stream.concat(wishes, IntStream.iterate(2, i -> i + 1).mapToObj(i -> base + i))
                .filter(wish -> isFree(wish, sources, family))
                .findFirst()
                .orElseThrow();
        taken.add(name);
        return name;
    }

    private boolean isFree(String name, Collection<ParsedSource> sources, Collection<Type> family) {
        return !taken.contains(name)
                && sources.stream().noneMatch(source -> source.identifiers().contains(name))
                && family.stream().noneMatch(type -> type.field(name) != null);
    }
}
