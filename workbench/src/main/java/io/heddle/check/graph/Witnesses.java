package io.heddle.check.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// For each method and each kind of waiting the shortest way there, found from the ends backwards: the fixed point of
/// "a method may block when one that it calls may", with cycles, in one pass over the calls for each kind.
final class Witnesses {

    /// Longer ways exist in every large program and say little.
    private static final int DEEPEST = 12;
    private static final int DEEPEST_STRANGER = 3;

    private static final Kind[] KINDS = Kind.values();

    private final Locks locks;

    Witnesses(List<Method> reached, Classifier classifier, Strangers strangers, LifeCycle life) {
        Map<Kind, List<Method>> ends = new EnumMap<>(Kind.class);
        List<Call> locking = new ArrayList<>();
        // In the order of the methods, by whatever thread.
        List<End> all = reached.parallelStream()
                .<End>mapMulti((method, found) -> find(method, strangers, found))
                .toList();
        for (End end : all) {
            Call call = end.call;
            Kind kind = call == null ? classifier.waits(end.method) : call.sink == null ? Kind.CALLBACK : call.sink;
            if (kind == Kind.LOCK && call != null) {
                locking.add(call);
            } else if (kind != null) {
                end(ends, kind, end.method, call);
            } else if (!end.method.owner.isJdk()) {
                end(ends, Kind.NATIVE, end.method, null);
            }
        }
        ends.remove(Kind.LOG);
        ends.forEach(this::search);
        this.locks = new Locks(this, strangers, life);
        locks.judge(locking);
        searchLocks(locking);
    }

    /// What may wait itself.
    ///
    /// @param call null where it is the method, which is native
    private record End(Method method, @Nullable Call call) {}

    private static void find(Method method, Strangers strangers, Consumer<End> ends) {
        if (method.isNative()) {
            ends.accept(new End(method, null));
        }
        for (Call call : method.body.calls()) {
            if (call.sink == Kind.LOCK
                    || call.normal && (call.sink != null || !method.owner.isJdk() && strangers.calls(call))) {
                ends.accept(new End(method, call));
            }
        }
    }

    // Last, because which locks matter hangs on what is done under them.
    private void searchLocks(List<Call> locking) {
        Map<Kind, List<Method>> ends = new EnumMap<>(Kind.class);
        for (Call call : locking) {
            if (call.normal && call.sink != null) {
                end(ends, call.sink, call.caller, call);
            }
        }
        ends.forEach(this::search);
    }

    private void end(Map<Kind, List<Method>> ends, Kind kind, Method method, @Nullable Call call) {
        if (of(kind, method) == null) {
            put(kind, method, new Witness(call, null, 0));
            ends.computeIfAbsent(kind, _ -> new ArrayList<>()).add(method);
        }
    }

    private void search(Kind kind, List<Method> ends) {
        int deepest = kind == Kind.CALLBACK ? DEEPEST_STRANGER : DEEPEST;
        Deque<Method> open = new ArrayDeque<>(ends);
        while (!open.isEmpty()) {
            Method method = open.poll();
            int depth = Objects.requireNonNull(of(kind, method)).depth() + (method.isUnseen() ? 0 : 1);
            if (depth <= deepest) {
                for (Call call : method.callers) {
                    if (of(kind, call.caller) == null) {
                        put(kind, call.caller, new Witness(call, method, depth));
                        open.add(call.caller);
                    }
                }
            }
        }
    }

    private static void put(Kind kind, Method method, Witness way) {
        @Nullable Witness[] ways = method.ways;
        if (ways == null) {
            ways = new Witness[KINDS.length];
            method.ways = ways;
        }
        ways[kind.ordinal()] = way;
    }

    /// Which of the locks are short.
    Locks locks() {
        return locks;
    }

    /// Whether a method may wait for anything that takes time.
    boolean waits(Method method) {
        return Arrays.stream(KINDS).anyMatch(kind -> kind.takesTime() && of(kind, method) != null);
    }

    /// The first step of the shortest way; null where there is none, or none short enough.
    @Nullable
    Witness of(Kind kind, Method method) {
        @Nullable Witness[] ways = method.ways;
        return ways == null ? null : ways[kind.ordinal()];
    }
}
