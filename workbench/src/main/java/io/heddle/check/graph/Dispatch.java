package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.reflect.AccessFlag;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says of a call on a way to what waits how sure it is that it runs the next method on the way.
///
/// A method that several classes inherit does on each object what that object's class makes of it: a way that calls
/// methods of `this` is followed with the class that the object is known to have.
final class Dispatch {

    /// What a call that may run one of several methods weighs, in calls: nothing where all of them wait for the
    /// like, more where only few do.
    private static final int GUESS = 2;
    private static final int WILD_GUESS = 6;
    /// Hardly ever the one that it runs.
    private static final int UNLIKELY = 9;
    /// No object can be of both classes.
    static final int IMPOSSIBLE = 100;
    /// Of more classes no object is asked.
    private static final int MOST_CLASSES = 24;
    /// Whatever is farther away is on no object's everyday way.
    private static final int DEPTH = 6;
    /// Calls by which the way through a nearer class may be longer.
    private static final int DETOUR = 1;
    private static final Set<Kind> WAITS = EnumSet.of(
            Kind.SLEEP,
            Kind.WAIT,
            Kind.PARK,
            Kind.NETWORK,
            Kind.DNS,
            Kind.DATABASE,
            Kind.PROCESS,
            Kind.FILE,
            Kind.STREAM,
            Kind.CLOSE,
            Kind.CONTRACT,
            Kind.LOCK);

    private static final Set<String> COLLECTIONS =
            Set.of("java.util.Collection", "java.util.Map", "java.util.stream.BaseStream");
    private static final String LOCK = "java/util/concurrent/locks/Lock";

    private final World world;
    private final Witnesses witnesses;
    private final Strangers strangers;
    private final Map<Question, Boolean> known = new HashMap<>();

    private record Question(Method method, Type self, Kind kind) {}

    Dispatch(World world, Witnesses witnesses, Strangers strangers) {
        this.world = world;
        this.witnesses = witnesses;
        this.strangers = strangers;
    }

    /// The class that the object is at least of whose method runs next; null where there is no object.
    ///
    /// @param self the same for the caller
    /// @param given what is known of what the caller was given
    static @Nullable Type self(Call call, Method next, @Nullable Type self, Known given) {
        if (next.isStatic() || next.isGlue()) {
            return null;
        }
        Type known = receiver(call, self, given);
        Type receiver = known == null ? call.declared : known;
        return receiver.below(next.owner) ? receiver : next.owner;
    }

    // The class that a call's object is at least of on this way; null where no more is known than the code says.
    private static @Nullable Type receiver(Call call, @Nullable Type self, Known given) {
        return type(call.receiver(), self, given);
    }

    private static @Nullable Type type(Value object, @Nullable Type self, Known given) {
        return switch (Value.bare(object)) {
            case Value.This _ -> self;
            case Value.New made -> made.type;
            case Value.FieldRead read -> only(read.field());
            case Value.Parameter parameter ->
                switch (given.of(parameter)) {
                    case Value.New made -> made.type;
                    case Value.This own -> own.type();
                    case Value.FieldRead read -> only(read.field());
                    case Value.Cast as -> as.type();
                    default -> null;
                };
            default -> null;
        };
    }

    // The class of the one object that a constant is, as those of Scala's `object`s are; null where that is not
    // known.
    private static @Nullable Type only(Field constant) {
        return constant.is(AccessFlag.STATIC)
                        && constant.is(AccessFlag.FINAL)
                        && constant.writes.size() == 1
                        && Value.bare(constant.writes.getFirst()) instanceof Value.New made
                ? made.type
                : null;
    }

    /// Whether it is a call on the object whose method makes it.
    static boolean isOnItself(Call call) {
        return Value.bare(call.receiver()) instanceof Value.This;
    }

    /// What the call weighs, in calls: 0 where it is sure.
    ///
    /// @param self class that the caller's object is at least of; null where that is unknown
    /// @param given what is known of what the caller was given
    int doubt(Call call, Method next, Kind kind, @Nullable Type self, Known given) {
        if (!mayRun(call, next, self, given)) {
            return IMPOSSIBLE;
        }
        Type known = known(call, next, self, given);
        List<Method> own = run(call, known);
        List<Method> may = own.isEmpty() ? call.targets : own;
        if (call.targets.contains(next) && strangers.throughFunction(call) && isAnybodys(call, may)) {
            return UNLIKELY;
        }
        if (kind == Kind.LOCK && isWrapped(call, next) || isAnothersLock(call, next)) {
            return UNLIKELY;
        }
        if (may.size() < 2) {
            return isRareRole(call) ? GUESS : 0;
        }
        if (isOfJdksInstead(call, next, may) || isRarelyHeld(call, next)) {
            return UNLIKELY;
        }
        if (may.stream().anyMatch(method -> distance(call, method) < distance(call, next))) {
            return WILD_GUESS;
        }
        Type at = known == null || own.isEmpty() ? call.declared : known;
        long waiting = may.stream()
                .filter(method -> method == next || waits(method, call, at, kind))
                .count();
        return waiting == may.size() ? 0 : 2 * waiting >= may.size() ? GUESS : WILD_GUESS;
    }

