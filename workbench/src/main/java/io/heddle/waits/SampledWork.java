package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.RequestWork.Shared;
import io.heddle.waits.RequestWork.Workers;
import io.heddle.waits.Serving.Kind;
import io.heddle.waits.Serving.Moment;
import io.heddle.waits.Serving.Seen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes [RequestWork] of samples of all threads.
final class SampledWork {

    private final List<Moment> moments;
    private final Set<Kind> kinds;
    private final List<List<Seen>> serving = new ArrayList<>();

    private record Key(WaitClass kind, boolean queues, String what, List<StackFrame> stack, Set<Integer> holding) {}

    private static final class Sum {
        private final boolean told;
        private long samples;
        private long visits;
        private double squares;

        Sum(boolean told) {
            this.told = told;
        }
    }

    SampledWork(List<Moment> moments) {
        this.moments = moments;
        this.kinds = Serving.platformKinds(moments);
        Set<String> pools = kinds.contains(Kind.PLATFORM) ? pools() : Set.of();
        for (Moment moment : moments) {
            serving.add(moment.of(kinds).stream()
                    .filter(seen -> !kinds.contains(Kind.PLATFORM)
                            || pools.isEmpty()
                            || pools.contains(group(seen.thread()))
                            || seen.thread().virtual())
                    .toList());
        }
    }

    /// Where no server is known, threads of pools serve requests: those of which some wait for work at times, or are
    /// run by an executor.
    private Set<String> pools() {
        Set<String> pools = new HashSet<>();
        for (Moment moment : moments) {
            moment.dump().threads().values().stream()
                    .filter(thread -> !thread.virtual() && runsTasks(thread))
                    .forEach(thread -> pools.add(group(thread)));
        }
        return pools;
    }

    private static boolean runsTasks(ThreadSnapshot thread) {
        return thread.isIn("java.util.concurrent.ThreadPoolExecutor", "runWorker")
                || WorkerKind.of(thread.stack())
                        .map(kind -> !kind.title().equals("ForkJoinPool"))
                        .orElse(false);
    }

    static String group(ThreadSnapshot thread) {
        return thread.name().replaceAll("\\d+", "#");
    }

    RequestWork work(double seconds) {
        if (moments.isEmpty()) {
            return RequestWork.NONE;
        }
        double virtual = serving.stream()
                        .mapToLong(seen -> seen.stream()
                                .filter(one -> one.thread().virtual())
                                .count())
                        .sum()
                / (double) moments.size();
        return new RequestWork(
                seconds,
                moments.size(),
                serving.stream().map(seen -> (double) seen.size()).toList(),
                doings(),
                shared(),
                workers(),
                virtual,
                "");
    }

    private List<Doing> doings() {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        Map<Long, Map<Key, Integer>> open = new HashMap<>();
        long all = 0;
        for (int i = 0; i < moments.size(); i++) {
            boolean told = moments.get(i).dump().tells().states();
            Map<Long, Map<Key, Integer>> now = new HashMap<>();
            for (Seen seen : serving.get(i)) {
                Activity activity = seen.activity();
                Key key = new Key(
                        activity.kind(),
                        activity.queues(),
                        activity.what(),
                        seen.thread().stack(),
                        holding(seen.thread()));
                Sum sum = sums.computeIfAbsent(key, _ -> new Sum(told));
                int run = open.getOrDefault(seen.thread().id(), Map.of()).getOrDefault(key, 0) + 1;
                now.put(seen.thread().id(), Map.of(key, run));
                sum.samples++;
                sum.visits += run == 1 ? 1 : 0;
                // A visit of n samples tells as much as one: its square is n times n.
                sum.squares += 2.0 * run - 1;
                all++;
            }
            open.clear();
            open.putAll(now);
        }
        double total = Math.max(1, all);
        List<Doing> doings = new ArrayList<>();
        sums.forEach((key, sum) -> doings.add(new Doing(
                key.kind,
                key.queues,
                key.what,
                key.stack,
                key.holding,
                sum.told,
                sum.samples / (double) moments.size(),
                sum.visits,
                sum.squares / (total * total))));
        return doings;
    }

