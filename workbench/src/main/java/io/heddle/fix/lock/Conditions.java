package io.heddle.fix.lock;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.MethodFacts.MonitorEnter;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// When a monitor set may become a lock, as far as byte code tells. What only source tells is asked by the edit.
public final class Conditions {

    private static final Set<String> PERSISTENT =
            Set.of("Entity", "Embeddable", "MappedSuperclass", "Document", "Table", "Node");
    private static final List<String> ALLOCATORS =
            List.of("com/google/gson/", "com/esotericsoftware/kryo/", "com/thoughtworks/xstream/", "org/objenesis/");

    /// The refusals that a user who knows more may allow. Of the others no edit is known.
    public static final Set<Refusal> ALLOWABLE = Set.of(
            Refusal.PUBLIC_MONITOR,
            Refusal.JVM_LOCKS,
            Refusal.MUTABLE_LOCK,
            Refusal.ALIASED,
            Refusal.SERIALISED,
            Refusal.CLONED,
            Refusal.MADE_WITHOUT_CONSTRUCTOR,
            Refusal.RUNS_BEFORE_LOCK,
            Refusal.NATIVE_METHOD,
            Refusal.TIMED_WAIT,
            Refusal.NOTIFY_ELSEWHERE,
            Refusal.STATE_OBSERVED,
            Refusal.BLOCKHOUND,
            Refusal.REFLECTED,
            Refusal.MANY_OBJECTS);

    private final Program program;
    private final World world;
    private final Set<Refusal> allowed;

    /// @param allowed refusals whose risk the user takes
    public Conditions(Program program, World world, Set<Refusal> allowed) {
        this.program = program;
        this.world = world;
        this.allowed = allowed;
    }

    /// The first condition that does not hold and is not allowed; empty where there is none.
    public Optional<Refused> refusal(MonitorSet set) {
        return unmet(set).filter(no -> !allowed.contains(no.refusal())).findFirst();
    }

    /// The conditions that do not hold and are allowed.
    public List<Refused> risks(MonitorSet set) {
        return unmet(set).filter(no -> allowed.contains(no.refusal())).toList();
    }

    private Stream<Refused> unmet(MonitorSet set) {
        List<Function<MonitorSet, Optional<Refused>>> conditions = List.of(
                this::place,
                this::jvm,
                this::visible,
                this::skippedConstructor,
                this::aliased,
                new BeforeLock(program)::refusal,
                this::natives,
                this::waits,
                this::observed,
                new ManyObjects(program)::refusal);
        return conditions.stream().map(condition -> condition.apply(set)).flatMap(Optional::stream);
    }

    private static Optional<Refused> refused(Refusal refusal, String why) {
        return Optional.of(new Refused(refusal, why));
    }

    private Stream<Type> family(MonitorSet set) {
        return program.types().stream().filter(set::has);
    }

    private Optional<Refused> place(MonitorSet set) {
        Type owner = set.owner();
        boolean ownLock = set.field().isEmpty();
        if (ownLock && (owner.isBelow("java.lang.Record") || owner.isBelow("java.lang.Enum") || owner.isInterface())) {
            return refused(
                    Refusal.NO_FIELD_HERE,
                    owner.binaryName() + " is a record, an enum or an interface: no field for a lock");
        }
        return set.field()
                .filter(field -> !field.is(AccessFlag.FINAL))
                .flatMap(field ->
                        refused(Refusal.MUTABLE_LOCK, set.name() + " is not final: two threads may lock two objects"));
    }

    private Optional<Refused> jvm(MonitorSet set) {
        return set.object() instanceof LockObject.Instance
                        && (set.owner().isBelow("java.lang.Thread")
                                || set.owner().isBelow("java.lang.ClassLoader"))
                ? refused(Refusal.JVM_LOCKS, set.name() + " is a thread or a class loader, which the JVM itself locks")
                : Optional.empty();
    }

    private Optional<Refused> visible(MonitorSet set) {
        if (set.field().isPresent()) {
            boolean open = set.field()
                    .filter(_ -> world == World.LIBRARY)
                    .filter(field -> field.is(AccessFlag.PUBLIC) || field.is(AccessFlag.PROTECTED))
                    .filter(field -> field.is(AccessFlag.PUBLIC)
                            || family(set).anyMatch(type -> type.isExternallyVisible() && !isInside(type)))
                    .isPresent();
            return open
                    ? refused(Refusal.PUBLIC_MONITOR, set.name() + " is public or protected: other code may lock it")
                    : handedOut(set);
        }
        return world == World.LIBRARY
                ? family(set)
                        .filter(type -> type.isExternallyVisible() && !isInside(type))
                        .findFirst()
                        .flatMap(type -> refused(
                                Refusal.PUBLIC_MONITOR,
                                type.binaryName() + " is public and locks "
                                        + (set.isOfClass() ? "its Class" : "itself")
                                        + ": callers of a library may lock it as well"))
                : Optional.empty();
    }

