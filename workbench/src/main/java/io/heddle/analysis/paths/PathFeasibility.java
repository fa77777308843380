package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.confidence.ConfidenceModel;
import io.heddle.analysis.confidence.Demotion;
import io.heddle.analysis.confidence.Features;
import io.heddle.analysis.effects.BlockingPaths;
import io.heddle.analysis.effects.CallerRuns;
import io.heddle.analysis.effects.Effects;
import io.heddle.analysis.effects.LifecycleMethods;
import io.heddle.analysis.effects.NextHop;
import io.heddle.analysis.effects.Registrations;
import io.heddle.analysis.effects.SatisfiedWaits;
import io.heddle.analysis.exposure.Exposures;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.CallString;
import io.heddle.analysis.values.MemoryStreams;
import io.heddle.model.Finding.Step;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows the shortest path from a call to what blocks, with what is known on it of receivers and arguments,
/// and says how sure it is that it is taken. A path that cannot be taken is replaced by another, or counted
/// as refuted. For one thread.
public final class PathFeasibility {

    private static final Comparator<NextHop> SHORTEST =
            Comparator.comparing(NextHop::afterFailure).thenComparing(NextHop::depth);

    private final CallGraph graph;
    private final Effects effects;
    private final BlockingPaths paths;
    private final LifecycleMethods lifecycle;
    private final Exposures exposures;
    private final MemoryStreams memory;
    private final ReceiverFeasibility receivers;
    private final ConstantPropagation constants;
    private final SatisfiedWaits satisfied;
    private final CallerRuns callerRuns;
    private final Registrations registrations;
    private final ContendedMonitors contended;

    /// @param whole whether all libraries of an application are here
    public PathFeasibility(
            ClassHierarchy hierarchy,
            CodeReader reader,
            Visibility visibility,
            Effects effects,
            Exposures exposures,
            boolean whole) {
        this.graph = effects.graph();
        this.effects = effects;
        this.paths = effects.paths();
        this.lifecycle = effects.lifecycle();
        this.exposures = exposures;
        this.memory = effects.memory();
        this.receivers = new ReceiverFeasibility(hierarchy, graph, paths, effects.extensions());
        this.constants =
                new ConstantPropagation(hierarchy, reader, graph, visibility, new UnsetFields(reader, graph, whole));
        this.satisfied = new SatisfiedWaits(graph);
        this.callerRuns = new CallerRuns(graph);
        this.registrations = new Registrations(graph);
        this.contended = new ContendedMonitors(graph, effects.threads());
    }

    /// The blocking that a call leads to, through one of the methods that it runs.
    ///
    /// @param method that makes the call
    /// @param line where it does harm; 0 when unknown
    /// @param target what the call runs; null where the call itself blocks
    public BlockingSite site(Method method, int line, BlockingKind kind, CallSite call, @Nullable Method target) {
        return new Walk(method, line, kind, call).to(target);
    }

    /// One path, as far as it was followed.
    private final class Walk {

        private final Method start;
        private final int line;
        private final BlockingKind kind;
        private final String monitor;
        private final List<Step> steps = new ArrayList<>();
        private final Set<Method> seen = new HashSet<>();
        private Features features;
        /// Whether it goes through what runs once, or where a component starts or ends.
        private boolean once;
        /// Whether it goes through what runs only once something has failed.
        private boolean failed;
        /// The last method so far that holds a monitor.
        private Method innermost;
        /// The call that is looked at.
        private CallSite at;
        /// Class that the object is at least of whose method makes the call; null where that is unknown.
        private @Nullable Type self;
        /// What is known of what the method was given that makes the call.
        private PathFacts given;
        /// The calls on the path, as far as arguments are handed on.
        private @Nullable CallString handed;
        /// Whether the object was made on the path, from nothing that other threads have.
        private boolean fresh;
        /// Whether the object was made on the path.
        private boolean made;
        /// Whether it is still the object whose method the path starts in.
        private boolean same;
        /// The calls so far on the object whose method makes the next one.
        private final List<CallSite> own = new ArrayList<>();
        /// Whether the object is confined to one whose monitor is held.
        private boolean guarded;

