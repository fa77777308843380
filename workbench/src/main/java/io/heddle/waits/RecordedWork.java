package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.RecordedGroup.Tally;
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.RequestWork.Shared;
import io.heddle.waits.RequestWork.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Makes [RequestWork] of the events of a recording.
final class RecordedWork {

    /// A pool of which so little is idle has no thread left.
    private static final double FULL = 0.98;

    private final Map<String, RecordedGroup> serving;
    private final double window;
    private final int slots;
    private final String recognised;

    /// @param serving groups of threads that serve requests, by name
    /// @param window nanoseconds
    RecordedWork(Map<String, RecordedGroup> serving, double window, int slots, String recognised) {
        Map<String, RecordedGroup> pools = new LinkedHashMap<>();
        serving.forEach((name, group) -> {
            if (!group.servers().isEmpty() || group.isVirtual() || runsTasks(group)) {
                pools.put(name, group);
            }
        });
        this.serving = pools.isEmpty() ? serving : pools;
        this.window = window;
        this.slots = slots;
        this.recognised = recognised;
    }

    private static Stream<Tally> tallies(RecordedGroup group) {
        return StreamSupport.stream(group.tallies().spliterator(), false);
    }

    private static Stream<Tally> busy(RecordedGroup group) {
        return tallies(group).filter(tally -> !tally.isIdle());
    }

    private static boolean runsTasks(RecordedGroup group) {
        return tallies(group)
                .flatMap(tally -> tally.stacks().keySet().stream())
                .anyMatch(stack -> WorkerKind.of(stack).isPresent()
                        || stack.stream()
                                .anyMatch(frame -> frame.is("java.util.concurrent.ThreadPoolExecutor", "runWorker")));
    }

    RequestWork work() {
        double[] all = new double[slots];
        double virtual = 0;
        List<Workers> workers = new ArrayList<>();
        for (Map.Entry<String, RecordedGroup> each : serving.entrySet()) {
            RecordedGroup group = each.getValue();
            double[] own = threads(group);
            for (int i = 0; i < slots; i++) {
                all[i] += own[i];
            }
            if (group.isVirtual()) {
                virtual += Arrays.stream(own).average().orElse(0);
            } else {
                workers.add(workers(each.getKey(), group, own));
            }
        }
        return new RequestWork(
                window / 1e9,
                slots,
                Arrays.stream(all).boxed().toList(),
                doings(),
                shared(),
                workers,
                virtual,
                recognised);
    }

    private double[] threads(RecordedGroup group) {
        double[] threads = new double[slots];
        Arrays.fill(threads, group.untold() / window);
        busy(group).forEach(tally -> {
            double[] one = tally.slots().threads(slots);
            for (int i = 0; i < slots; i++) {
                threads[i] += one[i];
            }
        });
        return threads;
    }

    private Workers workers(String name, RecordedGroup group, double[] own) {
        Optional<WorkerKind> kind = tallies(group)
                .filter(Tally::isIdle)
                .flatMap(tally -> tally.stacks().keySet().stream())
                .flatMap(stack -> WorkerKind.of(stack).stream())
                .findFirst();
        long full = Arrays.stream(own)
                .filter(busy -> busy >= FULL * group.threads())
                .count();
        return new Workers(name, kind, (int) group.threads(), full / (double) Math.max(1, slots));
    }

    private List<Doing> doings() {
        double total = serving.values().stream()
                .flatMap(RecordedWork::busy)
                .mapToDouble(Tally::nanos)
                .sum();
        List<Doing> doings = new ArrayList<>();
        for (RecordedGroup group : serving.values()) {
            busy(group).forEach(tally -> doings(doings, tally, Math.max(1, total)));
            if (group.untold() > 0) {
                doings.add(new Doing(
                        WaitClass.OTHER,
                        false,
                        RecordedSums.UNTOLD,
                        List.of(),
                        Set.of(),
                        false,
                        group.untold() / window,
                        0,
                        0));
            }
        }
        return doings;
    }

