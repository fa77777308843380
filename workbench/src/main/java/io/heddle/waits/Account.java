package io.heddle.waits;

import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Interval;
import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.waits.Serving.Kind;
import io.heddle.waits.Serving.Moment;
import io.heddle.waits.Serving.Seen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/// Adds samples of threads up to an account of the time of requests, see the package.
public final class Account {

    private static final double MILLIS = 1_000;
    private static final int DEEPEST = 24;

    private final List<Moment> moments = new ArrayList<>();
    private final Map<Integer, Owners.Holders> holders = new HashMap<>();
    private final Classifier classifier = Classifier.KNOWN;
    private final Serving serving = new Serving(classifier);
    private final Optional<Double> rate;

    /// @param rate requests a second, above 0; empty where nobody told
    public Account(Optional<Double> rate) {
        this.rate = rate;
    }

    private Owners.Holders holders(int moment) {
        return holders.computeIfAbsent(
                moment, at -> Owners.Holders.of(moments.get(at).dump()));
    }

    /// Takes one sample, in the order of time.
    public void add(ThreadDump dump) {
        moments.add(Executors.resolve(serving.sort(dump)));
    }

    /// How many samples were taken.
    public int samples() {
        return moments.size();
    }

    /// Virtual threads that no sample saw mounted, parked or queued are no threads of a request.
    public WaitAccount close() {
        if (moments.isEmpty()) {
            return WaitAccount.NONE;
        }
        Set<Kind> kinds = Serving.kinds(moments);
        double[] threads =
                moments.stream().mapToDouble(moment -> moment.of(kinds).size()).toArray();
        double all = Arrays.stream(threads).sum();
        Map<String, Tally> single = new LinkedHashMap<>();
        tally(single, kinds, Account::key).forEach(Tally::serve);
        // A thousand locks of one kind, a few waiters each, are one thing that requests wait for.
        Function<Seen, String> key = seen -> {
            String own = key(seen);
            Tally tally = single.get(own);
            return tally == null || !tally.first.queues() || Contention.shows(tally.byMoment, threads)
                    ? own
                    : place(seen);
        };
        Map<String, Tally> tallies = new LinkedHashMap<>();
        tally(tallies, kinds, key).forEach(Tally::serve);
        Set<Kind> others = waitForOthers(tallies.values(), all) ? others(kinds) : Set.of();
        others.forEach(other -> tally(tallies, Set.of(other), key, Activity::queues));
        List<Wait> waits = new ArrayList<>();
        for (Tally tally : tallies.values()) {
            Wait wait = wait(tally, others, threads, all);
            if (wait.share() > 0 || wait.contended()) {
                waits.add(wait);
            }
        }
        waits.sort(Comparator.comparing(
                        (Wait wait) -> !wait.contended() || !wait.kind().queues())
                .thenComparing(
                        Comparator.comparingDouble((Wait wait) -> wait.contended() ? wait.waiting() : wait.share())
                                .reversed()));
        return new WaitAccount(
                List.copyOf(waits),
                moments.size(),
                WaitAccount.Basis.SAMPLES,
                all / moments.size(),
                rate,
                serving.words(kinds));
    }

    private List<Tally> tally(Map<String, Tally> tallies, Set<Kind> kinds, Function<Seen, String> key) {
        return tally(tallies, kinds, key, _ -> true);
    }

