package io.heddle.check.read;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    private final Set<String> roots;

    /// @param names of all classes, with slashes
    ShadedPackages(Collection<String> names) {
        this.roots = names.stream()
                .flatMap(name -> LANDMARKS.stream()
                        .filter(mark -> name.endsWith("/" + mark))
                        .map(mark -> root(name, mark)))
                .filter(root -> !HOMES.contains(root))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String root(String name, String mark) {
        return name.substring(0, name.length() - mark.length() + mark.indexOf('/') + 1);
    }

    /// Whether a class is such a copy.
    ///
    /// @param name with slashes
    boolean has(String name) {
        return root(name).isPresent();
    }

    /// The package that holds the copies, with a slash at its end; empty where a class is no copy.
    ///
    /// @param name with slashes
    Optional<String> root(String name) {
        Matcher anew = ANEW.matcher(name);
        return moved(name)
                .or(() -> anew.find() ? Optional.of(name.substring(0, anew.end())) : Optional.empty())
                .or(() -> roots.stream().filter(name::startsWith).findFirst());
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
