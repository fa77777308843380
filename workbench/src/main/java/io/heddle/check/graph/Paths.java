package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes a way from a call to what blocks as evidence, and says how sure it is.
final class Paths {

    private static final int MOST_CERTAIN = 5;
    private static final int MOST_LIKELY = 9;
    /// Who waits for what is outside does so for its own sake: few such ways are taken by mistake, however long they are, where each call on it runs what it says.
    private static final int MOST_LIKELY_OUTSIDE = 12;
    private static final int MOST_LIKELY_STRANGER = 1;
    private static final int FARTHEST_STRANGER = 2;
    /// Farther away, where one of several methods may run, it is mostly not the one that waits.
    private static final int FARTHEST_GUESS = 6;
    /// Farther away it is another component that makes its callers wait for a while, for which JDK 21 adds a carrier.
    private static final int FARTHEST_WAIT = 4;
    /// Farther away it is mostly done by then, or has room.
    private static final int FARTHEST_PARK = 6;
    /// Farther away nobody knows who implements the interface, nor what for.
    private static final int FARTHEST_CONTRACT = 6;
    /// Farther away, where one of several methods may run, it is mostly another class's lock, or that of an object that nobody else asks for.
    private static final int FARTHEST_GUESSED_LOCK = 4;
    /// Farther away it is mostly the lock of another component, which is free.
    private static final int FARTHEST_LOCK = 6;
    /// Through more classes it is likewise.
    private static final int MOST_CLASSES_TO_LOCK = 3;
    /// Beyond these a way around what constants exclude is given up.
    private static final int MOST_STEPS = 15;

    private final Witnesses witnesses;
    private final LifeCycle life;
    private final Dispatch dispatch;
    private final Constants constants;
    private final Guards guards;
    private final Streams streams;

    Paths(World world, Witnesses witnesses, Strangers strangers, LifeCycle life, Guards guards, Streams streams) {
        this.witnesses = witnesses;
        this.life = life;
        this.dispatch = new Dispatch(witnesses, strangers);
        this.constants = new Constants(world);
        this.guards = guards;
        this.streams = streams;
    }

    /// Why a way is no more than possible, whatever its length.
    private enum Reason {
        RARE("it runs once, or where a component starts or ends"),
        /// Known here, and none of them waits, or only passed along.
        TAME("they are hardly strangers"),
        /// A task that was asked whether it is done, the lock of an object that nobody else has, or that only who has the monitor can hold.
        READY("what it waits for is there"),
        IDLE("nothing calls it"),
        TEST("it is made for tests"),
        DEBUG("it runs there only where somebody looks for a fault"),
        ASIDE("it runs there only where no executor takes it"),
        ASKED("who calls it says whether it waits at all"),
        MEMORY("its stream ends in memory");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /// What makes a way less sure than its length.
    ///
    /// @param guesses calls on it that may run one of several methods, not all of which wait
    /// @param weight what those weigh, in calls
    private record Doubts(int guesses, int weight, Set<Reason> reasons) {

        static final Doubts NONE = new Doubts(0, 0, Set.of());

        Doubts guess(int share) {
            return share == 0 ? this : new Doubts(guesses + 1, weight + share, reasons);
        }

        Doubts when(boolean holds, Reason reason) {
            if (!holds || reasons.contains(reason)) {
                return this;
            }
            Set<Reason> more = EnumSet.of(reason);
            more.addAll(reasons);
            return new Doubts(guesses, weight, more);
        }

        String text() {
            return reasons.stream().sorted().map(reason -> "; " + reason.text).collect(Collectors.joining());
        }
    }

