package io.heddle.check.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// For each method and each kind of waiting the shortest way there, found from the ends backwards: the fixed point of "a method may block
/// when one that it calls may", with cycles, in one pass over the calls for each kind.
final class Witnesses {

    /// Longer ways exist in every large program and say little.
    private static final int DEEPEST = 12;
    private static final int DEEPEST_STRANGER = 3;

    private final Map<Kind, Map<Method, Witness>> ways = new EnumMap<>(Kind.class);

    Witnesses(List<Method> reached, Classifier classifier, Strangers strangers, LifeCycle life) {
        Map<Kind, List<Method>> ends = new EnumMap<>(Kind.class);
        List<Call> locking = new ArrayList<>();
        for (Method method : reached) {
            Kind waits = classifier.waits(method);
            if (waits != null) {
                end(ends, waits, method, null);
            } else if (method.isNative() && !method.owner.isJdk()) {
                end(ends, Kind.NATIVE, method, null);
            }
            for (Call call : method.body.calls()) {
                if (call.sink == Kind.LOCK) {
                    locking.add(call);
                } else if (call.normal && call.sink != null) {
                    end(ends, call.sink, method, call);
                } else if (call.normal && !method.owner.isJdk() && strangers.calls(call)) {
                    end(ends, Kind.CALLBACK, method, call);
                }
            }
        }
        ends.remove(Kind.LOG);
        ends.forEach(this::search);
        new Locks(this, life).judge(locking);
        searchLocks(locking);
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
        if (ways(kind).putIfAbsent(method, new Witness(call, null, 0)) == null) {
            ends.computeIfAbsent(kind, _ -> new ArrayList<>()).add(method);
        }
    }

    private void search(Kind kind, List<Method> ends) {
        Map<Method, Witness> found = ways(kind);
        int deepest = kind == Kind.CALLBACK ? DEEPEST_STRANGER : DEEPEST;
        Deque<Method> open = new ArrayDeque<>(ends);
        while (!open.isEmpty()) {
            Method method = open.poll();
            int depth = Objects.requireNonNull(found.get(method)).depth() + (method.isGlue() ? 0 : 1);
            if (depth <= deepest) {
                for (Call call : method.callers) {
                    if (found.putIfAbsent(call.caller, new Witness(call, method, depth)) == null) {
                        open.add(call.caller);
                    }
                }
            }
        }
    }

    /// Whether a method may wait for anything that takes time.
    boolean waits(Method method) {
        return ways.entrySet().stream().anyMatch(way -> way.getKey().takesTime() && way.getValue().containsKey(method));
    }

    private Map<Method, Witness> ways(Kind kind) {
        return ways.computeIfAbsent(kind, _ -> new HashMap<>());
    }

    /// The first step of the shortest way; null where there is none, or none short enough.
    @Nullable Witness of(Kind kind, Method method) {
        return ways(kind).get(method);
    }
}