    /// A library that returns the object of a field lets its callers lock it.
    private Optional<Refused> handedOut(MonitorSet set) {
        return world == World.LIBRARY && set.keepsObject()
                ? program.methods().stream()
                        .filter(method -> program.facts(method).returns().stream()
                                .anyMatch(value -> set.field()
                                        .equals(Optional.ofNullable(
                                                program.reader().field(value)))))
                        .findFirst()
                        .flatMap(method -> refused(
                                Refusal.PUBLIC_MONITOR,
                                method.qualifiedName() + " returns the object of " + set.name()
                                        + ": other code may lock it"))
                : Optional.empty();
    }

    /// Whether a class around it cannot be named by external code.
    private boolean isInside(Type type) {
        String name = type.name();
        for (int at = name.lastIndexOf('$'); at > 0; at = name.lastIndexOf('$', at - 1)) {
            Type outer = program.type(name.substring(0, at));
            if (outer.present() && !outer.isExternallyVisible()) {
                return true;
            }
        }
        return false;
    }

    private Optional<Refused> skippedConstructor(MonitorSet set) {
        if (set.field().filter(field -> field.is(AccessFlag.STATIC)).isPresent()) {
            return Optional.empty();
        }
        if (set.isOfClass()) {
            return set.owner().isBelow("java.io.Serializable")
                    ? refused(
                            Refusal.SERIALISED,
                            set.owner().binaryName()
                                    + " is Serializable: a static field may change its serialVersionUID")
                    : Optional.empty();
        }
        return family(set).flatMap(type -> constructorSkipped(type).stream()).findFirst();
    }

    /// Why objects of a class may have other fields than its constructors give them; empty where they do not.
    public Optional<Refused> constructorSkipped(Type type) {
        if (type.isBelow("java.io.Serializable")) {
            return refused(
                    Refusal.SERIALISED,
                    type.binaryName() + " is Serializable: a new field of an object that was read is null");
        }
        if (type.isBelow("java.lang.Cloneable")) {
            return refused(
                    Refusal.CLONED,
                    type.binaryName() + " is Cloneable: a clone would share the new field of its original");
        }
        return allocator(type)
                .flatMap(allocator -> refused(
                        Refusal.MADE_WITHOUT_CONSTRUCTOR,
                        type.binaryName() + " is made by " + allocator
                                + ", which runs no constructor: a new field would be null"));
    }

    private Optional<String> allocator(Type type) {
        if (type.file() != null
                && type.file().allAnnotations(type.file().attributes()).stream()
                        .map(annotation -> annotation.substring(annotation.lastIndexOf('/') + 1))
                        .anyMatch(annotation -> PERSISTENT.contains(annotation.replace(";", "")))) {
            return Optional.of("a persistence framework");
        }
        boolean proxied = type.methods().stream()
                .anyMatch(method ->
                        method.is(AccessFlag.FINAL) && !method.isStatic() && method.isAnnotatedForFramework());
        if (proxied) {
            return Optional.of("a framework that may make proxies, on which its final methods run");
        }
        return program.methods().stream()
                .filter(method -> program.facts(method).literals().contains(type.name()))
                .flatMap(method -> program.facts(method).calls().stream())
                .flatMap(call -> ALLOCATORS.stream().filter(call.declared().name()::startsWith))
                .findFirst()
                .map(name -> name.substring(0, name.length() - 1).replace('/', '.'));
    }

    private Optional<Refused> aliased(MonitorSet set) {
        if (set.field().isPresent() && !set.keepsObject()) {
            // What else is done with the field is asked of the source.
            return Optional.empty();
        }
        List<Type> classes = set.isOfClass()
                ? List.of(program.type("java.lang.Class"))
                : set.field().map(program::owned).orElseGet(() -> family(set).toList());
        return program.sites().stream()
                .filter(site -> site.object() instanceof LockObject.Other other && mayBe(classes, other))
                .findFirst()
                .flatMap(site -> refused(
                        site.kind().enters() ? Refusal.ALIASED : Refusal.NOTIFY_ELSEWHERE,
                        site.place() + " uses the monitor of an object that may be "
                                + (set.keepsObject() || set.isOfClass() ? "that of " : "a ") + set.name()));
    }