    /// The hazard that a call leads to, through one of the methods that it runs.
    ///
    /// @param target what the call runs; null where the call itself waits
    Hazard hazard(Method method, int line, Kind kind, Call call, @Nullable Method target) {
        List<Step> steps = new ArrayList<>();
        Doubts doubts = Doubts.NONE.when(life.bounds(method) || LifeCycle.begins(method), Reason.RARE).when(method.isUncalled(), Reason.IDLE).when(method.isForTests(), Reason.TEST);
        Call before = null;
        Call at = call;
        Method next = target;
        Type self = method.isStatic() ? null : method.owner;
        boolean fresh = false;
        boolean same = !method.isStatic();
        boolean guarded = false;
        boolean memory = false;
        Map<Integer, Value> given = Map.of();
        Streams.Given handed = null;
        Set<Method> seen = new HashSet<>();
        steps.add(step(method, at.line));
        while (next != null) {
            seen.add(next);
            doubts = doubts.guess(dispatch.doubt(at, next, kind, self, given)).when(life.once(at) || life.bounds(next), Reason.RARE).when(isAside(at, given), Reason.ASIDE)
                    .when(next.isForTests(), Reason.TEST).when(next.isForDebugging() && !method.isForDebugging(), Reason.DEBUG);
            self = Dispatch.self(at, next, self, given);
            fresh = Readiness.isFresh(at, fresh);
            memory = memory ? Dispatch.isOnItself(at) : Value.bare(at.receiver()) instanceof Value.New made && streams.holdsMemory(made);
            guarded = guarded ? Dispatch.isOnItself(at) : same && kind == Kind.LOCK && guards.guards(at);
            same = same && Dispatch.isOnItself(at);
            Method override = same && self != null ? self.resolve(method.signature) : null;
            if (override != null && override != method) {
                doubts = doubts.guess(callsSuper(override, method) ? 0 : Dispatch.IMPOSSIBLE).when(kind == Kind.LOCK && locksBefore(override, method), Reason.READY);
            }
            given = constants.passed(at, next, given);
            // What is called back gets arguments of its own.
            handed = next.signature == at.signature && !next.isGlue() ? new Streams.Given(at, handed) : null;
            Witness witness = witnesses.of(kind, next);
            if (witness == null) {
                throw new IllegalStateException("no way to " + kind + " from " + next);
            }
            if (witness.call() != null && !isOpen(kind, witness, next, self, given)) {
                Witness other = steps.size() > MOST_STEPS ? null : around(kind, constants.live(next, given), self, given);
                witness = other == null ? witness : other;
                doubts = doubts.guess(other == null ? Dispatch.IMPOSSIBLE : 0);
            }
            if (!next.isGlue()) {
                steps.add(step(next, witness.call() == null ? 0 : witness.call().line));
            }
            if (witness.call() == null) {
                return judge(method, line, kind, steps, name(next.owner, next.signature), doubts);
            }
            before = at;
            at = witness.call();
            next = dispatch.likeliest(at, witness.target(), kind, seen, self, given);
        }
        boolean tame = kind == Kind.CALLBACK && (Dispatch.isRole(at) || !at.targets.isEmpty() && at.targets.stream().noneMatch(witnesses::waits))
                || (kind == Kind.CALLBACK || kind == Kind.CONTRACT) && isKnown(at, given);
        boolean ready = kind == Kind.PARK && (Readiness.asks(at) || Readiness.asked(handed, at)) || kind == Kind.LOCK && (Readiness.isFresh(at, fresh) || guarded && isOfItsOwn(at));
        return judge(method, line, kind, steps, name(at.declared, at.signature), doubts.when(life.once(at), Reason.RARE).when(tame, Reason.TAME).when(ready, Reason.READY)
                .when(isAside(at, given), Reason.ASIDE).when(before != null && Readiness.mayOnlyLook(at), Reason.ASKED)
                .when(kind == Kind.CONTRACT && streams.getsMemory(at, handed), Reason.MEMORY)
                .when(kind == Kind.STREAM && (memory && Value.bare(at.receiver()) instanceof Value.FieldRead || streams.inMemory(Streams.of(at), handed)), Reason.MEMORY));
    }

    // The function that was handed in on this way, as the code that does so has it.
    private static boolean isKnown(Call call, Map<Integer, Value> given) {
        return Value.bare(call.receiver()) instanceof Value.Parameter parameter && given.get(parameter.index()) instanceof Value.New;
    }

    // What the caller is given may say that no executor is asked.
    private boolean isAside(Call call, Map<Integer, Value> given) {
        Call taking = Fallbacks.taking(call);
        return taking != null && constants.runs(call.caller, taking, given);
    }

    // An object whose class overrides the method runs it from there, if at all.
    private static boolean callsSuper(Method override, Method method) {
        return override.body.calls().stream().anyMatch(call -> isSuper(call, method));
    }

