package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.effects.BlockingPaths;
import io.heddle.analysis.effects.NextHop;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says of a call on a path whether it can run the next method of the path, and how sure that is.
///
/// An inherited method runs on each object what the class of that object defines. A path that calls methods
/// of `this` is therefore followed with the class that the object is known to have. For one thread.
final class ReceiverFeasibility {

    private static final Set<String> COLLECTIONS = Names.of("jdk", "collections");
    private static final String LOCK = "java/util/concurrent/locks/Lock";

    private final ClassHierarchy hierarchy;
    private final CallGraph graph;
    private final BlockingPaths paths;
    private final ExtensionPoints extensions;
    private final Map<Question, Boolean> known = new HashMap<>();

    private record Question(Method method, Type self, Sought sought) {}

    /// What methods are asked to lead to.
    ///
    /// @param afterFailure whether a path counts that is taken only once something has failed
    private record Sought(BlockingKind kind, boolean afterFailure) {

        boolean allows(NextHop way) {
            return afterFailure || !way.afterFailure();
        }
    }

    ReceiverFeasibility(ClassHierarchy hierarchy, CallGraph graph, BlockingPaths paths, ExtensionPoints extensions) {
        this.hierarchy = hierarchy;
        this.graph = graph;
        this.paths = paths;
        this.extensions = extensions;
    }

    /// A class that the receiver of the next method has or extends; null where there is no receiver.
    ///
    /// @param self the same for the caller
    /// @param given what is known of what the caller was given
    @Nullable
    Type self(CallSite call, Method next, @Nullable Type self, PathFacts given) {
        if (next.isStatic() || next.isLambdaStub()) {
            return null;
        }
        Type known = receiver(call, self, given);
        Type receiver = known == null ? call.declared() : known;
        return receiver.below(next.owner()) ? receiver : next.owner();
    }

    // A class that the receiver has or extends on this path; null where no more is known than the code says.
    private @Nullable Type receiver(CallSite call, @Nullable Type self, PathFacts given) {
        return type(call.receiver(), self, given);
    }

    private @Nullable Type type(AbstractValue object, @Nullable Type self, PathFacts given) {
        return switch (AbstractValue.bare(object)) {
            case AbstractValue.This _ -> self;
            case AbstractValue.New made -> made.type();
            case AbstractValue.FieldRead read -> only(read.field());
            case AbstractValue.Parameter parameter ->
                switch (given.of(parameter)) {
                    case AbstractValue.New made -> made.type();
                    case AbstractValue.This own -> own.type();
                    case AbstractValue.FieldRead read -> only(read.field());
                    case AbstractValue.Cast as -> as.type();
                    default -> null;
                };
            default -> null;
        };
    }

    // The class of the object in a constant, such as that of a Scala `object`; null where that is not known.
    private @Nullable Type only(Field constant) {
        return constant.is(AccessFlag.STATIC)
                        && constant.is(AccessFlag.FINAL)
                        && graph.writes(constant).size() == 1
                        && AbstractValue.bare(graph.writes(constant).getFirst()) instanceof AbstractValue.New made
                ? made.type()
                : null;
    }