    /// @return the tally of each thread that was added
    private List<Tally> tally(
            Map<String, Tally> tallies, Set<Kind> kinds, Function<Seen, String> key, Predicate<Activity> which) {
        List<Tally> added = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++) {
            for (Seen seen : moments.get(i).of(kinds)) {
                Activity activity = seen.activity();
                if (which.test(activity)) {
                    Tally tally = tallies.computeIfAbsent(key.apply(seen), _ -> new Tally(activity, moments.size()));
                    tally.add(seen, i);
                    added.add(tally);
                }
            }
        }
        return added;
    }

    private static String place(Seen seen) {
        Activity activity = seen.activity();
        return activity.kind() + " " + Classifier.typeOf(activity.what()) + " "
                + activity.place().type() + "." + activity.place().method();
    }

    /// What queues for one thing belongs together wherever it stands; the rest by class. Dumps as text number locks by
    /// addresses, which a collection changes: then the place has to do.
    private static String key(Seen seen) {
        Activity activity = seen.activity();
        boolean stable = !activity.lock().isEmpty() && !activity.lock().contains("@0x");
        return activity.kind() + " " + activity.what() + " "
                + (!activity.queues()
                                || activity.kind() == WaitClass.POOL
                                        && activity.lock().isEmpty()
                        ? ""
                        : stable && activity.kind() != WaitClass.QUEUE
                                ? activity.lock()
                                : activity.place().type() + "."
                                        + activity.place().method());
    }

    /// Requests hand their work to others, and wait for those: what these queue for, requests wait for.
    private static boolean waitForOthers(java.util.Collection<Tally> tallies, double all) {
        double tasks = tallies.stream()
                .filter(tally -> tally.first.nature() == Activity.Nature.TASK)
                .mapToDouble(Tally::total)
                .sum();
        return tasks >= Contention.SHARE * all;
    }

    private static Set<Kind> others(Set<Kind> kinds) {
        Set<Kind> others = EnumSet.allOf(Kind.class);
        others.removeAll(kinds);
        return others;
    }

    private Wait wait(Tally tally, Set<Kind> others, double[] threads, double all) {
        Activity first = tally.first;
        double mean = tally.served / (double) moments.size();
        double[] among = threads.clone();
        if (tally.served == 0) {
            for (int i = 0; i < among.length; i++) {
                int moment = i;
                among[i] = others.stream()
                        .mapToInt(other -> moments.get(moment).of(other).size())
                        .sum();
            }
        }
        Users users = users(tally);
        boolean inLine = first.queues() || first.kind() == WaitClass.CARRIER;
        boolean contended = inLine && Contention.shows(tally.byMoment, among);
        long waiting = median(Arrays.stream(tally.byMoment).filter(count -> count > 0));
        return new Wait(
                first.kind(),
                name(tally),
                tally.place(),
                users.owner(),
                mean,
                rate.map(perSecond -> interval(mean / perSecond * MILLIS, tally.relativeError())),
                inLine ? waiting : 0,
                users.size(),
                users.used(),
                all == 0 ? 0 : tally.served / all,
                contended,
                first.pool().map(PoolKind::lends).orElse(""),
                users.stack().isEmpty() ? tally.stack() : users.stack());
    }

    /// What threads that serve requests did, with their stacks; the account stays open.
    ///
    /// @param seconds that the samples span; 0 when unknown
    public RequestWork work(double seconds) {
        RequestWork work = new SampledWork(moments).work(seconds);
        return new RequestWork(
                work.seconds(),
                work.moments(),
                work.busy(),
                work.doings(),
                work.shared(),
                work.workers(),
                work.virtual(),
                moments.isEmpty() ? "" : serving.words(Serving.platformKinds(moments)));
    }

    static Interval interval(double estimate, double relative) {
        return new Interval(estimate, Math.max(0, estimate * (1 - relative)), estimate * (1 + relative));
    }

    private static String name(Tally tally) {
        return name(tally.first, tally.mostMethods());
    }

    /// What is waited for, in words.
    ///
    /// @param method in which most wait, as `Class.method`
    static String name(Activity first, String method) {
        return switch (first.kind()) {
            case MONITOR, LOCK, QUEUE ->
                first.queues() && !first.what().contains("executor")
                        ? simple(Classifier.typeOf(first.what())) + " of " + method
                        : first.what();
            case POOL -> first.what().equals("Semaphore") ? "Semaphore of " + method : first.what();
            case RUNNING, NATIVE, CARRIER, CPU, SOCKET, LOOKUP, FILE, SLEEP, CLASS_INIT, CLASS_LOAD, GC, OTHER ->
                first.what();
        };
    }

    private static String simple(String type) {
        return type.contains(" ") ? type : type.substring(type.lastIndexOf('.') + 1);
    }

    /// Who has what is waited for.
    private record Users(Optional<Owner> owner, long size, long used, List<String> stack) {}

    private Users users(Tally tally) {
        Optional<Owner> owner = Optional.empty();
        List<String> stack = List.of();
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++) {
            if (tally.byMoment[i] == 0 || !tally.first.queues()) {
                continue;
            }
            List<Seen> found = Owners.of(tally, moments.get(i), holders(i), i, classifier);
            counts.add(found.size());
            if (owner.isEmpty() && !found.isEmpty()) {
                owner = Optional.of(Owners.owner(tally, found.getFirst(), classifier));
                stack = places(found.getFirst().thread());
            }
        }
        long used = median(counts.stream().mapToDouble(Integer::doubleValue));
        boolean shows = tally.first.pool().map(pool -> !pool.holds().isEmpty()).orElse(false);
        long size = tally.size > 0 ? tally.size : shows ? used : 0;
        boolean isPool = tally.first.kind() == WaitClass.POOL || tally.first.kind() == WaitClass.QUEUE;
        return new Users(owner, size, isPool ? (tally.size > 0 ? tally.size : used) : 0, stack);
    }

    /// In the hand-over from one thread to the next a dump may meet both, or neither.
    private static long median(DoubleStream counts) {
        double[] sorted = counts.sorted().toArray();
        return sorted.length == 0 ? 0 : Math.round(sorted[sorted.length / 2]);
    }

    private static List<String> places(ThreadSnapshot thread) {
        return places(thread.stack());
    }

    /// A stack for people: without how a thread runs and waits.
    static List<String> places(List<StackFrame> stack) {
        return stack.stream()
                .filter(frame -> !frame.type().startsWith("java.lang.VirtualThread")
                        && !frame.type().startsWith("jdk.internal.")
                        && !frame.type().startsWith("java.lang.System$")
                        && !frame.type().contains("$$Lambda"))
                .limit(DEEPEST)
                .map(StackFrame::place)
                .toList();
    }

    /// Threads of one wait.
    static final class Tally {
        private final Activity first;
        private final double[] byMoment;
        private final Map<String, Integer> places = new HashMap<>();
        private final Map<String, Integer> methods = new HashMap<>();
        private final Map<Long, Integer> open = new HashMap<>();
        private final List<Map<Long, Activity>> threads = new ArrayList<>();
        private List<String> stack = List.of();
        private double squares;
        private long total;
        private long served;
        private long size;

        Tally(Activity first, int moments) {
            this.first = first;
            this.byMoment = new double[moments];
            for (int i = 0; i < moments; i++) {
                threads.add(new HashMap<>());
            }
        }

        void add(Seen seen, int moment) {
            Activity activity = seen.activity();
            byMoment[moment]++;
            total++;
            size = Math.max(size, Executors.size(activity));
            if (stack.isEmpty()) {
                stack = places(seen.thread());
            }
            places.merge(activity.place().place(), 1, Integer::sum);
            methods.merge(shortMethod(activity.place()), 1, Integer::sum);
            threads.get(moment).put(seen.thread().id(), activity);
            // One visit of n samples counts n*n: it tells as much as one.
            int run = moment > 0
                            && threads.get(moment - 1).containsKey(seen.thread().id())
                    ? open.getOrDefault(seen.thread().id(), 0) + 1
                    : 1;
            squares += 2.0 * run - 1;
            open.put(seen.thread().id(), run);
        }

        private static String shortMethod(StackFrame frame) {
            return frame.type().substring(frame.type().lastIndexOf('.') + 1) + "." + frame.method();
        }

        void serve() {
            served++;
        }

        Activity first() {
            return first;
        }

        long total() {
            return total;
        }

        String place() {
            String most = Serving.most(places);
            return most.equals(".") ? "" : most;
        }

        String mostMethods() {
            return Serving.most(methods);
        }

        List<String> stack() {
            return stack;
        }

        Map<Long, Activity> threads(int moment) {
            return threads.get(moment);
        }

        /// Half of the interval of 95 % over the mean, by visits and by parts of the window: the greater.
        double relativeError() {
            double visits = Contention.visits(squares, total);
            return Math.max(visits, Contention.spread(byMoment));
        }
    }
}
