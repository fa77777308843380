package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.CallTargetResolver;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.callgraph.SummaryPropagation;
import io.heddle.analysis.callgraph.TypePropagation;
import io.heddle.analysis.effects.Effects;
import io.heddle.analysis.effects.EntryPoints;
import io.heddle.analysis.exposure.Exposures;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.paths.PathFeasibility;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Conditions;
import io.heddle.analysis.reach.ContainerRoots;
import io.heddle.analysis.reach.RapidTypeAnalysis;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.Visibility;
import io.heddle.check.read.CheckContext;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.model.Check.UnknownSite;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.RunBy;
import io.heddle.model.ThreadContext;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Predicate;

/// The analysis: its phases in their order, and what they found. Rules ask it who blocks while a monitor is
/// held or in a class initialiser; of the code itself they ask [#code()].
public final class BlockingAnalysis {

    /// What no service runs.
    private static final Set<String> BUILD_TOOLS = Names.of("entry-points", "build tools");

    /// Annotations of what a container gives to an object, whatever fits.
    private static final Set<String> INJECTS =
            Set.of("Ljavax/inject/Inject;", "Ljakarta/inject/Inject;", "Lcom/google/inject/Inject;");

    private final ClassHierarchy hierarchy;
    private final List<Method> methods;
    private final Effects effects;
    private final Exposures exposures;
    private final CodeQueries code;
    private final BlockingSites sites;
    private final ForkJoinTask<List<UnknownSite>> unknown;
    private final CheckContext surroundings;
    private final boolean whole;

    /// Analyses everything that the roots reach.
    ///
    /// @param roots names of the classes whose methods may all be called
    /// @param all whether the libraries' own methods are asked about as well
    /// @param surroundings what is known beyond the byte code
    public BlockingAnalysis(
            ClassHierarchy hierarchy, Collection<String> roots, boolean all, CheckContext surroundings) {
        this.hierarchy = hierarchy;
        this.surroundings = surroundings;
        this.whole = !all && surroundings.isWhole();
        CodeReader reader = new CodeReader(hierarchy);
        BlockingModels models = new BlockingModels(hierarchy);
        CallbackInterfaces interfaces = new CallbackInterfaces();

        Conditions conditions = new Conditions(hierarchy, surroundings.settings());
        ReachableCode reached = RapidTypeAnalysis.of(
                hierarchy,
                reader,
                models,
                roots(hierarchy, roots, surroundings, conditions),
                method -> all || method.owner().isTarget() || conditions.hold(method),
                isMade(hierarchy, roots, surroundings));
        this.methods = reached.methods().stream()
                .filter(method -> all ? !method.owner().isJdk() : method.owner().isAskedAbout())
                .filter(method -> !method.isLambdaStub())
                .toList();
        // Another thread finds meanwhile what depends on the code alone.
        CodeQueries.ByName byName = new CodeQueries.ByName(methods, reached);
        ForkJoinTask<EntryPoints.ByFrameworks> frameworks = ForkJoinTask.adapt(
                        () -> EntryPoints.ByFrameworks.of(methods, conditions))
                .fork();

        Visibility visibility = new Visibility(reached, hierarchy.methodNumbers(), whole);
        TypePropagation types = new TypePropagation(reached, visibility, hierarchy.methodNumbers());
        CallGraph resolved = CallTargetResolver.resolve(hierarchy, models, reached, types);
        CallGraph graph = SummaryPropagation.run(resolved, types, hierarchy, reader, models, interfaces);
        ExtensionPoints extensions = new ExtensionPoints(hierarchy, types, graph, interfaces, whole);
        this.unknown =
                ForkJoinTask.adapt(() -> CodeQueries.unknown(methods, graph)).fork();

        this.effects = Effects.of(hierarchy, reader, models, visibility, graph, extensions, methods, frameworks.join());
        this.exposures = new Exposures(
                hierarchy,
                reader,
                effects.graph(),
                effects.handed(),
                methods,
                effects.entries(),
                effects.lifecycle(),
                surroundings);
        this.code = new CodeQueries(hierarchy, effects.graph(), types, visibility, methods, byName);
        this.sites = new BlockingSites(
                methods, all, effects, new PathFeasibility(hierarchy, reader, visibility, effects, exposures, whole));
    }

    private static Set<Type> roots(
            ClassHierarchy hierarchy, Collection<String> names, CheckContext surroundings, Conditions conditions) {
        Set<Type> roots = new LinkedHashSet<>();
        names.forEach(name -> roots.add(hierarchy.type(name)));
        roots.addAll(ContainerRoots.made(hierarchy, surroundings.factories(), conditions));
        // Of a module all is called by code that is here, but for what a container finds.
        List<Type> modules =
                surroundings.modules().stream().map(hierarchy::type).toList();
        roots.addAll(modules.stream().filter(BlockingAnalysis::isForContainer).toList());
        if (roots.isEmpty()) {
            roots.addAll(modules);
        }
        roots.removeIf(type -> type.isBelowAny(BUILD_TOOLS));
        return roots;
    }