    /// The penalty of a call, in calls: 0 where it certainly runs the next method.
    ///
    /// @param self class that the caller's object has or extends; null where that is unknown
    /// @param given what is known of what the caller was given
    int penalty(CallSite call, Method next, BlockingKind kind, @Nullable Type self, PathFacts given) {
        if (!mayRun(call, next, self, given)) {
            return Limits.Confidence.IMPOSSIBLE;
        }
        if (ClojureCalls.reflects(call)) {
            return Limits.Confidence.UNLIKELY;
        }
        Type known = known(call, next, self, given);
        List<Method> ofKnown = run(call, known);
        List<Method> may = ofKnown.isEmpty() ? graph.targets(call) : ofKnown;
        if (graph.targets(call).contains(next) && extensions.throughFunction(call) && isAnybodys(call, may)) {
            return Limits.Confidence.UNLIKELY;
        }
        if (kind == BlockingKind.LOCK && isWrapped(call, next) || isAnothersLock(call, next)) {
            return Limits.Confidence.UNLIKELY;
        }
        if (may.size() < 2) {
            return isRareRole(call) ? Limits.Confidence.AMBIGUOUS : 0;
        }
        if (isOfJdksInstead(call, next, may) || isRarelyHeld(call, next)) {
            return Limits.Confidence.UNLIKELY;
        }
        if (may.stream().anyMatch(method -> distance(call, method) < distance(call, next))) {
            return Limits.Confidence.MOSTLY_OTHER;
        }
        Type at = known == null || ofKnown.isEmpty() ? call.declared() : known;
        NextHop own = paths.of(kind, next);
        Sought sought = new Sought(kind, graph.runsAfterFailure(call, next) || own != null && own.afterFailure());
        long waiting = may.stream()
                .filter(method -> method == next || waits(method, call, at, sought))
                .count();
        // Of many that wait not all wait for the same.
        return waiting == may.size() && waiting <= Limits.Calls.TARGETS
                ? 0
                : 2 * waiting >= may.size() ? Limits.Confidence.AMBIGUOUS : Limits.Confidence.MOSTLY_OTHER;
    }

    // Where the function that is handed in is known, another path starts there. An interface of a library
    // with one implementation is mostly meant for that.
    private boolean isAnybodys(CallSite call, List<Method> may) {
        return may.size() > 1
                ? !extensions.knows(call) || AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter
                : call.declared().isJdk() && extensions.calls(call);
    }

    // An interface of the JDK's collections mostly has an implementation of the JDK's.
    private boolean isOfJdksInstead(CallSite call, Method next, List<Method> may) {
        return call.declared().isJdk()
                && call.declared().isBelowAny(COLLECTIONS)
                && graph.targets(call).contains(next)
                && !next.owner().isJdk()
                && may.stream().anyMatch(method -> method.owner().isJdk());
    }

    // The same of the interface of its locks, whether or not the program makes one: locks between machines
    // mostly have an interface of their own.
    private boolean isAnothersLock(CallSite call, Method next) {
        return call.declared().name().equals(LOCK)
                && graph.targets(call).contains(next)
                && !next.owner().isJdk()
                && !extensions.knows(call);
    }

    // An extension point may be given a wrapper that locks, and mostly is not.
    private boolean isWrapped(CallSite call, Method next) {
        return call.declared().isInterface()
                && call.declared().isExternallyVisible()
                && !extensions.knows(call)
                && graph.calls(next).stream()
                        .anyMatch(inner -> inner.signature() == next.signature()
                                && inner.how() == How.VIRTUAL
                                && next.owner().below(inner.declared())
                                && !inner.isOnItself());
    }

    // Only few collections, such as Vector, hold a monitor while they call the function that they are given.
    private boolean isRarelyHeld(CallSite call, Method next) {
        long holding = graph.callbacks(call).stream()
                .filter(callback -> callback.target() == next && callback.use().held())
                .map(Callback::callee)
                .distinct()
                .count();
        return call.held() == null
                && holding > 0
                && !isModelled(call, next)
                && (call.declared().isBelow("java.lang.Iterable") ? holding : 2 * holding)
                        < graph.targets(call).size();
    }

    // Or the loader that its cache is known to run under a monitor.
    private boolean isModelled(CallSite call, Method next) {
        return graph.callbacks(call).stream()
                .filter(callback -> callback.target() == next && callback.use().held())
                .anyMatch(callback -> callback.callee().isAbstract() || callback.callee() == call.caller());
    }

    /// Whether the receiver is a parameter or field that was cast to another role: of a field, where no known
    /// class below its type has that role.
    boolean isRole(CallSite call) {
        return call.receiver() instanceof AbstractValue.Cast as
                && switch (AbstractValue.bare(as)) {
                    case AbstractValue.Parameter _ -> true;
                    case AbstractValue.FieldRead read ->
                        as.type().isInterface() && isNobody(AbstractValue.declared(read, hierarchy), as.type());
                    default -> false;
                };
    }

