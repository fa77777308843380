package io.heddle.waits;

import io.heddle.model.WaitAccount.Interval;
import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import io.heddle.waits.RecordedGroup.Tally;
import io.heddle.waits.RecordedWaits.Sum;
import io.heddle.waits.Serving.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Makes the account of what groups of threads did, once all of a recording was read. Who serves requests is decided
/// as of dumps ([Serving]); platform threads of a group of which one is ever under a method of a known server serve
/// requests whenever they are not idle, as the stack of an event may be cut off before that method.
final class RecordedSums {

    static final String UNTOLD = "what no event tells";

    private final Map<String, RecordedGroup> byName;
    private final List<RecordedGroup> groups;
    private final double window;
    private final long from;
    private final int slots;
    private final Set<Kind> kinds;
    private final List<RecordedGroup> serving;
    private final double[] threads;
    private final double all;

    RecordedSums(Map<String, RecordedGroup> named, Slots.Clock clock, long end) {
        this.byName = named;
        this.groups = List.copyOf(named.values());
        this.from = clock.begin();
        this.window = Math.max(1, end - from);
        this.slots = clock.count(end);
        this.kinds = kinds(named);
        this.serving = named.entrySet().stream()
                .filter(group -> kinds.contains(kind(group.getKey(), group.getValue())))
                .map(Map.Entry::getValue)
                .toList();
        double untold = serving.stream().mapToLong(RecordedGroup::untold).sum() / window;
        this.threads = sum(serving.stream().flatMap(RecordedSums::busy).toList());
        for (int i = 0; i < threads.length; i++) {
            threads[i] += untold;
        }
        this.all = serving.stream()
                        .flatMap(RecordedSums::busy)
                        .mapToLong(Tally::nanos)
                        .sum()
                + untold * window;
    }

    private static Stream<Tally> busy(RecordedGroup group) {
        return StreamSupport.stream(group.tallies().spliterator(), false).filter(tally -> !tally.isIdle());
    }

    private static long nanos(RecordedGroup group) {
        return busy(group).mapToLong(Tally::nanos).sum();
    }

    /// Nobody's where it has no code but the JDK's, or is the thread that began the program, or Heddle's.
    private static Kind kind(String name, RecordedGroup group) {
        return !group.servers().isEmpty()
                ? Kind.SERVERS
                : group.isVirtual() && nanos(group) > 0
                        ? Kind.VIRTUAL
                        : group.works() && !name.equals("main") && !name.startsWith("heddle-")
                                ? Kind.PLATFORM
                                : Kind.NONE;
    }

    private static Set<Kind> kinds(Map<String, RecordedGroup> named) {
        Map<Kind, List<RecordedGroup>> by = new HashMap<>();
        named.forEach((name, group) ->
                by.computeIfAbsent(kind(name, group), _ -> new ArrayList<>()).add(group));
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        List<RecordedGroup> servers = by.getOrDefault(Kind.SERVERS, List.of());
        if (!servers.isEmpty()) {
            kinds.add(Kind.SERVERS);
        }
        double tasks = servers.stream()
                .flatMap(RecordedSums::busy)
                .filter(tally -> tally.first().nature() == Nature.TASK)
                .mapToLong(Tally::nanos)
                .sum();
        boolean handOn = tasks > 0
                && tasks
                        >= Contention.SHARE
                                * servers.stream()
                                        .mapToLong(RecordedSums::nanos)
                                        .sum();
        if (by.containsKey(Kind.VIRTUAL) && !handOn) {
            kinds.add(Kind.VIRTUAL);
        }
        if (kinds.isEmpty()) {
            kinds.add(Kind.PLATFORM);
        }
        return kinds;
    }

    private double[] sum(List<Tally> tallies) {
        double[] sum = new double[slots];
        for (Tally tally : tallies) {
            double[] one = tally.slots().threads(slots);
            for (int i = 0; i < slots; i++) {
                sum[i] += one[i];
            }
        }
        return sum;
    }