        Walk(Method method, int line, BlockingKind kind, CallSite call) {
            this.start = method;
            this.line = line;
            this.kind = kind;
            this.at = call;
            this.monitor = MonitorName.of(call, !graph.callbacks(call).isEmpty());
            this.self = method.isStatic() ? null : method.owner();
            this.same = !method.isStatic();
            this.innermost = method;
            this.once = lifecycle.isLifecycleMethod(method) || LifecycleMethods.starts(method);
            boolean alone = effects.threads().runsOnPlatformThread(method);
            this.features = new Features(kind, alone)
                    .when(alone && !contended.contains(monitor), Demotion.PLATFORM)
                    .when(kind == BlockingKind.LOCK && LifecycleMethods.ends(method), Demotion.ENDED);
            this.given = constants.always(method);
            steps.add(step(method, call.line()));
        }

        BlockingSite to(@Nullable Method target) {
            // Whoever waits lets go of the monitor: others do not wait for it meanwhile.
            features = features.ambiguous(constants.runs(start, at, given) ? 0 : Limits.Confidence.IMPOSSIBLE, 1)
                    .when(features.alone() && kind == BlockingKind.WAIT && target == null, Demotion.PLATFORM);
            Method next = receivers.preferredTarget(at, target, kind, Set.of(start), self, given);
            boolean direct = true;
            while (next != null) {
                direct = false;
                seen.add(next);
                failed |= graph.runsAfterFailure(at, next);
                enter(next);
                NextHop hop = hop(next);
                if (!next.isUnseen()) {
                    steps.add(step(next, hop.call() == null ? 0 : hop.call().line()));
                }
                if (hop.call() == null) {
                    return site(next.qualifiedName());
                }
                at = hop.call();
                innermost = at.held() == null || next.owner().isJdk() ? innermost : next;
                next = receivers.preferredTarget(at, hop.target(), kind, seen, self, given);
            }
            failed |= !at.isNonExceptional();
            arrive(direct);
            CallSite last = at;
            // Into the methods that lock for their callers.
            for (CallSite in = inside(last); in != null; in = inside(last)) {
                steps.add(step(in.caller(), in.line()));
                last = in;
            }
            return site(last.name());
        }

        private void enter(Method next) {
            once |= isRare() || lifecycle.isLifecycleMethod(next);
            features = features.ambiguous(
                            receivers.penalty(at, next, kind, self, given),
                            graph.targets(at).size() + graph.callbacks(at).size())
                    .when(runsInCallerOnly(at, given) || registrations.isAsynchronous(at, next), Demotion.ASIDE)
                    .when(registrations.isPending(at, next), Demotion.PENDING)
                    .when(kind == BlockingKind.LOCK && LifecycleMethods.ends(next), Demotion.ENDED);
            Type caller = self;
            self = receivers.self(at, next, caller, given);
            fresh = SatisfiedWaits.isFresh(at, fresh);
            made = made
                    ? at.isOnItself() || satisfied.isMadeWithIt(at)
                    : AbstractValue.bare(at.receiver()) instanceof AbstractValue.New object
                            && !object.type().isLambda();
            boolean inMemory = memory.holdsMemory(at.receiver(), handed);
            guarded = guarded
                    ? at.isOnItself()
                    : same && kind == BlockingKind.LOCK && effects.confinement().guards(at);
            same = same && at.isOnItself();
            if (at.isOnItself()) {
                own.add(at);
            } else {
                own.clear();
            }
            Method override = same && self != null ? self.resolve(start.signature()) : null;
            if (override != null && override != start) {
                features = features.ambiguous(callsSuper(override, start) ? 0 : Limits.Confidence.IMPOSSIBLE, 1)
                        .when(kind == BlockingKind.LOCK && locksBefore(override, start), Demotion.READY);
            }
            given = constants.passed(at, next, caller, given);
            // What is called back gets arguments of its own.
            handed = next.signature() == at.signature() && !next.isLambdaStub()
                    ? new CallString(at, handed, inMemory)
                    : null;
        }

        private boolean isRare() {
            return lifecycle.isRare(at) || exposures.isBehindMiss(at);
        }

