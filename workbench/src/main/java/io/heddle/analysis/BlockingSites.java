package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.effects.BlockingPaths;
import io.heddle.analysis.effects.Effects;
import io.heddle.analysis.effects.NextHop;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.LoadingMethods;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.paths.PathFeasibility;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding.Confidence;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The places where methods block: under a monitor, and anywhere. For one thread.
final class BlockingSites {

    private final List<Method> methods;
    private final boolean all;
    private final Effects effects;
    private final CallGraph graph;
    private final BlockingPaths paths;
    private final PathFeasibility feasibility;
    /// Null until asked for.
    private @Nullable Map<Method, Map<BlockingKind, BlockingSite>> underMonitor;

    /// @param methods that are asked about
    /// @param all whether those of libraries are
    BlockingSites(List<Method> methods, boolean all, Effects effects, PathFeasibility feasibility) {
        this.methods = methods;
        this.all = all;
        this.effects = effects;
        this.graph = effects.graph();
        this.paths = effects.paths();
        this.feasibility = feasibility;
    }

    Map<Method, Map<BlockingKind, BlockingSite>> underMonitor() {
        Map<Method, Map<BlockingKind, BlockingSite>> known = underMonitor;
        if (known == null) {
            known = new LinkedHashMap<>();
            // Few may hold one, which all threads find; one thread follows the paths.
            for (Method method : methods.parallelStream().filter(this::mayHold).toList()) {
                Map<BlockingKind, BlockingSite> found = findUnderMonitor(method);
                if (!found.isEmpty()) {
                    known.put(method, found);
                }
            }
            underMonitor = known;
        }
        return known;
    }

    private boolean mayHold(Method method) {
        if (LoadingMethods.isOne(method)) {
            return true;
        }
        for (CallSite call : graph.calls(method)) {
            if (call.held() != null
                    || !graph.callbacks(call).isEmpty()
                    || !graph.stored(call).isEmpty()
                    || graph.holder(call) != null) {
                return true;
            }
        }
        return false;
    }

    private Map<BlockingKind, BlockingSite> findUnderMonitor(Method method) {
        Map<BlockingKind, BlockingSite> best = new EnumMap<>(BlockingKind.class);
        if (LoadingMethods.isOne(method)) {
            of(method, kind -> true).forEach(site -> keep(best, site.whileHeldBy(LoadingMethods.HOLDER)));
        }
        for (CallSite call : graph.calls(method)) {
            if (graph.isSkipped(call)) {
                continue;
            }
            // What is kept is run later. Of an own class that holds the monitor then, that is told there.
            for (Callback callback : graph.stored(call)) {
                Method holder = callback.use().holder();
                if (holder == null || !holder.owner().isTarget()) {
                    considerCallback(best, method, call, callback, Confidence.LIKELY);
                }
            }
            if (call.held() != null) {
                int line = call.held().outermost().line();
                consider(best, method, line, call, graph.targets(call));
                consider(
                        best,
                        method,
                        line,
                        call,
                        graph.callbacks(call).stream().map(Callback::target).toList());
                if (graph.kind(call) == null && effects.extensions().calls(call) && !isAskedFurther(call)) {
                    keep(best, feasibility.site(method, line, BlockingKind.CALLBACK, call, null));
                }
            } else {
                keepStream(best, method, call);
                // The monitor is the callee's, such as that of a map's bin: what is passed to it is told of
                // here.
                for (Callback callback : graph.callbacks(call)) {
                    if (callback.use().held() && !isAskedAbout(callback.use().holder())) {
                        considerCallback(best, method, call, callback, Confidence.CERTAIN);
                    }
                }
            }
        }
        return best;
    }

    private void keepStream(Map<BlockingKind, BlockingSite> best, Method method, CallSite call) {
        Method holder = graph.holder(call);
        BlockingKind kind = graph.kind(call);
        if (holder != null && kind != null) {
            keep(
                    best,
                    feasibility
                            .site(method, call.line(), kind, call, null)
                            .heldBy(holder.owner().binaryName()));
        }
    }

