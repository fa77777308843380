package io.heddle.predict;

import io.heddle.model.Prediction.HeldBy;
import io.heddle.model.Prediction.NotKnown;
import io.heddle.model.WaitClass;
import io.heddle.waits.RequestWork;
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.RequestWork.Shared;
import io.heddle.waits.RequestWork.Workers;
import io.heddle.waits.ServiceSeen;
import io.heddle.waits.ServiceSeen.Hold;
import io.heddle.waits.ServiceSeen.Limit;
import io.heddle.waits.ServiceSeen.Place;
import io.heddle.waits.WorkerKind;
import io.heddle.waits.WorkerKind.Growth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the threads of a service tell of its demand, and what they do not. Without a rate, times are in parts of what
/// a second brings: which resource limits does not depend on it.
final class ThreadsDemand {

    /// More than any machine runs: a pool without a limit.
    static final int UNLIMITED = 10_000;

    /// A pool that may grow, and was seen with no idle thread for so much of the time, has as many as it may.
    private static final double FULL = 0.05;
    private static final int DROPWIZARD = 1_024;
    private static final int LEAST_MOMENTS = 3;
    private static final double MODEL = 0.2;
    private static final double ALONE = 0.1;
    /// As [Forecast#counted] takes requests, whose times vary more than those of visits.
    private static final double REQUESTS_A_VISIT = 2.25;
    private static final double NORMAL = 1.96;
    private static final int MOST_PLACES = 50;

    private final ServiceSeen seen;
    private final RequestWork work;
    private final Wish wish;
    private final double rate;
    private final List<Station> stations = new ArrayList<>();
    private final List<Station> suspected = new ArrayList<>();
    private final List<NotKnown> notKnown = new ArrayList<>();
    private final List<Double> locks = new ArrayList<>();
    private Optional<Limit> threads = Optional.empty();
    private double queued;

    /// @param rate requests a second that were seen; 1 where nobody told
    ThreadsDemand(ServiceSeen seen, Wish wish, double rate) {
        this.seen = seen;
        this.work = seen.work();
        this.wish = wish;
        this.rate = rate;
    }

    /// Threads that may serve requests at the same time, and who says so; empty where no thread of a pool was met.
    Optional<Limit> threads() {
        return threads;
    }

    /// What it does not tell; complete after [#demand].
    List<NotKnown> notKnown() {
        return List.copyOf(notKnown);
    }

    Demand demand() {
        threads = limit();
        seen.lacks().forEach(lack -> notKnown.add(new NotKnown(lack.what(), lack.how())));
        work.shared().forEach(this::station);
        wish.pools().keySet().stream()
                .filter(name -> work.shared().stream().noneMatch(shared -> isNamed(shared, name)))
                .sorted()
                .forEach(name -> notKnown.add(new NotKnown(
                        "a pool that is called " + name, "the source shows no use of one that is called so")));
        Optional<Integer> cpus = wish.cpus().or(seen::cpus);
        cpu(cpus);
        return new Demand(
                rate,
                work.mean() / rate,
                Math.min(work.mean(), queued) / rate,
                0,
                stations,
                suspected,
                cpus,
                visits(),
                Optional.of(new Holding(on(Forecast.MONITORS_MENDED - 1), on(Forecast.MONITORS_MENDED))));
    }

    private double visits() {
        double squares = work.doings().stream().mapToDouble(Doing::squares).sum();
        return squares > 0 ? REQUESTS_A_VISIT / squares : 1;
    }

    private Optional<Limit> limit() {
        if (wish.threads().isPresent()) {
            return wish.threads().map(most -> new Limit(most, "--threads"));
        }
        if (seen.threads().isPresent()) {
            return seen.threads();
        }
        return work.workers().stream()
                .max(Comparator.comparingInt(Workers::threads))
                .map(this::limit);
    }