    // Where it is known which function is handed in, it is found from there. A library's own interface with one
    // class that implements it is mostly for that.
    private boolean isAnybodys(Call call, List<Method> may) {
        return may.size() > 1
                ? !strangers.knows(call) || Value.bare(call.receiver()) instanceof Value.Parameter
                : call.declared.isJdk() && strangers.calls(call);
    }

    // Behind an interface of the JDK's collections there is mostly one of the JDK's own.
    private static boolean isOfJdksInstead(Call call, Method next, List<Method> may) {
        return call.declared.isJdk()
                && call.declared.isBelowAny(COLLECTIONS)
                && call.targets.contains(next)
                && !next.owner.isJdk()
                && may.stream().anyMatch(method -> method.owner.isJdk());
    }

    // Behind that of its locks likewise, whether or not one of those is made here: locks of other machines mostly
    // have an interface of their own.
    private boolean isAnothersLock(Call call, Method next) {
        return call.declared.name.equals(LOCK)
                && call.targets.contains(next)
                && !next.owner.isJdk()
                && !strangers.knows(call);
    }

    // What strangers implement may be given a lock by a wrapper, and mostly is not.
    private boolean isWrapped(Call call, Method next) {
        return call.declared.isInterface()
                && call.declared.isOpen()
                && !strangers.knows(call)
                && next.body.calls().stream()
                        .anyMatch(inner -> inner.signature == next.signature
                                && inner.how == How.VIRTUAL
                                && next.owner.below(inner.declared)
                                && !isOnItself(inner));
    }

    // What is passed to a collection is called under a monitor where that is a Vector, or the like, as few are.
    private static boolean isRarelyHeld(Call call, Method next) {
        long holding = call.callbacks.stream()
                .filter(callback -> callback.target() == next && callback.use().held())
                .map(Call.Callback::callee)
                .distinct()
                .count();
        return call.held == null
                && holding > 0
                && (call.declared.isBelow("java.lang.Iterable") ? holding : 2 * holding) < call.targets.size();
    }

    /// Whether it is made on an object that was passed as something else and asked whether it is this as well, or
    /// on one of a library's own class of which nothing known is.
    boolean isRole(Call call) {
        return call.receiver() instanceof Value.Cast as
                && switch (Value.bare(as)) {
                    case Value.Parameter _ -> true;
                    case Value.FieldRead read ->
                        as.type().isInterface() && isNobody(Value.declared(read, world), as.type());
                    default -> false;
                };
    }

    private static boolean isNobody(@Nullable Type own, Type role) {
        return own != null
                && !own.isJdk()
                && !own.instantiatedBelow.isEmpty()
                && own.instantiatedBelow.stream().noneMatch(type -> type.below(role));
    }

    // As a data source is asked whether it has a say in when connections are closed: few have.
    private static boolean isRareRole(Call call) {
        return call.receiver() instanceof Value.Cast as
                && as.type().isInterface()
                && Value.bare(as) instanceof Value.Parameter parameter
                && !parameter.type().equals("java/lang/Object");
    }

    /// Whether a call may run a method on an object of the class that is known on this way.
    boolean mayRun(Call call, Method next, @Nullable Type self, Known given) {
        if (!call.targets.contains(next)) {
            return call.callbacks.stream()
                    .filter(callback -> callback.target() == next)
                    .allMatch(callback -> mayCallBack(call, callback, self, given));
        }
        List<Method> own = run(call, known(call, next, self, given));
        return own.isEmpty() || own.contains(next);
    }

    private static boolean mayCallBack(Call call, Call.Callback callback, @Nullable Type self, Known given) {
        Type known = type(call.argument(callback.use().parameter()), self, given);
        List<Method> own = known == null || known.instantiatedBelow.size() > MOST_CLASSES
                ? List.of()
                : run(callback.use().called(), known);
        return own.isEmpty() || own.contains(callback.target());
    }

    // What is called back is found where it is handed in, whatever the class of the object that the call is made
    // on.
    private static @Nullable Type known(Call call, Method next, @Nullable Type self, Known given) {
        Type known = call.how == How.VIRTUAL && call.targets.contains(next) ? receiver(call, self, given) : null;
        return known != null && known.instantiatedBelow.size() <= MOST_CLASSES ? known : null;
    }

