package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import io.heddle.waits.Serving.Moment;
import io.heddle.waits.Serving.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells who waits in the queue of an executor: more threads wait for results than the executor has threads, and all of
/// these work. As many of those who wait as it has threads wait for what runs; the others for a thread of it.
final class Executors {

    private static final String WORDS = "threads of executor ";

    private Executors() {}

    /// One executor's threads in one moment.
    private static final class Workers {
        private final String name;
        private boolean idle;
        private int count;
        private boolean futures;
        private boolean completions;

        Workers(String name) {
            this.name = name;
        }

        void add(ThreadSnapshot thread) {
            count++;
            idle |= thread.isIn("java.util.concurrent.ThreadPoolExecutor", "getTask");
            futures |= thread.isIn("java.util.concurrent.FutureTask", "run");
            completions |= thread.stack().stream()
                    .anyMatch(frame -> frame.type().startsWith("java.util.concurrent.CompletableFuture$Async"));
        }

        boolean runs(String what) {
            return !idle && (what.contains("FutureTask") ? futures : what.contains("CompletableFuture") && completions);
        }
    }

    static Moment resolve(Moment moment) {
        Map<String, Workers> executors = new HashMap<>();
        for (ThreadSnapshot thread : moment.dump().threads().values()) {
            if (thread.isIn("java.util.concurrent.ThreadPoolExecutor", "runWorker")) {
                String name = thread.name().replaceFirst("[-#\\s]*\\d+$", "");
                executors
                        .computeIfAbsent(
                                thread.container().isEmpty() ? name : thread.container(), _ -> new Workers(name))
                        .add(thread);
            }
        }
        return new Moment(
                moment.dump(),
                resolve(moment.servers(), executors),
                resolve(moment.virtual(), executors),
                resolve(moment.platform(), executors));
    }

    private static List<Seen> resolve(List<Seen> threads, Map<String, Workers> executors) {
        Map<Workers, List<Integer>> waiters = new HashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            Activity activity = threads.get(i).activity();
            if (activity.nature() == Nature.TASK) {
                int at = i;
                executors.values().stream()
                        .filter(workers -> workers.runs(activity.what()))
                        .findFirst()
                        .ifPresent(workers -> waiters.computeIfAbsent(workers, _ -> new ArrayList<>())
                                .add(at));
            }
        }
        List<Seen> resolved = new ArrayList<>(threads);
        waiters.forEach((workers, places) -> places.stream()
                .skip(workers.count)
                .forEach(place -> resolved.set(place, queued(threads.get(place), workers))));
        return resolved;
    }

    private static Seen queued(Seen seen, Workers workers) {
        Activity activity = seen.activity();
        return seen.as(new Activity(
                WaitClass.QUEUE,
                Nature.QUEUES,
                WORDS + workers.name,
                "size@" + workers.count,
                activity.place(),
                Optional.empty()));
    }

    /// How many threads the executor has that is waited for; 0 when it is something else.
    static long size(Activity activity) {
        return activity.what().startsWith(WORDS)
                ? Long.parseLong(activity.lock().substring("size@".length()))
                : 0;
    }
}
