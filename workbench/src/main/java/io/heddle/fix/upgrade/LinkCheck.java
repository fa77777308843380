package io.heddle.fix.upgrade;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.check.CheckOptions;
import io.heddle.check.read.ClassEntry;
import java.io.IOException;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether a service still links when some of its libraries are others: what linked before must link after
/// (JVMS 5.4.3).
final class LinkCheck implements AutoCloseable {

    /// Class files of Java 1 have the major version 45 (JVMS, table 4.1-A).
    private static final int BEFORE_FIRST = 44;
    private static final int MAJOR = 6;

    private final CheckOptions options;
    private final int jdk;
    private final LinkedWorld before;

    /// @param options with the libraries as they are
    LinkCheck(CheckOptions options, int jdk) {
        this.options = options;
        this.jdk = jdk;
        this.before = new LinkedWorld(options, jdk);
    }

    /// The first thing that does not link any more, in words; empty where all does.
    Optional<String> broken(CheckOptions other) {
        Set<Path> old = minus(options.libraries(), other.libraries());
        Set<Path> young = minus(other.libraries(), options.libraries());
        try (LinkedWorld after = new LinkedWorld(other, jdk)) {
            return tooNew(after, young).or(() -> callers(after, old, young)).or(() -> own(after, old, young));
        }
    }

    private static Set<Path> minus(List<Path> all, List<Path> others) {
        Set<Path> left = new HashSet<>(all);
        others.forEach(left::remove);
        return left;
    }

    private Optional<String> tooNew(LinkedWorld after, Set<Path> young) {
        return after.names(young, true)
                .flatMap(name -> after.entry(name).stream())
                .map(LinkCheck::bytes)
                .filter(bytes -> bytes.length > MAJOR + 1)
                .map(bytes -> ((bytes[MAJOR] & 0xFF) << 8 | bytes[MAJOR + 1] & 0xFF) - BEFORE_FIRST)
                .filter(release -> release > jdk)
                .findFirst()
                .map(release -> "its classes are compiled for Java " + release);
    }

    /// What stays and calls into what changes.
    private Optional<String> callers(LinkedWorld after, Set<Path> old, Set<Path> young) {
        return before.names(old, false)
                .flatMap(name -> {
                    Stream<String> calls = references(before, name).stream()
                            .filter(reference -> before.comesFrom(reference.owner(), old))
                            .filter(reference -> links(before, name, reference) && !links(after, name, reference))
                            .map(reference -> name.replace('/', '.') + " needs " + reference + ", which is gone");
                    return Stream.concat(calls, overrides(after, name, young));
                })
                .findFirst();
    }

    /// What changes and calls into what stays, or into what it brings. What a jar's classes need of each other is its
    /// maintainers' to know: a class that only older JDKs load may be left over in it.
    private Optional<String> own(LinkedWorld after, Set<Path> old, Set<Path> young) {
        Predicate<Reference> wasOpen = before.names(old, true)
                .flatMap(name -> references(before, name).stream().filter(reference -> !links(before, name, reference)))
                .collect(Collectors.toSet())::contains;
        return after.names(young, true)
                .flatMap(name -> references(after, name).stream()
                        .filter(reference ->
                                after.hasPackageOf(reference.owner()) && !after.areTogether(name, reference.owner()))
                        .filter(reference -> !links(after, name, reference)
                                && wasOpen.negate().test(reference))
                        .map(reference ->
                                "its own " + name.replace('/', '.') + " needs " + reference + ", which is not there"))
                .findFirst();
    }

    private static Set<Reference> references(LinkedWorld world, String name) {
        try {
            return world.entry(name)
                    .map(entry -> Reference.of(known(world, name, entry)))
                    .orElse(Set.of());
        } catch (RuntimeException damaged) {
            return Set.of();
        }
    }

    /// The JDK's parser refuses what is newer than itself, which the class hierarchy mends.
    private static byte[] known(LinkedWorld world, String name, ClassEntry entry) {
        ClassBytes file = world.type(name).file();
        return file == null ? bytes(entry) : file.bytes();
    }