    RecordedWaits waits() {
        List<Sum> sums = new ArrayList<>();
        merged(serving).values().forEach(tallies -> sums.add(sum(tallies, threads, all)));
        double tasks = serving.stream()
                .flatMap(RecordedSums::busy)
                .filter(tally -> tally.first().nature() == Nature.TASK)
                .mapToLong(Tally::nanos)
                .sum();
        if (tasks > 0 && tasks >= Contention.SHARE * all) {
            others(sums);
        }
        long untold = serving.stream().mapToLong(RecordedGroup::untold).sum();
        if (untold > 0) {
            sums.add(untold(untold / window));
        }
        sums.sort(Comparator.comparing((Sum sum) -> !sum.contended())
                .thenComparing(Comparator.comparingDouble(Sum::share).reversed()));
        List<RecordedGroup> virtual =
                groups.stream().filter(RecordedGroup::isVirtual).toList();
        Set<String> met = new TreeSet<>();
        groups.forEach(group -> met.addAll(group.servers()));
        return new RecordedWaits(
                from,
                (long) window,
                List.copyOf(sums),
                all / window,
                virtual.stream().mapToLong(RecordedGroup::threads).sum(),
                virtual.stream().mapToLong(RecordedGroup::untold).sum() / window,
                virtual.stream().mapToLong(RecordedGroup::once).sum(),
                Serving.words(kinds, met),
                new RecordedWork(named(), window, slots, Serving.words(kinds, met)).work());
    }

    private Map<String, RecordedGroup> named() {
        Map<String, RecordedGroup> named = new LinkedHashMap<>();
        boolean platform = serving.stream()
                .anyMatch(group -> !group.isVirtual() && !group.servers().isEmpty() && nanos(group) > 0);
        byName.forEach((name, group) -> {
            // Virtual threads of no server do something else where platform threads of a server serve requests.
            if (serving.contains(group)
                    && !(platform && group.isVirtual() && group.servers().isEmpty())) {
                named.put(name, group);
            }
        });
        return named;
    }

    /// What those queue for who work for requests that wait for them: it adds nothing to the time of a request.
    private void others(List<Sum> sums) {
        List<RecordedGroup> rest =
                groups.stream().filter(group -> !serving.contains(group)).toList();
        double[] among = sum(rest.stream().flatMap(RecordedSums::busy).toList());
        double total = rest.stream().mapToLong(RecordedSums::nanos).sum();
        merged(rest).values().stream()
                .filter(tallies -> tallies.getFirst().first().queues())
                .map(tallies -> sum(tallies, among, total))
                .filter(Sum::contended)
                .map(RecordedSums::withoutShare)
                .forEach(sums::add);
    }

    private static Sum withoutShare(Sum sum) {
        return new Sum(
                sum.kind(),
                sum.name(),
                sum.place(),
                sum.owner(),
                sum.threads(),
                sum.visits(),
                sum.longestNanos(),
                sum.size(),
                sum.used(),
                0,
                true,
                sum.lends(),
                sum.stack());
    }

    /// The same wait, of threads of several groups.
    private static Map<String, List<Tally>> merged(List<RecordedGroup> some) {
        return some.stream()
                .flatMap(RecordedSums::busy)
                .collect(Collectors.groupingBy(
                        tally -> RecordedGroup.key(tally.first()), LinkedHashMap::new, Collectors.toList()));
    }

    private Sum untold(double mean) {
        return new Sum(
                WaitClass.OTHER,
                UNTOLD,
                "",
                Optional.empty(),
                new Interval(mean, 0, mean),
                0,
                0,
                0,
                0,
                all == 0 ? 0 : Math.min(1, mean * window / all),
                false,
                "",
                List.of());
    }

    /// @param among threads that might have waited, by slot
    /// @param total time of these, nanoseconds
    private Sum sum(List<Tally> tallies, double[] among, double total) {
        Activity first = tallies.getFirst().first();
        double[] waiting = sum(tallies);
        double nanos = tallies.stream().mapToLong(Tally::nanos).sum();
        long visits = tallies.stream().mapToLong(Tally::visits).sum();
        double squares = tallies.stream().mapToDouble(Tally::squares).sum();
        double error = Math.max(Contention.visits(squares, nanos), Contention.spread(waiting));
        double mean = nanos / window;
        boolean contended = first.queues() && visits > 1 && Contention.lasts(waiting, among, error);
        Users users = first.queues() ? users(tallies) : Users.NONE;
        boolean lent = first.kind() == WaitClass.POOL;
        boolean shows = first.pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        return new Sum(
                first.kind(),
                Account.name(first, shortMethod(most(tallies, Tally::methods))),
                place(most(tallies, Tally::places)),
                users.owner(),
                Account.interval(mean, error),
                visits,
                tallies.stream().mapToLong(Tally::longest).max().orElse(0),
                lent && shows ? Math.round(users.threads()) : 0,
                lent ? Math.round(users.threads()) : 0,
                total == 0 ? 0 : Math.min(1, nanos / total),
                contended,
                first.pool().map(PoolKind::lends).orElse(""),
                Account.places(users.stack().isEmpty() ? stack(tallies) : users.stack()));
    }