        // The next step, on another path where this one cannot be taken.
        private NextHop hop(Method next) {
            NextHop hop = paths.of(kind, next);
            if (hop == null) {
                throw new IllegalStateException("no path to " + kind + " from " + next);
            }
            if (hop.call() == null || isOpen(kind, hop, next, self, given)) {
                return hop;
            }
            NextHop other = steps.size() > Limits.Paths.STEPS_FOR_DETOUR
                    ? null
                    : around(kind, constants.live(next, given), self, given);
            features = features.ambiguous(other == null ? Limits.Confidence.IMPOSSIBLE : 0, 1);
            return other == null ? hop : other;
        }

        // The call blocks itself.
        private void arrive(boolean direct) {
            boolean known = kind == BlockingKind.CALLBACK && receivers.isRole(at)
                    || (kind == BlockingKind.CALLBACK || kind == BlockingKind.CONTRACT) && isKnown(at, given);
            boolean ready = isSatisfied();
            once |= isRare();
            features = features.when(known, Demotion.KNOWN)
                    .when(ready, Demotion.READY)
                    .when(!ready && kind == BlockingKind.LOCK && longHolder() == null, Demotion.UNHELD)
                    .when(runsInCallerOnly(at, given), Demotion.ASIDE)
                    .when(!direct && satisfied.mayOnlyLook(at), Demotion.ASKED)
                    .when(
                            kind == BlockingKind.NETWORK
                                    && at.declared().isBelow("java.net.URLConnection")
                                    && constants.asksForClass(at),
                            Demotion.LOCAL)
                    .when(
                            kind == BlockingKind.CONTRACT && (memory.getsMemory(at, handed) || handsMemory(at, handed)),
                            Demotion.MEMORY)
                    .when(
                            kind == BlockingKind.STREAM
                                    && (memory.holdsMemory(MemoryStreams.of(at), handed)
                                            || memory.getsMemory(at, handed)),
                            Demotion.MEMORY);
        }

        private boolean isSatisfied() {
            return switch (kind) {
                case DNS ->
                    AbstractValue.bare(at.argument(0)) instanceof AbstractValue.Parameter host
                            && BlockingModels.isAddress(given.of(host));
                case PARK ->
                    satisfied.asks(at, question -> constants.runsUnless(question, at))
                            || satisfied.gets(at) && registrations.isDone(at.receiver(), at)
                            || satisfied.asked(handed, at)
                            || satisfied.isForABeginning(at);
                case LOCK ->
                    SatisfiedWaits.isFresh(at, fresh)
                            || made && satisfied.isMadeWithIt(at)
                            || guarded && isOfItsOwn(at)
                            || same && effects.confinement().guards(at)
                            || effects.sections().isHandedShort(at, handed)
                            || effects.sections().isHeldAlready(at, and(own, at));
                default -> false;
            };
        }

        private static List<CallSite> and(List<CallSite> calls, CallSite last) {
            return Stream.concat(calls.stream(), Stream.of(last)).toList();
        }

        // Who keeps others waiting for the lock, so that a reader need not look for it.
        private String holder() {
            Method holder = kind == BlockingKind.LOCK ? longHolder() : null;
            return holder == null ? "" : "; " + holder.qualifiedName() + " may block while it holds that lock";
        }

        private @Nullable Method longHolder() {
            return effects.sections().longHolder(at, handed);
        }

        private @Nullable CallSite inside(CallSite call) {
            return kind == BlockingKind.LOCK || kind == BlockingKind.SHORT_LOCK
                    ? effects.sections().inside(call)
                    : null;
        }

        private BlockingSite site(String sink) {
            Features path = features.along(steps).afterFailure(failed);
            return new BlockingSite(
                    start,
                    line,
                    kind,
                    innermost,
                    monitor,
                    once || failed,
                    failed,
                    ConfidenceModel.confidence(path),
                    ConfidenceModel.reason(path) + (path.demotions().isEmpty() ? holder() : ""),
                    ConfidenceModel.odds(path),
                    List.copyOf(steps),
                    sink);
        }
    }