    private static boolean mayBe(List<Type> classes, LockObject.Other other) {
        return other.type().equals("java/lang/Object")
                || classes.stream().anyMatch(type -> type.isBelow(other.type().replace('/', '.')));
    }

    private Optional<Refused> natives(MonitorSet set) {
        return set.field().isPresent()
                ? Optional.empty()
                : family(set)
                        .flatMap(type -> type.methods().stream())
                        .filter(method -> method.isNative() && method.isStatic() == set.isOfClass())
                        .findFirst()
                        .flatMap(method -> refused(
                                Refusal.NATIVE_METHOD,
                                method.qualifiedName() + " is native: its code may enter the monitor"));
    }

    private Optional<Refused> waits(MonitorSet set) {
        return set.sites().stream()
                .filter(site ->
                        site.kind() == MonitorSite.Kind.PRECISE_WAIT || site.kind() == MonitorSite.Kind.UNSURE_WAIT)
                .findFirst()
                .flatMap(site -> refused(
                        Refusal.TIMED_WAIT,
                        site.place()
                                + (site.kind() == MonitorSite.Kind.PRECISE_WAIT
                                        ? " waits with nanoseconds, which Condition.await counts otherwise"
                                        : " waits for a time that may be 0: wait(0) waits for ever, await(0) does not"
                                                + " wait")));
    }

    private Optional<Refused> observed(MonitorSet set) {
        if (program.has("reactor/blockhound/BlockHound")) {
            return refused(Refusal.BLOCKHOUND, "BlockHound is on the class path: it allows monitors and reports locks");
        }
        Optional<MonitorSite> asked = set.sites().stream()
                .filter(site -> site.kind() == MonitorSite.Kind.HOLDS_LOCK)
                .findFirst();
        if (asked.isPresent()) {
            return refused(
                    Refusal.STATE_OBSERVED, asked.orElseThrow().place() + " asks Thread.holdsLock of the monitor");
        }
        Optional<Type> reads = program.types().stream()
                .filter(type -> type.file() != null
                        && type.file().mentions("BLOCKED")
                        && type.file().mentions("java/lang/Thread$State"))
                .findFirst();
        if (reads.isPresent()) {
            return refused(
                    Refusal.STATE_OBSERVED,
                    reads.orElseThrow().binaryName()
                            + " reads Thread.State.BLOCKED, which a thread that waits for a lock" + " does not have");
        }
        Collection<Type> family = family(set).toList();
        return program.methods().stream()
                .filter(method -> program.facts(method).calls().stream()
                        .anyMatch(call -> call.name().equals("java.lang.Class.getDeclaredFields")))
                .filter(method -> family.contains(method.owner())
                        || family.stream()
                                .anyMatch(
                                        type -> program.facts(method).literals().contains(type.name())))
                .findFirst()
                .flatMap(method -> refused(
                        Refusal.REFLECTED,
                        method.qualifiedName() + " reads the declared fields, and would meet the lock among them"));
    }

    /// Monitors that a site holds already and that stay monitors when these sets become locks.
    public static Optional<Refused> nested(MonitorSet set, Collection<MonitorSet> converted) {
        for (MonitorSite site : set.sites()) {
            for (LockObject outer : site.outer()) {
                if (site.kind().enters() && converted.stream().noneMatch(other -> has(other, outer))) {
                    return refused(
                            Refusal.NESTED_MONITOR,
                            site.place() + " would take the lock while it holds a monitor that stays one");
                }
            }
        }
        return Optional.empty();
    }

    /// Whether a monitor of one set is held where one of another is entered.
    public static boolean surrounds(MonitorSet outer, MonitorSet inner) {
        return inner.sites().stream()
                .filter(site -> site.kind().enters())
                .flatMap(site -> site.outer().stream())
                .anyMatch(object -> has(outer, object));
    }

    private static boolean has(MonitorSet set, LockObject object) {
        return set.object().equals(object)
                || set.object() instanceof LockObject.Instance root
                        && object instanceof LockObject.Instance other
                        && other.type().below(root.type());
    }

    /// Whether a class that is not the target's own enters the monitor of its own objects.
    static boolean entersOwnMonitor(Program program, Type type) {
        for (Method method : List.copyOf(type.methods())) {
            if (method.isSynchronized() && !method.isStatic()) {
                return true;
            }
            if (program.facts(method).holds()) {
                for (MonitorEnter enter : program.reader().monitors(method)) {
                    if (AbstractValue.bare(enter.object()) instanceof AbstractValue.This) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