    private Limit limit(Workers workers) {
        Optional<WorkerKind> kind = workers.kind();
        Growth grows = kind.map(WorkerKind::grows).orElse(Growth.WHEN_BUSY);
        return switch (grows) {
            case UNLIMITED -> new Limit(UNLIMITED, "its pool has no limit");
            case FULL -> new Limit(workers.threads(), "so many there are");
            case WHEN_BUSY -> {
                if (workers.allBusy() >= FULL) {
                    yield new Limit(workers.threads(), "no more came when all were busy");
                }
                int usual = workers.name().startsWith("dw-")
                        ? DROPWIZARD
                        : kind.map(WorkerKind::most).orElse(0);
                int most = Math.max(usual, workers.threads());
                notKnown.add(new NotKnown(
                        "how many threads may serve requests: "
                                + (usual > 0
                                        ? String.format(
                                                Locale.ROOT,
                                                "%,d, %s's default, is taken for it",
                                                most,
                                                kind.map(WorkerKind::title).orElse("its"))
                                        : "as many as were seen are taken for it"),
                        "say it with --threads"
                                + kind.map(WorkerKind::setting)
                                        .filter(setting -> !setting.isEmpty())
                                        .map(setting -> ", as " + setting + " has it")
                                        .orElse("")));
                yield new Limit(most, usual > 0 ? "the default" : "so many were seen");
            }
        };
    }

    private void station(Shared shared) {
        queued += shared.kind() == WaitClass.QUEUE ? 0 : shared.waiting();
        switch (shared.kind()) {
            case POOL -> pool(shared);
            case MONITOR, LOCK -> lock(shared);
            case QUEUE ->
                shared.size()
                        .ifPresent(size ->
                                stations.add(new Station(Station.POOL, shared.name(), size, shared.users() / rate)));
            case RUNNING, NATIVE, CARRIER, CPU, SOCKET, LOOKUP, FILE, SLEEP, CLASS_INIT, CLASS_LOAD, GC, OTHER -> {
                // nothing that is lent
            }
        }
    }

    private static boolean isNamed(Shared shared, String name) {
        String own = shared.name().toLowerCase(Locale.ROOT);
        String wished = name.toLowerCase(Locale.ROOT);
        return own.equals(wished)
                || !shared.pool().isEmpty() && common(shared.pool().toLowerCase(Locale.ROOT), wished) >= 5;
    }

