package io.heddle.waits;

import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitClass;
import io.heddle.waits.Account.Tally;
import io.heddle.waits.Serving.Moment;
import io.heddle.waits.Serving.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Who has what others wait for: as the dump tells, else by the code. A thread in the method that asked, beyond the
/// call, has most likely been given what it asked for.
final class Owners {

    /// What one dump says of who has what, asked for once.
    ///
    /// @param monitors threads that have a monitor, by its name
    /// @param synchronizers threads that have a lock of java.util.concurrent, likewise
    /// @param methods threads that are in a method of somebody other than the JDK, by `class.method`
    record Holders(
            Map<String, List<ThreadSnapshot>> monitors,
            Map<String, List<ThreadSnapshot>> synchronizers,
            Map<String, List<ThreadSnapshot>> methods) {

        static Holders of(ThreadDump dump) {
            Holders holders = new Holders(new HashMap<>(), new HashMap<>(), new HashMap<>());
            for (ThreadSnapshot thread : dump.threads().values()) {
                Set<String> taken = new HashSet<>();
                thread.locks().owned().values().forEach(taken::addAll);
                taken.stream()
                        .filter(monitor -> thread.holds(monitor).isPresent())
                        .forEach(monitor -> add(holders.monitors, monitor, thread));
                thread.locks().synchronizers().forEach(lock -> add(holders.synchronizers, lock, thread));
                thread.stack().stream()
                        .filter(frame ->
                                !frame.isJdk() || frame == thread.stack().getLast())
                        .map(frame -> frame.type() + "." + frame.method())
                        .distinct()
                        .forEach(method -> add(holders.methods, method, thread));
            }
            return holders;
        }

        private static void add(Map<String, List<ThreadSnapshot>> threads, String name, ThreadSnapshot thread) {
            threads.computeIfAbsent(name, _ -> new ArrayList<>()).add(thread);
        }
    }

    private Owners() {}

    /// Threads that have it, in one moment; none where that does not show.
    static List<Seen> of(Tally tally, Moment moment, Holders holders, int at, Classifier classifier) {
        Activity first = tally.first();
        Map<Long, Activity> waiting = tally.threads(at);
        ThreadDump dump = moment.dump();
        if (first.kind() == WaitClass.CLASS_INIT) {
            return seen(
                    dump.threads().values().stream()
                            .filter(thread -> thread.isIn(first.what(), "<clinit>"))
                            .toList(),
                    classifier);
        }
        if (first.pool().map(PoolKind::isRate).orElse(false)) {
            return List.of();
        }
        List<ThreadSnapshot> told = waiting.entrySet().stream()
                .flatMap(entry -> told(dump, holders, dump.thread(entry.getKey()), entry.getValue()).stream())
                .distinct()
                .toList();
        return told.isEmpty()
                ? seen(byCode(tally, dump, holders, waiting, classifier), classifier)
                : seen(told, classifier);
    }

    private static List<ThreadSnapshot> told(
            ThreadDump dump, Holders holders, ThreadSnapshot waiter, Activity activity) {
        if (waiter.locks().parkOwner() > 0) {
            return List.of(dump.thread(waiter.locks().parkOwner()));
        }
        return switch (activity.kind()) {
            case MONITOR -> holders.monitors().getOrDefault(activity.lock(), List.of());
            case LOCK ->
                activity.lock().isEmpty()
                        ? List.of()
                        : holders.synchronizers().getOrDefault(activity.lock(), List.of());
            case RUNNING,
                    NATIVE,
                    CARRIER,
                    CPU,
                    POOL,
                    QUEUE,
                    SOCKET,
                    LOOKUP,
                    FILE,
                    SLEEP,
                    CLASS_INIT,
                    CLASS_LOAD,
                    GC,
                    OTHER -> List.of();
        };
    }

    private static List<ThreadSnapshot> byCode(
            Tally tally, ThreadDump dump, Holders holders, Map<Long, Activity> waiting, Classifier classifier) {
        boolean shows =
                tally.first().pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        if (!shows && tally.first().kind() == WaitClass.QUEUE) {
            return List.of();
        }
        Stream<ThreadSnapshot> found = shows
                ? dump.threads().values().stream()
                        .filter(thread ->
                                classifier.has(thread).equals(tally.first().pool()))
                : waiting.values().stream()
                        .map(activity ->
                                activity.place().type() + "." + activity.place().method())
                        .distinct()
                        .flatMap(method -> holders.methods().getOrDefault(method, List.of()).stream())
                        .distinct();
        return found.filter(thread -> !waiting.containsKey(thread.id())).toList();
    }

    private static List<Seen> seen(List<ThreadSnapshot> threads, Classifier classifier) {
        return threads.stream()
                .map(thread -> new Seen(thread, classifier.of(thread, true)))
                .toList();
    }

    /// The frame that took it where that is known, else the code in which its thread is.
    static Owner owner(Tally tally, Seen seen, Classifier classifier) {
        StackFrame frame = seen.thread()
                .holds(tally.first().lock())
                .orElseGet(() -> tally.first().kind() == WaitClass.CLASS_INIT
                        ? seen.thread().stack().stream()
                                .filter(StackFrame::isInitializer)
                                .findFirst()
                                .orElse(seen.activity().place())
                        : seen.activity().place());
        return new Owner(frame.type(), frame.method(), does(seen.activity()));
    }

    /// What a thread does that has something, for people.
    static String does(Activity activity) {
        return switch (activity.kind()) {
            case RUNNING -> "runs";
            case NATIVE -> "is in native code";
            case CARRIER -> "waits for a carrier";
            case CPU -> "waits for a processor";
            case MONITOR -> "waits for another monitor";
            case LOCK -> "waits for another lock";
            case POOL -> "waits for " + activity.what();
            case QUEUE -> "waits at a queue";
            case SOCKET -> "waits for a socket";
            case LOOKUP -> "looks a name up";
            case FILE -> "waits for a file";
            case SLEEP -> "sleeps";
            case CLASS_INIT -> "waits for a class initialiser";
            case CLASS_LOAD -> "loads a class";
            case GC -> "waits for the collector";
            case OTHER -> activity.what().startsWith("another") ? "waits for " + activity.what() : activity.what();
        };
    }
}