    private boolean isNobody(@Nullable Type own, Type role) {
        return own != null
                && !own.isJdk()
                && !graph.instantiatedBelow(own).isEmpty()
                && graph.instantiatedBelow(own).stream().noneMatch(type -> type.below(role));
    }

    // As a DataSource that is tested for SmartDataSource, which decides whether connections are closed: few
    // objects have such a role.
    private boolean isRareRole(CallSite call) {
        return call.receiver() instanceof AbstractValue.Cast as
                && as.type().isInterface()
                && AbstractValue.bare(as) instanceof AbstractValue.Parameter parameter
                && !parameter.type().equals("java/lang/Object");
    }

    /// Whether a call may run a method, on an object of the class that is known on this path.
    boolean mayRun(CallSite call, Method next, @Nullable Type self, PathFacts given) {
        if (!graph.targets(call).contains(next)) {
            return graph.callbacks(call).stream()
                    .filter(callback -> callback.target() == next)
                    .allMatch(callback -> mayCallBack(call, callback, self, given));
        }
        List<Method> own = run(call, known(call, next, self, given));
        return own.isEmpty() || own.contains(next);
    }

    private boolean mayCallBack(CallSite call, Callback callback, @Nullable Type self, PathFacts given) {
        Type known = callback.kept() ? null : type(call.argument(callback.use().parameter()), self, given);
        List<Method> own = known == null || graph.instantiatedBelow(known).size() > Limits.Paths.CLASSES_OF_RECEIVER
                ? List.of()
                : run(callback.use().called(), known);
        return own.isEmpty() || own.contains(callback.target());
    }

    // What is called back depends on the argument, whatever the class of the receiver.
    private @Nullable Type known(CallSite call, Method next, @Nullable Type self, PathFacts given) {
        Type known =
                call.how() == How.VIRTUAL && graph.targets(call).contains(next) ? receiver(call, self, given) : null;
        return known != null && graph.instantiatedBelow(known).size() <= Limits.Paths.CLASSES_OF_RECEIVER
                ? known
                : null;
    }

    /// Of the methods that a call may run and that block, one in a nearer artifact whose path is hardly
    /// longer than that of the given one; else that one.
    ///
    /// @param seen methods that are on the path already
    /// @param self class that the caller's object is at least of; null where that is unknown
    /// @param given what is known of what the caller was given
    @Nullable
    Method preferredTarget(
            CallSite call,
            @Nullable Method next,
            BlockingKind kind,
            Set<Method> seen,
            @Nullable Type self,
            PathFacts given) {
        if (next == null || !graph.targets(call).contains(next)) {
            return next;
        }
        List<Method> blocking = graph.targets(call).stream()
                .filter(target -> target == next || !seen.contains(target) && leads(target, kind, next))
                .toList();
        List<Method> may = blocking.stream()
                .filter(target -> mayRun(call, target, self, given))
                .toList();
        Comparator<Method> shorter = Comparator.comparing(target -> depth(kind, target));
        Method shortest = may.contains(next) ? next : may.stream().min(shorter).orElse(next);
        return may.stream()
                .filter(target -> depth(kind, target) <= depth(kind, shortest) + Limits.Paths.DETOUR
                        && nearness(call, target) < nearness(call, shortest))
                .findFirst()
                .orElse(shortest);
    }

    // Whether a method leads there, and needs no failure where the other one needs none.
    private boolean leads(Method method, BlockingKind kind, Method other) {
        NextHop way = paths.of(kind, method);
        NextHop known = paths.of(kind, other);
        return way != null && (!way.afterFailure() || known == null || known.afterFailure());
    }

    private int depth(BlockingKind kind, Method method) {
        NextHop way = paths.of(kind, method);
        return way == null ? Integer.MAX_VALUE - Limits.Paths.DETOUR : way.depth() - (method.isUnseen() ? 1 : 0);
    }