    /// Some of its stacks are kept: the others did as these.
    private void doings(List<Doing> doings, Tally tally, double total) {
        double kept =
                tally.stacks().values().stream().mapToDouble(Long::doubleValue).sum();
        tally.stacks()
                .forEach((stack, nanos) -> doings.add(new Doing(
                        tally.first().kind(),
                        tally.first().queues(),
                        tally.first().what(),
                        stack,
                        Set.of(),
                        false,
                        kept > 0 ? tally.nanos() / window * nanos / kept : 0,
                        Math.max(1, Math.round(tally.visits() * nanos / Math.max(1, kept))),
                        tally.squares() / (total * total) * nanos / Math.max(1, kept))));
    }

    private List<Shared> shared() {
        Map<String, List<Tally>> things = serving.values().stream()
                .flatMap(RecordedWork::busy)
                .filter(tally -> tally.first().queues() && isThing(tally.first()))
                .collect(Collectors.groupingBy(
                        tally -> RecordedGroup.key(tally.first()), LinkedHashMap::new, Collectors.toList()));
        List<Shared> shared =
                new ArrayList<>(things.values().stream().map(this::thing).toList());
        Set<String> told = things.values().stream()
                .flatMap(tallies -> tallies.getFirst().first().pool().stream())
                .map(PoolKind::title)
                .collect(Collectors.toSet());
        PoolKind.all().stream()
                .filter(pool -> pool.showsUse() && !told.contains(pool.title()))
                .map(pool -> thing(pool.asWait(), List.of()))
                .filter(thing -> thing.users() > 0)
                .forEach(shared::add);
        return shared;
    }

    private static boolean isThing(Activity activity) {
        return switch (activity.kind()) {
            case MONITOR, LOCK -> true;
            case POOL -> !activity.pool().map(PoolKind::isRate).orElse(false);
            case RUNNING, NATIVE, CARRIER, CPU, QUEUE, SOCKET, LOOKUP, FILE, SLEEP, CLASS_INIT, CLASS_LOAD, GC, OTHER ->
                false;
        };
    }

    private Shared thing(List<Tally> tallies) {
        return thing(tallies.getFirst().first(), tallies);
    }

    private Shared thing(Activity first, List<Tally> tallies) {
        Set<String> methods = tallies.stream()
                .flatMap(tally -> tally.methods().keySet().stream())
                .collect(Collectors.toSet());
        String key = RecordedGroup.key(first);
        boolean shows = first.pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        double users = serving.values().stream()
                        .flatMap(RecordedWork::busy)
                        .filter(tally -> !RecordedGroup.key(tally.first()).equals(key))
                        .flatMap(tally -> tally.stacks().entrySet().stream())
                        .filter(seen -> first.pool()
                                        .filter(pool -> pool.isUsedBy(seen.getKey()))
                                        .isPresent()
                                || !shows
                                        && seen.getKey().stream()
                                                .anyMatch(frame -> !frame.isJdk()
                                                        && methods.contains(frame.type() + "." + frame.method())))
                        .mapToDouble(Map.Entry::getValue)
                        .sum()
                / window;
        double[] waiting = new double[slots];
        for (Tally tally : tallies) {
            double[] one = tally.slots().threads(slots);
            for (int i = 0; i < slots; i++) {
                waiting[i] += one[i];
            }
        }
        boolean isPool = first.kind() == WaitClass.POOL;
        return new Shared(
                first.kind(),
                isPool && !first.what().equals("Semaphore")
                        ? first.what()
                        : Classifier.typeOf(first.what()) + " of " + SampledWork.shortMethod(first.place()),
                first.pool().map(PoolKind::title).orElse(""),
                isPool ? users : Math.min(1, users),
                users,
                isPool ? 0 : 1,
                Arrays.stream(waiting).average().orElse(0),
                Arrays.stream(waiting)
                        .map(count -> Math.min(1, count))
                        .average()
                        .orElse(0),
                Optional.empty());
    }
}