    /// Of the methods that a call may run and that wait, one that lies nearer than the given one and waits hardly
    /// farther away; else that.
    ///
    /// @param seen methods that are on the way already
    /// @param self class that the caller's object is at least of; null where that is unknown
    /// @param given what is known of what the caller was given
    @Nullable
    Method likeliest(Call call, @Nullable Method next, Kind kind, Set<Method> seen, @Nullable Type self, Known given) {
        if (next == null || !call.targets.contains(next)) {
            return next;
        }
        List<Method> ways = call.targets.stream()
                .filter(target -> target == next || !seen.contains(target) && witnesses.of(kind, target) != null)
                .toList();
        List<Method> may = ways.stream()
                .filter(target -> mayRun(call, target, self, given))
                .toList();
        Comparator<Method> shorter = Comparator.comparing(target -> depth(kind, target));
        Method shortest = may.contains(next) ? next : may.stream().min(shorter).orElse(next);
        return may.stream()
                .filter(target -> depth(kind, target) <= depth(kind, shortest) + DETOUR
                        && nearness(call, target) < nearness(call, shortest))
                .findFirst()
                .orElse(shortest);
    }

    private int depth(Kind kind, Method method) {
        Witness way = witnesses.of(kind, method);
        return way == null ? Integer.MAX_VALUE - DETOUR : way.depth() - (method.isUnseen() ? 1 : 0);
    }

    // Code mostly meets the classes of its own archive, and of the one that has the interface. Those of a third it
    // meets where somebody brings them together, as an application does with its own.
    private static int distance(Call call, Method target) {
        String artifact = target.owner.artifact.name();
        return target.owner.isTarget()
                        || artifact.equals(call.caller.owner.artifact.name())
                        || artifact.equals(call.declared.artifact.name())
                ? 0
                : 1;
    }

    // What has the interface's archive is often but the base of those that the caller's own has.
    private static int nearness(Call call, Method target) {
        return distance(call, target) == 0 && !target.owner.artifact.name().equals(call.caller.owner.artifact.name())
                ? 1
                : 2 * distance(call, target);
    }

    // On objects of a class; empty where that is unknown.
    private static List<Method> run(Call call, @Nullable Type known) {
        return known == null ? List.of() : run(call.signature, known);
    }

    private static List<Method> run(Signature signature, Type known) {
        return known.instantiatedBelow.stream()
                .map(type -> type.resolve(signature))
                .filter(Objects::nonNull)
                .filter(method -> !method.isAbstract())
                .distinct()
                .toList();
    }

    // On an object of one of the classes that have the method.
    private boolean waits(Method method, Call call, Type at, Kind kind) {
        if (method.isStatic() || method.isGlue() || at.instantiatedBelow.size() > MOST_CLASSES) {
            return leads(method, kind);
        }
        List<Type> types = at.instantiatedBelow.stream()
                .filter(type -> type.resolve(call.signature) == method)
                .toList();
        return types.isEmpty()
                ? leads(method, kind)
                : types.stream().anyMatch(type -> waits(method, type, kind, DEPTH));
    }

    private boolean waits(Method method, Type self, Kind kind, int depth) {
        if (!leads(method, kind) || depth == 0) {
            return depth == 0 && leads(method, kind);
        }
        Witness own = witnesses.of(kind, method);
        if (own != null && own.target() == null) {
            return true;
        }
        Question question = new Question(method, self, kind);
        Boolean before = known.get(question);
        if (before == null) {
            // Methods that call each other do not make each other wait.
            known.put(question, false);
            before = method.body.calls().stream().anyMatch(call -> waits(call, self, kind, depth));
            known.put(question, before);
        }
        return before;
    }

    private boolean waits(Call call, Type self, Kind kind, int depth) {
        if (!call.normal || call.cut) {
            return false;
        }
        if (call.sink != null && alike(kind, call.sink)
                || call.callbacks.stream().anyMatch(callback -> leads(callback.target(), kind))) {
            return true;
        }
        if (call.how != How.STATIC && isOnItself(call)) {
            Method target = call.how == How.SPECIAL ? call.direct : self.resolve(call.signature);
            return target != null && waits(target, self, kind, depth - 1);
        }
        return call.targets.stream().anyMatch(target -> leads(target, kind));
    }

    private boolean leads(Method method, Kind kind) {
        for (Kind other : Kind.values()) {
            Witness way = alike(kind, other) ? witnesses.of(other, method) : null;
            if (way != null && way.depth() <= DEPTH) {
                return true;
            }
        }
        return false;
    }

    // Whether one is as bad as the other where a thread must not wait.
    private static boolean alike(Kind kind, Kind other) {
        return kind == other
                || kind != Kind.LOCK && WAITS.contains(other) && (WAITS.contains(kind) || kind == Kind.CALLBACK);
    }
}