    private static byte[] bytes(ClassEntry entry) {
        try {
            return entry.source().read();
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    /// What is above a class and not known may have it.
    private static boolean links(LinkedWorld world, String caller, Reference reference) {
        Type owner = world.type(reference.owner());
        if (!owner.present()) {
            return false;
        }
        if (reference.isClass()) {
            return owner.is(AccessFlag.PUBLIC) || isSamePackage(caller, owner);
        }
        if (!owner.isWhole()) {
            return true;
        }
        if (reference.isField()) {
            return owner.above().stream()
                    .flatMap(type -> type.fields().stream())
                    .filter(field -> field.name().equals(reference.member())
                            && field.descriptor().equals(reference.descriptor()))
                    .anyMatch(field -> isOpen(field, caller));
        }
        Signature signature = world.hierarchy().signature(reference.member(), reference.descriptor());
        boolean polymorphic = owner.isJdk() && owner.name().startsWith("java/lang/invoke/");
        return polymorphic
                || owner.above().stream()
                        .map(type -> type.method(signature))
                        .anyMatch(method -> method != null && isOpen(method, caller));
    }

    private static boolean isOpen(Field field, String caller) {
        return field.is(AccessFlag.PUBLIC)
                || field.is(AccessFlag.PROTECTED)
                || isNear(caller, field.owner(), field.is(AccessFlag.PRIVATE));
    }

    private static boolean isOpen(Method method, String caller) {
        return method.is(AccessFlag.PUBLIC)
                || method.is(AccessFlag.PROTECTED)
                || isNear(caller, method.owner(), method.is(AccessFlag.PRIVATE));
    }

    /// Nest mates reach what is private.
    private static boolean isNear(String caller, Type owner, boolean isPrivate) {
        return isSamePackage(caller, owner) && (!isPrivate || outermost(caller).equals(outermost(owner.name())));
    }

    private static String outermost(String name) {
        int dollar = name.indexOf('$', name.lastIndexOf('/') + 2);
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    private static boolean isSamePackage(String caller, Type owner) {
        return LinkedWorld.packageOf(caller).equals(LinkedWorld.packageOf(owner.name()));
    }

    /// Classes that stay and extend what changes.
    private Stream<String> overrides(LinkedWorld after, String name, Set<Path> young) {
        Type type = after.type(name);
        if (!type.present()
                || !type.isWhole()
                || type.above().stream().noneMatch(above -> after.comesFrom(above.name(), young))) {
            return Stream.empty();
        }
        String own = name.replace('/', '.');
        Stream<String> kinds = type.above().stream()
                .filter(above -> above != type && after.comesFrom(above.name(), young))
                .filter(above -> above.is(AccessFlag.FINAL)
                        || before.type(above.name()).present()
                                && before.type(above.name()).isInterface() != above.isInterface())
                .map(above -> own + " cannot extend " + above.binaryName() + " any more");
        Stream<String> finals = type.methods().stream()
                .filter(method -> !method.isStatic() && !method.isConstructor() && !method.is(AccessFlag.PRIVATE))
                .flatMap(method -> type.above().stream()
                        .filter(above -> above != type && after.comesFrom(above.name(), young))
                        .map(above -> above.method(method.signature()))
                        .filter(above -> above != null && above.is(AccessFlag.FINAL) && !above.is(AccessFlag.PRIVATE)))
                .map(above -> own + " cannot override " + above + " any more");
        return Stream.concat(kinds, Stream.concat(finals, missing(after, type, young)));
    }

    private Stream<String> missing(LinkedWorld after, Type type, Set<Path> young) {
        if (type.isAbstract() || type.isInterface()) {
            return Stream.empty();
        }
        return type.above().stream()
                .filter(above -> after.comesFrom(above.name(), young))
                .flatMap(above -> above.methods().stream())
                .filter(method -> method.isAbstract() && isUnwritten(after, type, method))
                .filter(method -> {
                    Type old = before.type(method.owner().name());
                    Method same = old.method(before.hierarchy()
                            .signature(
                                    method.signature().name(),
                                    method.signature().descriptor()));
                    return same == null || !isUnwritten(before, before.type(type.name()), same);
                })
                .map(method -> type.binaryName() + " does not have " + method + ", which is new");
    }

    private static boolean isUnwritten(LinkedWorld world, Type type, Method method) {
        Method found = type.resolve(world.hierarchy()
                .signature(method.signature().name(), method.signature().descriptor()));
        return found == null || found.isAbstract();
    }

    @Override
    public void close() {
        before.close();
    }
}
