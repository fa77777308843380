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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// For each method and each kind of blocking the shortest path there: a breadth-first search from the
/// blocking calls backwards, which is the least fixed point of "a method may block when one that it calls
/// may". Linear in the calls for each kind.
///
/// The search is made twice: first along what runs when nothing fails, then along all calls, for those methods that
/// the first search did not get to. So a path that handles an exception, or leads to one, is told of where there is
/// no other.
final class BackwardReachability {

    private final CallGraph graph;
    /// The first kind that is searched for, and how many.
    private final int first;
    private final int kinds;
    private final Map<BlockingKind, List<End>> ends = new EnumMap<>(BlockingKind.class);
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
            @Nullable CallSite call) {

        boolean afterFailure() {
            return call != null && !call.isNonExceptional();
        }
    }

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
            if (kind != null || !method.owner().isJdk() && extensions.calls(call)) {
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
                search.end(kind, end);
            } else if (kind == null && !end.method.owner().isJdk()) {
                search.end(BlockingKind.NATIVE, end);
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
            if (kind != null) {
                search.end(kind, new End(call.caller(), kind, call));
            }
        }
        search.run();
        return search;
    }

    private void end(BlockingKind kind, End end) {
        ends.computeIfAbsent(kind, _ -> new ArrayList<>()).add(end);
    }

    private void run() {
        ends.forEach((kind, all) -> {
            List<Method> reached = new ArrayList<>();
            Deque<Method> open = new ArrayDeque<>(begin(kind, all, false));
            while (!open.isEmpty()) {
                Method method = open.poll();
                reached.add(method);
                open.addAll(callers(kind, method, false));
            }
            searchFailures(kind, all, reached);
        });
    }

    // From methods at all distances, the nearest first.
    private void searchFailures(BlockingKind kind, List<End> all, List<Method> reached) {
        List<List<Method>> open = Stream.<List<Method>>generate(ArrayList::new)
                .limit(deepest(kind) + 2L)
                .toList();
        reached.forEach(method -> open.get(depth(kind, method)).add(method));
        open.getFirst().addAll(begin(kind, all, true));
        for (List<Method> methods : open) {
            // What adds nothing to the length adds to its own list.
            for (int i = 0; i < methods.size(); i++) {
                callers(kind, methods.get(i), true)
                        .forEach(caller -> open.get(depth(kind, caller)).add(caller));
            }
        }
    }

    private static int deepest(BlockingKind kind) {
        return kind == BlockingKind.CALLBACK ? Limits.Paths.EXTERNAL_DEPTH : Limits.Paths.DEPTH;
    }

    private int depth(BlockingKind kind, Method method) {
        return Objects.requireNonNull(of(kind, method)).depth();
    }

    private List<Method> begin(BlockingKind kind, List<End> all, boolean afterFailure) {
        List<Method> found = new ArrayList<>();
        for (End end : all) {
            if (end.afterFailure() == afterFailure && of(kind, end.method) == null) {
                put(kind, end.method, new NextHop(end.call, null, 0, afterFailure));
                found.add(end.method);
            }
        }
        return found;
    }

    // Those that no path was known from yet.
    private List<Method> callers(BlockingKind kind, Method method, boolean failures) {
        NextHop own = Objects.requireNonNull(of(kind, method));
        int depth = own.depth() + (method.isUnseen() ? 0 : 1);
        if (depth > deepest(kind)) {
            return List.of();
        }
        List<Method> found = new ArrayList<>();
        for (CallSite call : graph.callers(method)) {
            boolean afterFailure = own.afterFailure() || graph.runsAfterFailure(call, method);
            if (afterFailure == failures && of(kind, call.caller()) == null) {
                put(kind, call.caller(), new NextHop(call, method, depth, afterFailure));
                found.add(call.caller());
            }
        }
        return found;
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