    // Of a service all is here that makes objects: its code, what its descriptors name, and frameworks, which look for
    // annotations. Where some class asks to be given objects, a container makes any that fit.
    private Predicate<Type> isMade(ClassHierarchy hierarchy, Collection<String> roots, CheckContext surroundings) {
        if (!whole
                || roots.stream()
                        .map(hierarchy::type)
                        .map(Type::file)
                        .anyMatch(file -> file != null && INJECTS.stream().anyMatch(file::mentions))) {
            return _ -> true;
        }
        Set<String> named = Set.copyOf(surroundings.factories());
        return type -> !type.isTarget()
                || named.contains(type.name())
                || !type.isWhole()
                || type.above().stream().anyMatch(above -> !above.isJdk() && isForContainer(above));
    }

    private static boolean isForContainer(Type type) {
        return type.methods().stream().anyMatch(Method::isAnnotatedForFramework);
    }

    /// Methods that were reached and are asked about.
    public List<Method> methods() {
        return methods;
    }

    /// The call graph, and which of its methods block, hold locks or run on threads of their own.
    Effects effects() {
        return effects;
    }

    /// What the code is, whatever it blocks for.
    public CodeQueries code() {
        return code;
    }

    /// What is known beyond the byte code.
    public CheckContext surroundings() {
        return surroundings;
    }

    /// Whether a service is asked about, with what it uses of its libraries.
    public boolean isOfService() {
        return whole;
    }

    /// Calls in methods that are asked about which were not followed because they may run too many methods.
    public List<UnknownSite> unknown() {
        return unknown.join();
    }

    /// When a service gets to a method, as far as its entry points tell.
    public Finding.Reach reach(Method method) {
        return effects.entries().of(method);
    }

    /// How often a service runs a method.
    public Exposure exposure(Method method) {
        return exposures.of(method);
    }

    /// How often a service runs what a site tells of: as often as its innermost method that holds, unless the path
    /// goes through what runs once.
    public Exposure exposure(BlockingSite site) {
        return site.once() || exposures.of(site.method()) == Exposure.ONCE
                ? Exposure.ONCE
                : exposures.of(site.innermost());
    }

    /// Which end points run a method.
    public RunBy runBy(Method method) {
        return exposures.runBy(method);
    }

    /// The code that could not be read so far: rules may read more.
    public List<UnreadCode> unread() {
        return hierarchy.unread();
    }

    /// Whether any code is known that requests run.
    public boolean knowsRequests() {
        return exposures.knowsRequests();
    }

    /// Which threads run a method.
    public ThreadContext threads(Method method) {
        return effects.threads().of(method);
    }

    /// Whether a request gets to a method on a short path that goes through no lifecycle method.
    public boolean isNearRequests(Method method) {
        return effects.entries().isNear(method);
    }

    /// What a call itself blocks for; empty where it does not, or what it runs tells.
    public Optional<BlockingKind> blocksFor(CallSite call) {
        return Optional.ofNullable(effects.graph().kind(call));
    }

    /// For each kind the best evidence that a method blocks while it holds a monitor, its own or one that its
    /// callee holds for it.
    public Map<BlockingKind, BlockingSite> underMonitor(Method method) {
        return underMonitor().getOrDefault(method, Map.of());
    }

    /// The same of all methods that are asked about and do so.
    public Map<Method, Map<BlockingKind, BlockingSite>> underMonitor() {
        return sites.underMonitor();
    }

    /// For each of some kinds the best evidence that a method blocks, whatever it holds.
    public List<BlockingSite> blockingPaths(Method method, Predicate<BlockingKind> kinds) {
        return sites.of(method, kinds);
    }

    /// The best evidence that a call blocks for a kind, itself or in what it runs.
    public Optional<BlockingSite> blockingPath(CallSite call, BlockingKind kind) {
        return sites.of(call, kind);
    }

    /// Whether there is a path from a call to what blocks for a kind, however sure, where nothing fails.
    public boolean mayBlock(CallSite call, BlockingKind kind) {
        return sites.mayBlock(call, kind);
    }

    /// For one kind the evidence that a method blocks, where it blocks itself or calls code of the JDK that does.
    public Optional<BlockingSite> directBlockingPath(Method method, BlockingKind kind) {
        return sites.direct(method, kind);
    }
}
