package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.Doubts.Reason;
import io.heddle.model.Finding.Step;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes a way from a call to what blocks as evidence, and says how sure it is.
final class Paths {

    /// Beyond these a way around what constants exclude is given up.
    private static final int MOST_STEPS = 15;

    private final Witnesses witnesses;
    private final LifeCycle life;
    private final Strangers strangers;
    private final Dispatch dispatch;
    private final Constants constants;
    private final Guards guards;
    private final Streams streams;

    Paths(World world, Witnesses witnesses, Strangers strangers, LifeCycle life, Guards guards, Streams streams) {
        this.witnesses = witnesses;
        this.life = life;
        this.strangers = strangers;
        this.dispatch = new Dispatch(world, witnesses, strangers);
        this.constants = new Constants(world);
        this.guards = guards;
        this.streams = streams;
    }

    /// The hazard that a call leads to, through one of the methods that it runs.
    ///
    /// @param target what the call runs; null where the call itself waits
    Hazard hazard(Method method, int line, Kind kind, Call call, @Nullable Method target) {
        List<Step> steps = new ArrayList<>();
        Doubts doubts = Doubts.NONE
                .when(life.bounds(method) || LifeCycle.begins(method), Reason.RARE)
                .when(method.isUncalled(), Reason.IDLE)
                .with(method.madeFor())
                .when(method.isThreads(), Reason.PLATFORM)
                .when(kind == Kind.LOCK && LifeCycle.ends(method), Reason.ENDED);
        Call before = null;
        Call at = call;
        Type self = method.isStatic() ? null : method.owner;
        Known given = constants.always(method);
        doubts = doubts.guess(constants.runs(method, call, given) ? 0 : Dispatch.IMPOSSIBLE);
        Method next = dispatch.likeliest(call, target, kind, Set.of(method), self, given);
        boolean fresh = false;
        boolean made = false;
        boolean same = !method.isStatic();
        boolean guarded = false;
        Streams.Given handed = null;
        Set<Method> seen = new HashSet<>();
        steps.add(step(method, at.line));
        while (next != null) {
            seen.add(next);
            doubts = doubts.guess(dispatch.doubt(at, next, kind, self, given))
                    .when(life.once(at) || life.bounds(next), Reason.RARE)
                    .when(isAside(at, given), Reason.ASIDE)
                    .when(kind == Kind.LOCK && LifeCycle.ends(next), Reason.ENDED)
                    .with(next.madeFor())
                    .when(next.isForDebugging() && !method.isForDebugging(), Reason.DEBUG);
            Type caller = self;
            self = Dispatch.self(at, next, caller, given);
            fresh = Readiness.isFresh(at, fresh);
            made = made
                    ? Dispatch.isOnItself(at)
                    : Value.bare(at.receiver()) instanceof Value.New object && !object.type.isGlue();
            boolean memory = streams.holdsMemory(at.receiver(), handed);
            guarded = guarded ? Dispatch.isOnItself(at) : same && kind == Kind.LOCK && guards.guards(at);
            same = same && Dispatch.isOnItself(at);
            Method override = same && self != null ? self.resolve(method.signature) : null;
            if (override != null && override != method) {
                doubts = doubts.guess(callsSuper(override, method) ? 0 : Dispatch.IMPOSSIBLE)
                        .when(kind == Kind.LOCK && locksBefore(override, method), Reason.READY);
            }
            given = constants.passed(at, next, caller, given);
            // What is called back gets arguments of its own.
            handed = next.signature == at.signature && !next.isGlue() ? new Streams.Given(at, handed, memory) : null;
            Witness witness = witnesses.of(kind, next);
            if (witness == null) {
                throw new IllegalStateException("no way to " + kind + " from " + next);
            }
            if (witness.call() != null && !isOpen(kind, witness, next, self, given)) {
                Witness other =
                        steps.size() > MOST_STEPS ? null : around(kind, constants.live(next, given), self, given);
                witness = other == null ? witness : other;
                doubts = doubts.guess(other == null ? Dispatch.IMPOSSIBLE : 0);
            }
            if (!next.isUnseen()) {
                steps.add(step(next, witness.call() == null ? 0 : witness.call().line));
            }
            if (witness.call() == null) {
                return judge(method, line, kind, steps, name(next.owner, next.signature), doubts);
            }
            before = at;
            at = witness.call();
            next = dispatch.likeliest(at, witness.target(), kind, seen, self, given);
        }
        boolean tame = kind == Kind.CALLBACK
                        && (dispatch.isRole(at)
                                || !at.targets.isEmpty() && at.targets.stream().noneMatch(witnesses::waits))
                || (kind == Kind.CALLBACK || kind == Kind.CONTRACT) && isKnown(at, given);
        boolean ready = switch (kind) {
            case DNS ->
                Value.bare(at.argument(0)) instanceof Value.Parameter host && Classifier.isAddress(given.of(host));
            case PARK -> Readiness.asks(at) || Readiness.asked(handed, at);
            case LOCK ->
                Readiness.isFresh(at, fresh)
                        || made && Readiness.isMadeWithIt(at)
                        || guarded && isOfItsOwn(at)
                        || witnesses.locks().isHandedShort(at, handed);
            default -> false;
        };
        return judge(
                method,
                line,
                kind,
                steps,
                name(at.declared, at.signature),
                doubts.when(life.once(at), Reason.RARE)
                        .when(tame, Reason.TAME)
                        .when(ready, Reason.READY)
                        .when(isAside(at, given), Reason.ASIDE)
                        .when(before != null && Readiness.mayOnlyLook(at), Reason.ASKED)
                        .when(
                                kind == Kind.CONTRACT && (streams.getsMemory(at, handed) || handsMemory(at, handed)),
                                Reason.MEMORY)
                        .when(
                                kind == Kind.STREAM
                                        && (streams.holdsMemory(Streams.of(at), handed)
                                                || streams.getsMemory(at, handed)),
                                Reason.MEMORY));
    }