    // Code mostly works with classes of its own artifact and of the interface's. It meets classes of a third
    // artifact where an application combines them.
    private int distance(CallSite call, Method target) {
        String artifact = target.owner().artifact().name();
        return target.owner().isTarget()
                        || artifact.equals(call.caller().owner().artifact().name())
                        || artifact.equals(call.declared().artifact().name())
                ? 0
                : 1;
    }

    // A class in the interface's artifact is often only the base of those in the caller's own.
    private int nearness(CallSite call, Method target) {
        return distance(call, target) == 0
                        && !target.owner()
                                .artifact()
                                .name()
                                .equals(call.caller().owner().artifact().name())
                ? 1
                : 2 * distance(call, target);
    }

    // What a call runs on objects of a class; empty where that is unknown.
    private List<Method> run(CallSite call, @Nullable Type known) {
        return known == null ? List.of() : run(call.signature(), known);
    }

    private List<Method> run(Signature signature, Type known) {
        return graph.instantiatedBelow(known).stream()
                .map(type -> type.resolve(signature))
                .filter(Objects::nonNull)
                .filter(method -> !method.isAbstract())
                .distinct()
                .toList();
    }

    // Whether the method blocks on an object of one of the classes that have it.
    private boolean waits(Method method, CallSite call, Type at, Sought sought) {
        if (method.isStatic()
                || method.isLambdaStub()
                || graph.instantiatedBelow(at).size() > Limits.Paths.CLASSES_OF_RECEIVER) {
            return leads(method, sought);
        }
        List<Type> types = graph.instantiatedBelow(at).stream()
                .filter(type -> type.resolve(call.signature()) == method)
                .toList();
        return types.isEmpty()
                ? leads(method, sought)
                : types.stream().anyMatch(type -> waits(method, type, sought, Limits.Paths.RECEIVER_DEPTH));
    }

    private boolean waits(Method method, Type self, Sought sought, int depth) {
        if (!leads(method, sought) || depth == 0) {
            return depth == 0 && leads(method, sought);
        }
        NextHop own = paths.of(sought.kind, method);
        if (own != null && own.target() == null && sought.allows(own)) {
            return true;
        }
        Question question = new Question(method, self, sought);
        Boolean before = known.get(question);
        if (before == null) {
            // In a cycle of calls no method makes another one block.
            known.put(question, false);
            before = graph.calls(method).stream().anyMatch(call -> waits(call, self, sought, depth));
            known.put(question, before);
        }
        return before;
    }

    private boolean waits(CallSite call, Type self, Sought sought, int depth) {
        if (!sought.afterFailure && !call.isNonExceptional() || graph.isSkipped(call)) {
            return false;
        }
        BlockingKind own = graph.kind(call);
        if (own != null && alike(sought.kind, own)
                || graph.callbacks(call).stream()
                        .anyMatch(callback ->
                                (sought.afterFailure || !callback.use().afterFailure())
                                        && leads(callback.target(), sought))) {
            return true;
        }
        if (call.how() != How.STATIC && call.isOnItself()) {
            Method target = call.how() == How.SPECIAL ? graph.code().direct(call) : self.resolve(call.signature());
            return target != null && waits(target, self, sought, depth - 1);
        }
        return graph.targets(call).stream().anyMatch(target -> leads(target, sought));
    }

    private boolean leads(Method method, Sought sought) {
        for (BlockingKind other : BlockingKind.values()) {
            NextHop way = alike(sought.kind, other) ? paths.of(other, method) : null;
            if (way != null && sought.allows(way) && way.depth() <= Limits.Paths.RECEIVER_DEPTH) {
                return true;
            }
        }
        return false;
    }

    // Whether one kind is as harmful as the other where a thread must not block.
    private boolean alike(BlockingKind kind, BlockingKind other) {
        return kind == other
                || kind != BlockingKind.LOCK && other.isWait() && (kind.isWait() || kind == BlockingKind.CALLBACK);
    }
}