    private static String place(String most) {
        return most.equals(".") ? "" : most;
    }

    private static String most(List<Tally> tallies, Function<Tally, Map<String, Long>> of) {
        Map<String, Long> counts = new HashMap<>();
        tallies.forEach(tally -> of.apply(tally).forEach((name, nanos) -> counts.merge(name, nanos, Long::sum)));
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private static String shortMethod(String method) {
        int dot = method.lastIndexOf('.');
        return method.substring(method.lastIndexOf('.', dot - 1) + 1);
    }

    private static List<StackFrame> stack(List<Tally> tallies) {
        return tallies.stream()
                .flatMap(tally -> tally.stacks().entrySet().stream())
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(List.of());
    }

    /// Who has what is waited for.
    ///
    /// @param threads mean number of them, as far as events tell what they do meanwhile
    private record Users(Optional<Owner> owner, double threads, List<StackFrame> stack) {

        static final Users NONE = new Users(Optional.empty(), 0, List.of());
    }

    private Users users(List<Tally> tallies) {
        Activity first = tallies.getFirst().first();
        if (first.pool().map(PoolKind::isRate).orElse(false)) {
            return Users.NONE;
        }
        Map<Owner, Long> told = new HashMap<>();
        tallies.forEach(tally -> tally.owners().forEach((owner, nanos) -> told.merge(owner, nanos, Long::sum)));
        if (!told.isEmpty()) {
            Owner most = told.entrySet().stream()
                    .max(Map.Entry.<Owner, Long>comparingByValue()
                            .thenComparing(entry -> entry.getKey().place()))
                    .orElseThrow()
                    .getKey();
            List<StackFrame> stack = tallies.stream()
                    .map(Tally::ownerStack)
                    .filter(one -> !one.isEmpty())
                    .findFirst()
                    .orElse(List.of());
            return new Users(Optional.of(most), 0, stack);
        }
        return byCode(tallies);
    }

    /// Threads in the method that asked, beyond the call, have most likely been given what they asked for.
    private Users byCode(List<Tally> tallies) {
        Activity first = tallies.getFirst().first();
        boolean shows = first.pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        Set<String> methods = tallies.stream()
                .flatMap(tally -> tally.methods().keySet().stream())
                .collect(Collectors.toSet());
        String own = RecordedGroup.key(first);
        double nanos = 0;
        long longest = 0;
        Optional<Owner> owner = Optional.empty();
        List<StackFrame> stack = List.of();
        for (RecordedGroup group : groups) {
            for (Tally tally : group.tallies()) {
                if (tally.isIdle() || RecordedGroup.key(tally.first()).equals(own) || first.kind() == WaitClass.QUEUE) {
                    continue;
                }
                for (Map.Entry<List<StackFrame>, Long> seen : tally.stacks().entrySet()) {
                    boolean has = shows
                            ? Classifier.KNOWN.has(seen.getKey()).equals(first.pool())
                            : seen.getKey().stream()
                                    .anyMatch(frame -> methods.contains(frame.type() + "." + frame.method()));
                    if (has) {
                        nanos += seen.getValue();
                        if (seen.getValue() > longest) {
                            longest = seen.getValue();
                            stack = seen.getKey();
                            StackFrame frame = Classifier.asker(stack, 0);
                            owner = Optional.of(new Owner(frame.type(), frame.method(), Owners.does(tally.first())));
                        }
                    }
                }
            }
        }
        return new Users(owner, nanos / window, stack);
    }
}