    // Of a chain as `client.create().forPath(path)` the last call does what the others prepare.
    private boolean isAskedFurther(CallSite call) {
        return call.isAnswered()
                && graph.calls(call.caller()).stream()
                        .anyMatch(further -> further.held() != null
                                && AbstractValue.bare(further.receiver()) instanceof AbstractValue.Result result
                                && result.call() == call
                                && effects.extensions().calls(further));
    }

    // A model tells of an interface, in whose code nothing is told.
    private boolean isAskedAbout(@Nullable Method holder) {
        return holder != null
                && !holder.isAbstract()
                && (all ? !holder.owner().isJdk() : holder.owner().isAskedAbout());
    }

    private void consider(
            Map<BlockingKind, BlockingSite> best, Method method, int line, CallSite call, List<Method> targets) {
        BlockingKind own = graph.kind(call);
        if (own != null && call.held() != null) {
            keep(best, feasibility.site(method, line, own, call, null));
        }
        for (Method target : targets) {
            for (BlockingKind kind : BlockingKind.values()) {
                if (paths.of(kind, target) != null) {
                    keep(best, feasibility.site(method, line, kind, call, target));
                }
            }
        }
    }

    private void considerCallback(
            Map<BlockingKind, BlockingSite> best, Method method, CallSite call, Callback callback, Confidence surest) {
        Method holder = callback.use().holder();
        String type = (holder == null ? call.declared() : holder.owner()).binaryName();
        for (BlockingKind kind : BlockingKind.values()) {
            if (paths.of(kind, callback.target()) != null) {
                keep(
                        best,
                        feasibility
                                .site(method, call.line(), kind, call, callback.target())
                                .whileHeldBy(type)
                                .atMost(surest));
            }
        }
    }

    private static void keep(Map<BlockingKind, BlockingSite> best, BlockingSite site) {
        best.merge(site.kind(), site, (one, other) -> BlockingSite.BEST.compare(other, one) < 0 ? other : one);
    }

    List<BlockingSite> of(Method method, Predicate<BlockingKind> kinds) {
        return Arrays.stream(BlockingKind.values())
                .filter(kinds)
                .flatMap(kind -> of(method, kind).stream())
                .toList();
    }

    Optional<BlockingSite> direct(Method method, BlockingKind kind) {
        NextHop hop = paths.of(kind, method);
        Method target = hop == null ? null : hop.target();
        return target != null && !target.isLambdaStub() && !target.owner().isJdk()
                ? Optional.empty()
                : of(method, kind);
    }

    /// Whether a call blocks for a kind itself, or what it runs may, where nothing fails.
    boolean mayBlock(CallSite call, BlockingKind kind) {
        return isFollowed(call)
                && call.isNonExceptional()
                && (graph.kind(call) == kind || run(call).anyMatch(target -> leads(call, target, kind)));
    }

    private boolean leads(CallSite call, Method target, BlockingKind kind) {
        NextHop hop = paths.of(kind, target);
        return hop != null && !hop.afterFailure() && !graph.runsAfterFailure(call, target);
    }

    /// The best evidence of that.
    Optional<BlockingSite> of(CallSite call, BlockingKind kind) {
        if (!isFollowed(call)) {
            return Optional.empty();
        }
        return graph.kind(call) == kind
                ? Optional.of(feasibility.site(call.caller(), call.line(), kind, call, null))
                : run(call)
                        .filter(target -> paths.of(kind, target) != null)
                        .map(target -> feasibility.site(call.caller(), call.line(), kind, call, target))
                        .min(BlockingSite.BEST);
    }

    private boolean isFollowed(CallSite call) {
        return !graph.isSkipped(call);
    }

    private Stream<Method> run(CallSite call) {
        return Stream.concat(
                graph.targets(call).stream(), graph.callbacks(call).stream().map(Callback::target));
    }

    private Optional<BlockingSite> of(Method method, BlockingKind kind) {
        NextHop hop = paths.of(kind, method);
        return hop == null || hop.call() == null
                ? Optional.empty()
                : Optional.of(feasibility.site(method, hop.call().line(), kind, hop.call(), hop.target()));
    }
}
