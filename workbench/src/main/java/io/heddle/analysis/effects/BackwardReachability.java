package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// For each method and each kind of blocking the shortest path there: a breadth-first search from the
/// blocking calls backwards, which is the least fixed point of "a method may block when one that it calls
/// may". Linear in the calls for each kind.
final class BackwardReachability {

    private final CallGraph graph;
    /// The first kind that is searched for, and how many.
    private final int first;
    private final int kinds;
    private final Map<BlockingKind, List<Method>> ends = new EnumMap<>(BlockingKind.class);
    private final SideTable<Method, @Nullable NextHop[]> hops = new SideTable<>();

    private BackwardReachability(CallGraph graph, BlockingKind first, int kinds) {
        this.graph = graph;
        this.first = first.ordinal();
        this.kinds = kinds;
    }

    /// What may block itself.
    ///
    /// @param kind null for a native method, of which the models tell; [BlockingKind#CALLBACK] for external
    ///     code
    /// @param call null for a native method
    record End(
            Method method,
            @Nullable BlockingKind kind,
            @Nullable CallSite call) {}

    /// All that may block itself, in the order of the methods.
    static List<End> ends(CallGraph graph, ExtensionPoints extensions) {
        return graph.methods().parallelStream()
                .<End>mapMulti((method, found) -> find(graph, method, extensions, found))
                .toList();
    }

    private static void find(CallGraph graph, Method method, ExtensionPoints extensions, Consumer<End> found) {
        if (method.isNative()) {
            found.accept(new End(method, null, null));
        }
        for (CallSite call : graph.calls(method)) {
            BlockingKind kind = graph.kind(call);
            if (kind == BlockingKind.LOCK
                    || call.isNonExceptional()
                            && (kind != null || !method.owner().isJdk() && extensions.calls(call))) {
                found.accept(new End(method, kind == null ? BlockingKind.CALLBACK : kind, call));
            }
        }
    }

    /// The paths to all but locks and logs.
    static BackwardReachability toAllButLocks(CallGraph graph, BlockingModels models, List<End> ends) {
        BlockingKind[] all = BlockingKind.values();
        BackwardReachability search = new BackwardReachability(graph, all[0], all.length);
        for (End end : ends) {
            BlockingKind kind = end.call == null ? models.of(end.method) : end.kind;
            if (kind != null && kind != BlockingKind.LOCK) {
                search.end(kind, end.method, end.call);
            } else if (kind == null && !end.method.owner().isJdk()) {
                search.end(BlockingKind.NATIVE, end.method, null);
            }
        }
        search.ends.remove(BlockingKind.LOG);
        search.run();
        return search;
    }

    /// The paths to locks.
    ///
    /// @param locking calls that wait for one
    static BackwardReachability toLocks(CallGraph graph, List<CallSite> locking) {
        // The kinds LOCK and SHORT_LOCK.
        BackwardReachability search = new BackwardReachability(graph, BlockingKind.LOCK, 2);
        for (CallSite call : locking) {
            BlockingKind kind = graph.kind(call);
            if (call.isNonExceptional() && kind != null) {
                search.end(kind, call.caller(), call);
            }
        }
        search.run();
        return search;
    }

    private void end(BlockingKind kind, Method method, @Nullable CallSite call) {
        if (of(kind, method) == null) {
            put(kind, method, new NextHop(call, null, 0));
            ends.computeIfAbsent(kind, _ -> new ArrayList<>()).add(method);
        }
    }

    private void run() {
        ends.forEach(this::search);
    }

    private void search(BlockingKind kind, List<Method> from) {
        int deepest = kind == BlockingKind.CALLBACK ? Limits.Paths.EXTERNAL_DEPTH : Limits.Paths.DEPTH;
        Deque<Method> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            Method method = open.poll();
            int depth = Objects.requireNonNull(of(kind, method)).depth() + (method.isUnseen() ? 0 : 1);
            if (depth <= deepest) {
                for (CallSite call : graph.callers(method)) {
                    if (of(kind, call.caller()) == null) {
                        put(kind, call.caller(), new NextHop(call, method, depth));
                        open.add(call.caller());
                    }
                }
            }
        }
    }

    private void put(BlockingKind kind, Method method, NextHop hop) {
        hops.computeIfAbsent(method, () -> new NextHop[kinds])[kind.ordinal() - first] = hop;
    }

    /// The first step of the shortest path; null where there is none, or none short enough.
    @Nullable
    NextHop of(BlockingKind kind, Method method) {
        @Nullable NextHop[] known = hops.get(method);
        return known == null ? null : known[kind.ordinal() - first];
    }
}