    // Who has a lock may take it again.
    private boolean locksBefore(Method override, Method method) {
        return override.body.calls().stream().takeWhile(call -> !isSuper(call, method))
                .anyMatch(call -> call.sink == Kind.LOCK || call.targets.stream().anyMatch(target -> witnesses.of(Kind.LOCK, target) != null));
    }

    private static boolean isSuper(Call call, Method method) {
        return call.how == How.SPECIAL && call.targets.contains(method);
    }

    // A lock that is a field of the object whose method runs.
    private static boolean isOfItsOwn(Call locking) {
        return Value.bare(locking.receiver()) instanceof Value.FieldRead read && read.field().owner == locking.caller.owner && read.field().is(AccessFlag.PRIVATE);
    }

    // Whether the way goes on there with what is known on it: its call runs, and what it runs may be a method that waits.
    private boolean isOpen(Kind kind, Witness witness, Method method, @Nullable Type self, Map<Integer, Value> given) {
        Call call = witness.call();
        Method target = witness.target();
        return call == null || constants.runs(method, call, given) && (target == null || dispatch.mayRun(call, target, self, given)
                || call.targets.stream().anyMatch(other -> witnesses.of(kind, other) != null && dispatch.mayRun(call, other, self, given)));
    }

    // The shortest way from one of the calls; null where none leads there.
    private @Nullable Witness around(Kind kind, List<Call> calls, @Nullable Type self, Map<Integer, Value> given) {
        Witness best = null;
        for (Call call : calls) {
            if (call.normal && !call.cut && call.sink == kind) {
                return new Witness(call, null, 0);
            }
            for (Method target : call.normal && !call.cut ? call.targets : List.<Method>of()) {
                Witness further = witnesses.of(kind, target);
                if (further != null && (best == null || further.depth() + 1 < best.depth()) && dispatch.mayRun(call, target, self, given)) {
                    best = new Witness(call, target, further.depth() + 1);
                }
            }
        }
        return best;
    }

    private static Hazard judge(Method method, int line, Kind kind, List<Step> steps, String sink, Doubts doubts) {
        int calls = steps.size();
        int score = (kind == Kind.CALLBACK ? classes(steps) : calls) + doubts.weight;
        int least = switch (kind) {
            case STREAM, CONTRACT, CLASS_LOADING, NATIVE, CALLBACK -> 1;
            default -> 0;
        };
        int most = switch (kind) {
            case CALLBACK -> calls > FARTHEST_STRANGER ? 0 : MOST_LIKELY_STRANGER;
            case WAIT -> calls > FARTHEST_WAIT ? 0 : MOST_LIKELY;
            case CONTRACT -> calls > FARTHEST_CONTRACT ? 0 : MOST_LIKELY;
            case NETWORK, DATABASE -> doubts.guesses == 0 ? MOST_LIKELY_OUTSIDE : MOST_LIKELY;
            case PARK -> calls > FARTHEST_PARK ? 0 : MOST_LIKELY;
            case LOCK -> calls > FARTHEST_LOCK || classes(steps) > MOST_CLASSES_TO_LOCK || calls > FARTHEST_GUESSED_LOCK && doubts.guesses > 0 ? 0 : MOST_LIKELY;
            case SHORT_LOCK -> 0;
            default -> MOST_LIKELY;
        };
        boolean likely = doubts.reasons.isEmpty() && score <= most && (doubts.guesses == 0 || calls <= FARTHEST_GUESS);
        Confidence confidence = least == 0 && likely && doubts.guesses == 0 && calls <= MOST_CERTAIN ? Confidence.CERTAIN : likely ? Confidence.LIKELY : Confidence.POSSIBLE;
        String reason = (calls == 1 ? "the call itself " : calls + " calls away, the last ") + kind.does()
                + (doubts.guesses == 0 ? "" : "; at " + doubts.guesses + " of them one of several methods may run") + doubts.text();
        return new Hazard(method, line, kind, confidence, reason, List.copyOf(steps), sink);
    }

    // A class's own helpers are as near as itself.
    private static int classes(List<Step> steps) {
        return (int) steps.stream().map(Step::type).distinct().count();
    }

    static Step step(Method method, int line) {
        return new Step(method.owner.binaryName(), method.signature.name(), method.signature.descriptor(), line, method.owner.artifact.name());
    }

    static String name(Type type, Signature signature) {
        return type.binaryName() + "." + signature.name();
    }
}