    /// HikariPool-1 is one of HikariCP's.
    private static int common(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    /// While somebody waits all are lent: that shows how many there are.
    private void pool(Shared shared) {
        Optional<Integer> told =
                size(wish.pools(), shared).or(() -> size(seen.pools(), shared)).or(shared::size);
        double waited = shared.shareWaited() * work.moments();
        Optional<Integer> full =
                shared.atWait() > 0 ? Optional.of((int) Math.round(Math.max(1, shared.most()))) : Optional.empty();
        Optional<Integer> size = told.or(() -> full);
        if (shared.users() == 0 && shared.waiting() > 0) {
            // It is full at times, and nothing shows who uses it: at worst it carries no more than it does.
            suspected.add(new Station(Station.POOL, shared.name(), 1, 1 / rate));
            notKnown.add(new NotKnown(
                    "who uses " + shared.name() + ", for which some wait: no stack shows it",
                    "its own metrics: heddle predict prometheus:URL#SELECTOR"));
            return;
        }
        if (size.isPresent()) {
            int servers = size.orElseThrow();
            // Who has a connection may not show it on its stack: at a wait all have one.
            double hidden = shared.atWait() > 0 && waited >= LEAST_MOMENTS ? Math.max(1, servers / shared.atWait()) : 1;
            double users = Math.min(servers, shared.users() * hidden);
            stations.add(new Station(Station.POOL, shared.name(), servers, users / rate));
            return;
        }
        if (shared.users() > 0) {
            suspected.add(new Station(
                    Station.POOL, shared.name(), (int) Math.max(1, Math.ceil(shared.most())), shared.users() / rate));
            notKnown.add(new NotKnown(
                    String.format(
                            Locale.ROOT,
                            "how large %s is: %.1f of it were in use in the mean, %.0f at most",
                            shared.name(),
                            shared.users(),
                            Math.ceil(shared.most())),
                    "say it with --pool '" + shared.name() + "=10'"));
        }
    }

    private static Optional<Integer> size(Map<String, Integer> sizes, Shared shared) {
        return sizes.entrySet().stream()
                .filter(each -> isNamed(shared, each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /// How much of the time it is held: by those who hold it, else by those who wait, as in M/M/1 (their mean number is
    /// ρ² ÷ (1 − ρ)).
    private void lock(Shared shared) {
        double waiting = shared.waiting();
        double fromQueue = (Math.sqrt(waiting * waiting + 4 * waiting) - waiting) / 2;
        double atOnce = Math.max(1, shared.atWait());
        double held = shared.users() > 0 ? Math.min(1, shared.users() / atOnce) : fromQueue;
        if (shared.shareWaited() * work.moments() < LEAST_MOMENTS && shared.shareWaited() < FULL) {
            return;
        }
        stations.add(new Station(Station.LOCK, shared.name(), 1, Math.max(held, 1e-6) / rate));
        if (shared.kind() == WaitClass.MONITOR) {
            locks.add(held);
        }
    }

    private void cpu(Optional<Integer> cpus) {
        double running = work.doings().stream()
                .filter(doing -> doing.kind() == WaitClass.RUNNING)
                .mapToDouble(Doing::threads)
                .sum();
        double cores = seen.cores().orElse(running);
        if (cpus.isEmpty()) {
            if (seen.events()) {
                notKnown.add(new NotKnown("how many processors the service has", "say it with --cpus 4"));
            }
            // One at least: what that carries, it carries.
            if (cores > 0) {
                suspected.add(new Station(Station.CPU, "", (int) Math.max(1, Math.ceil(cores)), cores / rate));
            }
        } else if (cores > 0) {
            stations.add(new Station(Station.CPU, "", cpus.orElseThrow(), Math.min(cpus.orElseThrow(), cores) / rate));
        }
    }

    private Holding.On on(int jdk) {
        double held = 0;
        double inLine = 0;
        double unexplained = 0;
        double squares = 0;
        Set<String> lines = new HashSet<>();
        Map<String, HeldBy> places = new LinkedHashMap<>();
        for (Hold hold : seen.holds()) {
            Doing doing = hold.doing();
            Optional<Place> place = hold.on(jdk);
            if (place.isPresent()) {
                boolean queues = doing.kind() == WaitClass.MONITOR && doing.queues();
                held += queues ? 0 : doing.threads();
                inLine += queues ? doing.threads() : 0;
                squares += doing.squares();
                if (queues) {
                    lines.add(method(place.orElseThrow()));
                }
                add(places, place.orElseThrow(), doing.threads());
            } else if (hold.unread()
                    && (jdk < Forecast.MONITORS_MENDED || doing.stack().isEmpty())) {
                unexplained += doing.threads();
            }
        }
        double sampled = work.doings().stream()
                .filter(doing -> doing.kind() == WaitClass.RUNNING)
                .mapToDouble(Doing::threads)
                .sum();
        double untold = work.doings().stream()
                .filter(doing -> doing.stack().isEmpty())
                .mapToDouble(Doing::threads)
                .sum();
        // What no event tells may be computing that no sample met.
        double computed = Math.min(untold, Math.max(0, seen.cores().orElse(0.0) - sampled));
        double share = work.mean() > 0 ? (held + inLine) / work.mean() : 0;
        double error = share > 0 ? Math.min(1, Math.hypot(MODEL, NORMAL * Math.sqrt(squares) / share)) : 0;
        return new Holding.On(
                held / rate,
                inLine / rate,
                Math.max(0, unexplained - computed) / rate,
                jdk < Forecast.MONITORS_MENDED ? locks : List.of(),
                isAlone(jdk, lines),
                error,
                places.values().stream()
                        .sorted(Comparator.comparingDouble(HeldBy::millisPerSecond)
                                .reversed())
                        .limit(MOST_PLACES)
                        .toList());
    }

    private static String method(Place place) {
        return place.type() + "." + place.method();
    }

    private boolean isAlone(int jdk, Set<String> lines) {
        double all = 0;
        double others = 0;
        for (Hold hold : seen.holds()) {
            if (hold.doing().kind() != WaitClass.RUNNING) {
                all += hold.doing().threads();
                others += hold.on(jdk)
                                .filter(place -> lines.contains(method(place)))
                                .isPresent()
                        ? 0
                        : hold.doing().threads();
            }
        }
        return others < ALONE * all;
    }

    private static void add(Map<String, HeldBy> places, Place place, double held) {
        places.merge(
                place.cause() + " " + place.type() + "." + place.method(),
                new HeldBy(place.cause(), place.type(), place.method(), place.line(), place.artifact(), held * 1e3),
                (old, more) -> new HeldBy(
                        old.cause(),
                        old.type(),
                        old.method(),
                        old.line(),
                        old.artifact(),
                        old.millisPerSecond() + more.millisPerSecond()));
    }
}