    // The function is an argument that was made on this path.
    private static boolean isKnown(CallSite call, PathFacts given) {
        return AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter parameter
                && given.of(parameter) instanceof AbstractValue.New;
    }

    private boolean handsMemory(CallSite call, @Nullable CallString path) {
        return call.arguments().stream().anyMatch(argument -> memory.holdsMemory(argument, path));
    }

    // Unless the caller is given something that rules the executor out.
    private boolean runsInCallerOnly(CallSite call, PathFacts given) {
        CallSite taking = callerRuns.taking(call);
        return taking != null && constants.runs(call.caller(), taking, given);
    }

    // An object whose class overrides the method runs it by a call to `super` only.
    private boolean callsSuper(Method override, Method method) {
        return graph.calls(override).stream().anyMatch(call -> isSuper(call, method));
    }

    // Whoever has a lock may take it again.
    private boolean locksBefore(Method override, Method method) {
        return graph.calls(override).stream()
                .takeWhile(call -> !isSuper(call, method))
                .anyMatch(call -> graph.kind(call) == BlockingKind.LOCK
                        || graph.targets(call).stream().anyMatch(this::locks));
    }

    private boolean locks(Method method) {
        NextHop hop = paths.of(BlockingKind.LOCK, method);
        return hop != null && !hop.afterFailure();
    }

    private boolean isSuper(CallSite call, Method method) {
        return call.how() == How.SPECIAL && graph.targets(call).contains(method);
    }

    // A lock in a private field of the object whose method runs.
    private static boolean isOfItsOwn(CallSite locking) {
        return AbstractValue.bare(locking.receiver()) instanceof AbstractValue.FieldRead read
                && read.field().owner() == locking.caller().owner()
                && read.field().is(AccessFlag.PRIVATE);
    }

    // Whether the path goes on with what is known on it: its call runs, and may run a method that blocks.
    private boolean isOpen(BlockingKind kind, NextHop hop, Method method, @Nullable Type self, PathFacts given) {
        CallSite call = hop.call();
        Method target = hop.target();
        return call == null
                || constants.runs(method, call, given)
                        && (target == null
                                || receivers.mayRun(call, target, self, given)
                                || graph.targets(call).stream()
                                        .anyMatch(other -> paths.of(kind, other) != null
                                                && receivers.mayRun(call, other, self, given)));
    }

    // The first step of the shortest path from one of the calls, of those if possible that need no failure; null
    // where there is none.
    private @Nullable NextHop around(BlockingKind kind, List<CallSite> calls, @Nullable Type self, PathFacts given) {
        return calls.stream()
                .filter(call -> !graph.isSkipped(call))
                .flatMap(call -> hops(kind, call))
                .sorted(SHORTEST)
                .filter(hop -> mayRun(hop, self, given))
                .findFirst()
                .orElse(null);
    }

    private boolean mayRun(NextHop hop, @Nullable Type self, PathFacts given) {
        return hop.call() == null || hop.target() == null || receivers.mayRun(hop.call(), hop.target(), self, given);
    }

    private Stream<NextHop> hops(BlockingKind kind, CallSite call) {
        if (graph.kind(call) == kind
                || kind == BlockingKind.CALLBACK
                        && !call.caller().owner().isJdk()
                        && effects.extensions().calls(call)) {
            return Stream.of(new NextHop(call, null, 0, !call.isNonExceptional()));
        }
        return targets(call).stream()
                .flatMap(target -> Stream.ofNullable(paths.of(kind, target)).map(next -> further(call, target, next)));
    }

    private NextHop further(CallSite call, Method target, NextHop next) {
        return new NextHop(call, target, next.depth() + 1, next.afterFailure() || graph.runsAfterFailure(call, target));
    }

    private List<Method> targets(CallSite call) {
        return graph.callbacks(call).isEmpty()
                ? graph.targets(call)
                : Stream.concat(
                                graph.targets(call).stream(),
                                graph.callbacks(call).stream().map(Callback::target))
                        .toList();
    }

    private static Step step(Method method, int line) {
        return new Step(
                method.owner().binaryName(),
                method.signature().name(),
                method.signature().descriptor(),
                line,
                method.owner().artifact().name());
    }
}
