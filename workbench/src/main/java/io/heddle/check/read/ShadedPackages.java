package io.heddle.check.read;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Tells which classes are another library's that was relocated into an archive (shaded): by the packages that custom
/// puts those into, by a well-known domain or `javax` that begins anew within a package, and, where a library's own
/// packages begin with no domain, by one of its classes that everybody knows.
final class ShadedPackages {

    /// By custom; Doug Lea's classes, which the JDK has, by the number of their JSR.
    private static final Pattern CUSTOM = Pattern.compile(
            "(?:^|/)(?:shaded?|shadow(?:ed)?|relocated|repackaged|third_?party|vendored|jsr166\\w?|(?:deps|dependencies|embedded|external|libs?)(?=/(?:com|io|net|org)/))/");
    private static final Pattern ANEW = Pattern.compile(
            "/(?:com/(?:fasterxml|google|squareup|sun)|io/(?:grpc|netty|opencensus|perfmark|reactivex)|net/(?:bytebuddy|jpountz|minidev|sf)"
                    + "|org/(?:apache|bouncycastle|codehaus|eclipse|jboss|joda|json|objectweb|reactivestreams|slf4j|yaml)|(?:jakarta|javax)/(?:activation|annotation|inject|mail|servlet|ws|xml))/");
    private static final List<String> LANDMARKS = List.of(
            "antlr/Token",
            "asm/ClassReader",
            "cglib/core/AbstractClassGenerator",
            "groovy/lang/GroovyObject",
            "javassist/CtClass",
            "ognl/Ognl",
            "scala/Predef");
    /// Where those are that are known by such a class and have a domain after all.
    private static final Set<String> HOMES = Set.of("net/sf/cglib/", "org/objectweb/asm/");

    /// A package of one's own is hardly called so, as `io` and `net` may be.
    private static final Pattern DOMAIN = Pattern.compile("/(?=(?:com|org)/\\w+/)");

    /// Where some keep copies, and others code of their own.
    private static final Pattern KEPT = Pattern.compile("/(?:\\$internal|_+shaded_+|bundled|hidden|vendor)/");

    /// What authors keep for themselves: each package in there may be another's.
    private static final Pattern INTERNAL = Pattern.compile("/internals?/\\w+/");

    private static final int DEEPEST = 32;

    private final Set<String> roots;
    private final Map<String, Set<String>> collections;
    /// Those that have classes as well, or a single domain: the domains in them alone are copies.
    private final Set<String> mixed;

    /// @param names of all classes, with slashes
    ShadedPackages(Collection<String> names) {
        this.collections = collections(names);
        this.mixed = Stream.concat(
                        names.stream().map(name -> name.substring(0, name.lastIndexOf('/') + 1)),
                        collections.keySet().stream()
                                .filter(folder -> collections
                                                .getOrDefault(folder, Set.of())
                                                .size()
                                        < 2))
                .filter(collections::containsKey)
                .collect(Collectors.toUnmodifiableSet());
        this.roots = names.stream()
                .flatMap(name -> LANDMARKS.stream()
                        .filter(mark -> name.endsWith("/" + mark))
                        .map(mark -> root(name, mark)))
                .filter(root -> !HOMES.contains(root))
                .collect(Collectors.toUnmodifiableSet());
    }

    // Packages in which domains begin anew, with these; none that holds all classes.
    private static Map<String, Set<String>> collections(Collection<String> names) {
        Map<String, Set<String>> domains = new HashMap<>();
        for (String name : names) {
            Matcher domain = DOMAIN.matcher(name);
            if (domain.find()) {
                domains.computeIfAbsent(name.substring(0, domain.end()), _ -> new HashSet<>())
                        .add(first(name, domain.end()));
            }
        }
        domains.keySet().removeIf(folder -> names.stream().allMatch(name -> name.startsWith(folder)));
        return Map.copyOf(domains);
    }

    // A name up to the end of the package after `from`, of a domain of its two first ones.
    private static String first(String name, int from) {
        int end = name.indexOf('/', from) + 1;
        return DOMAIN.matcher(name).region(from - 1, name.length()).lookingAt()
                ? name.substring(0, name.indexOf('/', end) + 1)
                : name.substring(0, end);
    }

    private static String root(String name, String mark) {
        return name.substring(0, name.length() - mark.length() + mark.indexOf('/') + 1);
    }

    // The packages that a name lies in, the outermost first. Names that nobody writes have more than these.
    private static Stream<String> folders(String name) {
        return IntStream.iterate(name.indexOf('/'), at -> at >= 0, at -> name.indexOf('/', at + 1))
                .limit(DEEPEST)
                .mapToObj(at -> name.substring(0, at + 1));
    }

    /// Whether a class is such a copy.
    ///
    /// @param name with slashes
    boolean has(String name) {
        return root(name).isPresent();
    }

    /// The package that a class came with which may be a copy, with a slash at its end; empty where nothing says so.
    /// It takes more signs than [#has]: who asks must know something else as well.
    ///
    /// @param name with slashes
    Optional<String> mayBe(String name) {
        return root(name)
                .or(() -> upTo(KEPT, name))
                .or(() -> folders(name)
                        .filter(folder -> collections.containsKey(folder)
                                && (!mixed.contains(folder)
                                        || DOMAIN.matcher(name)
                                                .region(folder.length() - 1, name.length())
                                                .lookingAt()))
                        .findFirst()
                        .map(folder -> first(name, folder.length())))
                .or(() -> upTo(INTERNAL, name));
    }

    // The first package that fits.
    private static Optional<String> upTo(Pattern packages, String name) {
        Matcher found = packages.matcher(name);
        return found.find() ? Optional.of(name.substring(0, found.end())) : Optional.empty();
    }

    /// The package that holds the copies, with a slash at its end; empty where a class is no copy.
    private Optional<String> root(String name) {
        return moved(name)
                .or(() -> upTo(ANEW, name))
                .or(() -> folders(name).filter(roots::contains).findFirst());
    }

    // What lies behind the package for copies has its old name. Its owner's own classes may be relocated with the
    // others.
    private static Optional<String> moved(String name) {
        Matcher copy = CUSTOM.matcher(name);
        return copy.find() && !name.startsWith(name.substring(0, copy.start()) + "/", copy.end())
                ? Optional.of(name.substring(0, copy.end()))
                : Optional.empty();
    }
}
