package io.heddle.waits;

import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitClass;
import io.heddle.waits.Account.Tally;
import io.heddle.waits.Serving.Moment;
import io.heddle.waits.Serving.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Who has what others wait for: as the dump tells, else by the code. A thread in the method that asked, beyond the
/// call, has most likely been given what it asked for.
final class Owners {

    private Owners() {}

    /// Threads that have it, in one moment; none where that does not show.
    static List<Seen> of(Tally tally, Moment moment, int at, Classifier classifier) {
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
                .flatMap(entry -> told(dump, dump.thread(entry.getKey()), entry.getValue()).stream())
                .distinct()
                .toList();
        return told.isEmpty() ? seen(byCode(tally, dump, waiting, classifier), classifier) : seen(told, classifier);
    }

    private static List<ThreadSnapshot> told(ThreadDump dump, ThreadSnapshot waiter, Activity activity) {
        if (waiter.locks().parkOwner() > 0) {
            return List.of(dump.thread(waiter.locks().parkOwner()));
        }
        return switch (activity.kind()) {
            case MONITOR -> dump.holders(activity.lock()).map(Map.Entry::getKey).toList();
            case LOCK ->
                dump.threads().values().stream()
                        .filter(thread -> !activity.lock().isEmpty()
                                && thread.locks().synchronizers().contains(activity.lock()))
                        .toList();
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
            Tally tally, ThreadDump dump, Map<Long, Activity> waiting, Classifier classifier) {
        boolean shows =
                tally.first().pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        Set<String> methods = waiting.values().stream()
                .map(activity ->
                        activity.place().type() + "." + activity.place().method())
                .collect(Collectors.toSet());
        List<ThreadSnapshot> found = new ArrayList<>();
        for (ThreadSnapshot thread : dump.threads().values()) {
            boolean has = shows
                    ? classifier.has(thread).equals(tally.first().pool())
                    : tally.first().kind() != WaitClass.QUEUE
                            && thread.stack().stream()
                                    .anyMatch(frame -> methods.contains(frame.type() + "." + frame.method()));
            if (has && !waiting.containsKey(thread.id())) {
                found.add(thread);
            }
        }
        return found;
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