    // The function that was handed in on this way, as the code that does so has it.
    private static boolean isKnown(Call call, Known given) {
        return Value.bare(call.receiver()) instanceof Value.Parameter parameter
                && given.of(parameter) instanceof Value.New;
    }

    private boolean handsMemory(Call call, Streams.@Nullable Given way) {
        return call.arguments.stream().anyMatch(argument -> streams.holdsMemory(argument, way));
    }

    // What the caller is given may say that no executor is asked.
    private boolean isAside(Call call, Known given) {
        Call taking = Fallbacks.taking(call);
        return taking != null && constants.runs(call.caller, taking, given);
    }

    // An object whose class overrides the method runs it from there, if at all.
    private static boolean callsSuper(Method override, Method method) {
        return override.body.calls().stream().anyMatch(call -> isSuper(call, method));
    }

    // Who has a lock may take it again.
    private boolean locksBefore(Method override, Method method) {
        return override.body.calls().stream()
                .takeWhile(call -> !isSuper(call, method))
                .anyMatch(call -> call.sink == Kind.LOCK
                        || call.targets.stream().anyMatch(target -> witnesses.of(Kind.LOCK, target) != null));
    }

    private static boolean isSuper(Call call, Method method) {
        return call.how == How.SPECIAL && call.targets.contains(method);
    }

    // A lock that is a field of the object whose method runs.
    private static boolean isOfItsOwn(Call locking) {
        return Value.bare(locking.receiver()) instanceof Value.FieldRead read
                && read.field().owner == locking.caller.owner
                && read.field().is(AccessFlag.PRIVATE);
    }

    // Whether the way goes on there with what is known on it: its call runs, and what it runs may be a method that
    // waits.
    private boolean isOpen(Kind kind, Witness witness, Method method, @Nullable Type self, Known given) {
        Call call = witness.call();
        Method target = witness.target();
        return call == null
                || constants.runs(method, call, given)
                        && (target == null
                                || dispatch.mayRun(call, target, self, given)
                                || call.targets.stream()
                                        .anyMatch(other -> witnesses.of(kind, other) != null
                                                && dispatch.mayRun(call, other, self, given)));
    }

    // The shortest way from one of the calls; null where none leads there.
    private @Nullable Witness around(Kind kind, List<Call> calls, @Nullable Type self, Known given) {
        Witness best = null;
        for (Call call : calls) {
            if (call.normal
                    && !call.cut
                    && (call.sink == kind
                            || kind == Kind.CALLBACK && !call.caller.owner.isJdk() && strangers.calls(call))) {
                return new Witness(call, null, 0);
            }
            for (Method target : call.normal && !call.cut ? targets(call) : List.<Method>of()) {
                Witness further = witnesses.of(kind, target);
                if (further != null
                        && (best == null || further.depth() + 1 < best.depth())
                        && dispatch.mayRun(call, target, self, given)) {
                    best = new Witness(call, target, further.depth() + 1);
                }
            }
        }
        return best;
    }

    private static List<Method> targets(Call call) {
        return call.callbacks.isEmpty()
                ? call.targets
                : Stream.concat(call.targets.stream(), call.callbacks.stream().map(Call.Callback::target))
                        .toList();
    }

    private static Hazard judge(Method method, int line, Kind kind, List<Step> steps, String sink, Doubts doubts) {
        return new Hazard(
                method,
                line,
                kind,
                doubts.confidence(kind, steps),
                doubts.reason(kind, steps),
                List.copyOf(steps),
                sink);
    }

    static Step step(Method method, int line) {
        return new Step(
                method.owner.binaryName(),
                method.signature.name(),
                method.signature.descriptor(),
                line,
                method.owner.artifact.name());
    }

    static String name(Type type, Signature signature) {
        return type.binaryName() + "." + signature.name();
    }
}
