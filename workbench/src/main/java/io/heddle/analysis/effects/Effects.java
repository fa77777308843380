package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.callgraph.HandedIn;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.MemoryStreams;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinTask;

/// What the code does that matters to a thread that must not block: the results of this phase.
///
/// @param graph the call graph, in which waiting for a short lock is told from waiting for a long one
/// @param handed what is told at the callers of a method that is handed it
/// @param extensions calls that run external code
/// @param paths which methods may block, and by which shortest path
/// @param sections which locks are held while something blocks
/// @param confinement whose locks only their owner can hold
/// @param memory streams that end in memory
/// @param lifecycle methods that start or end a component
/// @param entries when a service gets to a method
/// @param contexts which threads run a method, which another thread finds while exposures are looked for
public record Effects(
        CallGraph graph,
        HandedIn handed,
        ExtensionPoints extensions,
        BlockingPaths paths,
        CriticalSections sections,
        LockConfinement confinement,
        MemoryStreams memory,
        LifecycleMethods lifecycle,
        EntryPoints entries,
        ForkJoinTask<ThreadContexts> contexts) {

    /// @param called the call graph, with what is called back
    /// @param asked the methods that findings are told of
    /// @param frameworks those of them that frameworks call
    public static Effects of(
            ClassHierarchy hierarchy,
            CodeReader reader,
            BlockingModels models,
            Visibility visibility,
            CallGraph called,
            ExtensionPoints extensions,
            List<Method> asked,
            EntryPoints.ByFrameworks frameworks) {
        ForkJoinTask<LockConfinement.Uses> uses =
                ForkJoinTask.adapt(() -> LockConfinement.Uses.of(called)).fork();
        Handlers handlers = Handlers.of(hierarchy, reader, called, asked);
        HandedIn ofFew = new HandedIn(called, visibility.isWhole());
        ForkJoinTask<ThreadContexts> threads = ForkJoinTask.adapt(() -> new ThreadContexts(
                        hierarchy, called, ofFew, visibility, EntryPoints.OfService.of(handlers, frameworks)))
                .fork();
        LifecycleMethods lifecycle = new LifecycleMethods(called);
        List<BackwardReachability.End> ends = BackwardReachability.ends(called, extensions);
        BackwardReachability few = BackwardReachability.toAllButLocks(called, models, ends);
        Map<CallSite, List<Method>> many = ManyTargets.of(called, few);
        CallGraph resolved = many.isEmpty() ? called : called.running(many);
        HandedIn handed = many.isEmpty() ? ofFew : new HandedIn(resolved, visibility.isWhole());
        BackwardReachability others = many.isEmpty() ? few : BackwardReachability.toAllButLocks(resolved, models, ends);
        List<CallSite> locking = ends.stream()
                .filter(end -> end.kind() == BlockingKind.LOCK)
                .flatMap(end -> java.util.stream.Stream.ofNullable(end.call()))
                .toList();
        CriticalSections sections = new CriticalSections(resolved, visibility, others, extensions, lifecycle, locking);
        CallGraph graph = resolved.with(sections.waiting(), BlockingKind.LOCK)
                .with(sections.waitingShort(), BlockingKind.SHORT_LOCK);
        BlockingPaths paths = new BlockingPaths(others, BackwardReachability.toLocks(graph, sections.waiting()));
        return new Effects(
                graph,
                handed,
                extensions,
                paths,
                sections,
                new LockConfinement(graph, paths, sections, uses.join()),
                new MemoryStreams(hierarchy, models, graph, paths::blocks),
                lifecycle,
                new EntryPoints(graph, handed, frameworks, handlers, lifecycle),
                threads);
    }

    /// Which threads run a method.
    public ThreadContexts threads() {
        return contexts.join();
    }
}