    private static Set<Integer> holding(ThreadSnapshot thread) {
        return thread.locks().owned().entrySet().stream()
                .filter(taken -> taken.getValue().stream()
                        .anyMatch(monitor -> thread.holds(monitor).isPresent()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private List<Shared> shared() {
        Map<String, List<Activity>> things = new LinkedHashMap<>();
        for (Moment moment : moments) {
            for (Kind kind : Kind.values()) {
                moment.of(kind).stream()
                        .map(Seen::activity)
                        .filter(activity -> activity.queues() && !isRoom(activity))
                        .forEach(activity -> things.computeIfAbsent(key(activity), _ -> new ArrayList<>())
                                .add(activity));
            }
        }
        for (List<Seen> seen : serving) {
            seen.forEach(one -> PoolKind.all().stream()
                    .filter(pool -> pool.isUsedBy(one.thread().stack()))
                    .map(PoolKind::asWait)
                    .forEach(wait -> things.computeIfAbsent(key(wait), _ -> new ArrayList<>(List.of(wait)))));
        }
        List<Shared> shared = new ArrayList<>();
        things.forEach((key, activities) -> shared.add(shared(key, activities)));
        pools().forEach(name -> executor(name).ifPresent(shared::add));
        return shared;
    }

    /// Room in a queue is a matter of who takes out of it.
    private static boolean isRoom(Activity activity) {
        return activity.kind() == WaitClass.QUEUE
                || activity.kind() == WaitClass.CLASS_INIT
                || activity.kind() == WaitClass.CLASS_LOAD
                || activity.pool().map(PoolKind::isRate).orElse(false);
    }

    private static String key(Activity activity) {
        boolean named = activity.pool().map(PoolKind::showsUse).orElse(false);
        return activity.kind() + " " + Classifier.typeOf(activity.what())
                + (named
                        ? ""
                        : " " + activity.place().type() + "." + activity.place().method());
    }

    private Shared shared(String key, List<Activity> activities) {
        Activity first = activities.getFirst();
        Set<String> methods = activities.stream()
                .map(activity ->
                        activity.place().type() + "." + activity.place().method())
                .collect(Collectors.toSet());
        double[] users = new double[moments.size()];
        double[] waiting = new double[moments.size()];
        for (int i = 0; i < users.length; i++) {
            for (Kind kind : Kind.values()) {
                for (Seen seen : moments.get(i).of(kind)) {
                    if (seen.activity().queues() && key(seen.activity()).equals(key)) {
                        waiting[i]++;
                    } else if (uses(seen, first, methods)) {
                        users[i]++;
                    }
                }
            }
        }
        return thing(first, users, waiting);
    }

    private static Shared thing(Activity first, double[] users, double[] waiting) {
        double moments = users.length;
        double waited = Arrays.stream(waiting).filter(count -> count > 0).count();
        double atWait = 0;
        for (int i = 0; i < users.length; i++) {
            atWait += waiting[i] > 0 ? users[i] : 0;
        }
        boolean isPool = first.kind() == WaitClass.POOL;
        return new Shared(
                first.kind(),
                isPool && !first.what().equals("Semaphore")
                        ? first.what()
                        : Classifier.typeOf(first.what()) + " of " + shortMethod(first.place()),
                first.pool().map(PoolKind::title).orElse(""),
                Arrays.stream(users).sum() / moments,
                Arrays.stream(users).max().orElse(0),
                waited == 0 ? 0 : atWait / waited,
                Arrays.stream(waiting).sum() / moments,
                waited / moments,
                Optional.empty());
    }

    static String shortMethod(StackFrame place) {
        return place.type().substring(place.type().lastIndexOf('.') + 1) + "." + place.method();
    }

    /// Whether a thread has what others wait for: by its stack where the pool shows that, by the monitors that it
    /// holds where the dump tells, else by the method that asks for it.
    private static boolean uses(Seen seen, Activity first, Set<String> methods) {
        ThreadSnapshot thread = seen.thread();
        if (first.pool().filter(pool -> pool.isUsedBy(thread.stack())).isPresent()) {
            return true;
        }
        if (first.pool().filter(pool -> !pool.holds().isEmpty()).isPresent()) {
            return false;
        }
        if (first.kind() == WaitClass.MONITOR && !first.lock().isEmpty()) {
            String type = Classifier.typeOf(first.what());
            return thread.locks().owned().entrySet().stream()
                    .filter(taken -> taken.getKey() < thread.stack().size())
                    .filter(taken -> methods.contains(method(thread.stack().get(taken.getKey()))))
                    .flatMap(taken -> taken.getValue().stream())
                    .anyMatch(monitor -> Classifier.typeOf(monitor).equals(type)
                            && thread.holds(monitor).isPresent());
        }
        return thread.stack().stream().anyMatch(frame -> !frame.isJdk() && methods.contains(method(frame)));
    }

    private static String method(StackFrame frame) {
        return frame.type() + "." + frame.method();
    }

    /// An executor behind those that serve requests: it stays what it is.
    private Optional<Shared> executor(String name) {
        double[] busy = new double[moments.size()];
        double[] tasks = new double[moments.size()];
        Set<Long> threads = new HashSet<>();
        Optional<WorkerKind> kind = Optional.empty();
        for (int i = 0; i < busy.length; i++) {
            Set<Long> own =
                    serving.get(i).stream().map(seen -> seen.thread().id()).collect(Collectors.toSet());
            for (ThreadSnapshot thread : moments.get(i).dump().threads().values()) {
                if (!thread.virtual() && group(thread).equals(name)) {
                    if (own.contains(thread.id())) {
                        return Optional.empty();
                    }
                    threads.add(thread.id());
                    boolean idle = isIdle(thread);
                    busy[i] += idle ? 0 : 1;
                    kind = kind.isPresent() || !idle ? kind : WorkerKind.of(thread.stack());
                }
            }
            tasks[i] = serving.get(i).stream()
                    .filter(seen -> seen.activity().nature() == Nature.TASK)
                    .count();
        }
        double mean = Arrays.stream(busy).average().orElse(0);
        boolean limited =
                kind.map(known -> known.grows() == WorkerKind.Growth.FULL).orElse(true);
        if (!limited || !(mean > 0) || Arrays.stream(tasks).sum() < Contention.SHARE * sum(serving)) {
            return Optional.empty();
        }
        return Optional.of(new Shared(
                WaitClass.QUEUE,
                "threads of " + name.replaceFirst("[-_ ]?#$", ""),
                "",
                mean,
                Arrays.stream(busy).max().orElse(0),
                threads.size(),
                0,
                0,
                Optional.of(threads.size())));
    }

    private static double sum(List<List<Seen>> serving) {
        return serving.stream().mapToInt(List::size).sum();
    }

    private List<Workers> workers() {
        Map<String, Set<Long>> threads = new LinkedHashMap<>();
        for (List<Seen> seen : serving) {
            seen.stream()
                    .filter(one -> !one.thread().virtual())
                    .forEach(one -> threads.computeIfAbsent(group(one.thread()), _ -> new HashSet<>())
                            .add(one.thread().id()));
        }
        List<Workers> workers = new ArrayList<>();
        threads.forEach((name, busyOnes) -> workers.add(workers(name, busyOnes)));
        return workers;
    }

    /// Full is a moment in which none of them waits for work; those that wait for the network itself are no workers.
    private Workers workers(String name, Set<Long> busyOnes) {
        Set<Long> all = new HashSet<>(busyOnes);
        Optional<WorkerKind> kind = Optional.empty();
        long full = 0;
        double others = 0;
        for (int i = 0; i < moments.size(); i++) {
            Set<Long> own =
                    serving.get(i).stream().map(seen -> seen.thread().id()).collect(Collectors.toSet());
            boolean busy = false;
            boolean idle = false;
            for (ThreadSnapshot thread : moments.get(i).dump().threads().values()) {
                if (!thread.virtual() && group(thread).equals(name)) {
                    all.add(thread.id());
                    kind = kind.isPresent() ? kind : WorkerKind.of(thread.stack());
                    Activity does = Classifier.KNOWN.of(thread, false);
                    boolean waits = !own.contains(thread.id()) && does.nature() == Nature.IDLE;
                    busy |= own.contains(thread.id());
                    idle |= waits && does.kind() == WaitClass.QUEUE;
                    others += waits && does.kind() != WaitClass.QUEUE ? 1 : 0;
                }
            }
            full += busy && !idle ? 1 : 0;
        }
        int threads = (int) Math.max(busyOnes.size(), all.size() - Math.round(others / moments.size()));
        return new Workers(name, kind, threads, full / (double) moments.size());
    }

    private static boolean isIdle(ThreadSnapshot thread) {
        Activity activity = Classifier.KNOWN.of(thread, false);
        return activity.nature() == Nature.IDLE || activity.nature() == Nature.JVM;
    }
}
