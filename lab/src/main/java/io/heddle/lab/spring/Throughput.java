package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Published;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Loaded;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Pins;
import io.heddle.lab.bench.Server;
import io.heddle.model.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The service behind its data base, with the switch off and on.
final class Throughput {

    private static final String USERS = "/api/users";
    private static final int QUERY_MILLIS = 100;

    /// Tomcat's threads where nobody sets them.
    private static final int TOMCAT = 200;

    /// A service ends within this, and then its flight recording is written.
    private static final Duration TO_END = Duration.ofSeconds(30);

    private static final List<Integer> CONNECTIONS = List.of(100, 400, 1_000);

    private static final int CLAIMED_POOL = 20;
    private static final int CLAIMED_CLIENTS = 100;

    /// What a request costs falls until about here: a cold service takes several times the CPU, and then CPU is
    /// the limit of a large pool.
    private static final long WARM_REQUESTS = 40_000;
    private static final int WARM_SECONDS = 50;

    /// How the remark of a row begins whose service was too slow for that.
    private static final String COLD = "not warm: ";

    /// Start and end of a row's service.
    private static final int AROUND_SECONDS = 12;
    private static final int SETTLE_SECONDS = 5;
    private static final int SETTLE_LATENCIES = 10;
    private static final int MEASURE_LATENCIES = 20;

    /// From here on a figure is said to be at its bound.
    private static final double AT_BOUND = 0.9;

    /// @param threads Tomcat's, or 0 for virtual ones
    /// @param pool connections of HikariCP
    private record Setting(int threads, int pool, int connections) {

        String title() {
            return String.format(Locale.ROOT, "%s threads, pool of %d, %,d connections", kind(), pool, connections);
        }

        private String kind() {
            return virtual()
                    ? "virtual"
                    : threads == TOMCAT ? "platform" : String.format(Locale.ROOT, "%,d platform", threads);
        }

        boolean virtual() {
            return threads == 0;
        }

        /// Requests that have a thread.
        int served() {
            return virtual() ? connections : Math.min(threads, connections);
        }

        Limit bound() {
            int atOnce = Math.min(pool, served());
            return Limit.atMost(
                    atOnce * 1_000.0 / QUERY_MILLIS,
                    (atOnce == pool ? "a pool of " + pool : connections + " connections") + " / 100 ms");
        }

        /// By Little's law.
        Duration latency() {
            return Duration.ofMillis(Math.round(connections * 1_000.0 / bound().value()));
        }

        boolean claimed() {
            return pool == CLAIMED_POOL && connections == CLAIMED_CLIENTS;
        }

        /// Whether Tomcat has threads for more requests than there are connections.
        boolean scarce() {
            return pool < TOMCAT;
        }

        Setting on() {
            return new Setting(0, pool, connections);
        }

        /// With the switch off, and a platform thread for each request: they wait where those of the switch
        /// do.
        Setting many() {
            return new Setting(connections, pool, connections);
        }

        int estimate(int seconds) {
            int warm = scarce() ? 0 : (int) Math.min(WARM_SECONDS, 10 + WARM_REQUESTS / bound().value());
            long settle = Math.max(
                    SETTLE_SECONDS, latency().multipliedBy(SETTLE_LATENCIES).toSeconds());
            return (int) (AROUND_SECONDS
                    + warm
                    + settle
                    + Math.max(
                            seconds, latency().multipliedBy(MEASURE_LATENCIES).toSeconds()));
        }
    }

    private Throughput() {}

    static String claimedTitle(boolean virtual) {
        return new Setting(virtual ? 0 : TOMCAT, CLAIMED_POOL, CLAIMED_CLIENTS).title();
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        int seconds = plan.pick(4, 8);
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting setting : Stream.concat(
                            settings(plan).stream().flatMap(off -> Stream.of(off, off.on())),
                            controlled(plan).stream().map(Setting::many))
                    .toList()) {
                Case row =
                        Case.of(setting.title(), jdk, setting.estimate(seconds), bench -> run(bench, setting, seconds));
                cases.add(
                        setting.claimed()
                                ? row.published(Published.figure(setting.virtual() ? 1_200 : 450, "req/s"))
                                : row);
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting off : settings(plan)) {
                String says = off.scarce()
                        ? "the switch changes the throughput by less than a tenth"
                        : "the switch gives less than a tenth more";
                expectations.add(evidence(
                        rows,
                        jdk,
                        rows.expectSpeed(
                                String.format(
                                        Locale.ROOT,
                                        "%s: pool of %d, %,d connections",
                                        says,
                                        off.pool(),
                                        off.connections()),
                                jdk,
                                row -> holds(off, ratio(row)),
                                off.title(),
                                off.on().title()),
                        off,
                        off.on()));
            }
            for (Setting off : controlled(plan)) {
                expectations.add(evidence(
                        rows,
                        jdk,
                        rows.expectSpeed(
                                String.format(
                                        Locale.ROOT,
                                        "virtual threads lose less than a tenth to as many platform threads: pool of %d, %,d connections",
                                        off.pool(),
                                        off.connections()),
                                jdk,
                                row -> ratio(row) > 0.9,
                                off.many().title(),
                                off.on().title()),
                        off.many(),
                        off.on()));
            }
        }
        return expectations;
    }

    static List<Plot> plots(Rows rows) {
        return rows.jdks().stream()
                .flatMap(jdk -> Stream.of(CLAIMED_POOL, TOMCAT)
                        .flatMap(pool -> Plot.of(
                                "pool of " + pool + " (JDK " + jdk + ")",
                                "connections",
                                "req/s",
                                List.of(
                                        rows.curve(
                                                "switch off",
                                                jdk,
                                                CONNECTIONS,
                                                connections ->
                                                        off(pool, connections).title(),
                                                ""),
                                        rows.curve(
                                                "switch on",
                                                jdk,
                                                CONNECTIONS,
                                                connections -> off(pool, connections)
                                                        .on()
                                                        .title(),
                                                "")))
                                .stream()))
                .toList();
    }

    private static double ratio(List<Row> row) {
        return row.get(1).outcome().measured() / row.getFirst().outcome().measured();
    }

    /// A row that was cold shows nothing.
    private static Expectation evidence(Rows rows, LabJdk jdk, Expectation expectation, Setting... settings) {
        boolean sound = Stream.of(settings)
                .flatMap(setting -> rows.measured(setting.title(), jdk).stream())
                .allMatch(row -> row.outcome().remarks().stream().noneMatch(remark -> remark.startsWith(COLD)));
        return sound
                ? expectation
                : new Expectation(
                        expectation.says(), Expectation.State.UNSEEN, "a row was cold: " + expectation.because());
    }

    /// Where the pool is not scarce CPU may be, and the switch may lose: see the page.
    private static boolean holds(Setting off, double ratio) {
        return ratio < 1.1 && (ratio > 0.9 || !off.scarce());
    }

    /// With the switch off; each is run with it on, too.
    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>(List.of(off(CLAIMED_POOL, CLAIMED_CLIENTS)));
        if (plan.more()) {
            settings.add(off(TOMCAT, 400));
        }
        if (plan.full()) {
            settings.addAll(
                    List.of(off(CLAIMED_POOL, 400), off(CLAIMED_POOL, 1_000), off(TOMCAT, 100), off(TOMCAT, 1_000)));
        }
        return settings;
    }

    /// Those that are run with a platform thread for each request, too.
    private static List<Setting> controlled(Plan plan) {
        return plan.full() ? List.of(off(TOMCAT, 400), off(CLAIMED_POOL, 1_000)) : List.of();
    }

    private static Setting off(int pool, int connections) {
        return new Setting(TOMCAT, pool, connections);
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        Path recording = bench.folder().resolve("shop.jfr");
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.threads.virtual.enabled=" + setting.virtual(),
                "--spring.datasource.hikari.maximum-pool-size=" + setting.pool()));
        if (!setting.virtual()) {
            arguments.add("--server.tomcat.threads.max=" + setting.threads());
        }
        Server shop = Shop.start(bench, List.of("-Xmx512m", Pins.option(recording), "-Xlog:disable"), arguments);
        Load load = new Load.Closed(setting.connections());
        long warm = setting.scarce()
                ? WARM_REQUESTS
                : bench.warm(shop, USERS, load, WARM_REQUESTS, Duration.ofSeconds(WARM_SECONDS));
        Loaded loaded = bench.loaded(shop, USERS, load, seconds, setting.latency());
        Outcome figures = loaded.outcome(setting.bound());
        shop.process().stop(TO_END);
        Outcome outcome = Pins.of(recording)
                .map(pins -> pins.on(figures))
                .orElse(figures.remark("its flight recording was not written"))
                .remark(
                        warm < WARM_REQUESTS
                                ? String.format(
                                        Locale.ROOT,
                                        COLD + "%,d requests before it, %,d were wanted",
                                        warm,
                                        WARM_REQUESTS)
                                : "");
        return outcome.remark(limit(setting, loaded))
                .remark(queue(setting, loaded))
                .remark(Shop.remark(bench));
    }

    /// What holds the figure where it is.
    private static String limit(Setting setting, Loaded loaded) {
        if (setting.claimed() && setting.virtual()) {
            return "1,200/s at a mean of 82 ms cannot come from a query of 100 ms: that service held its connections for 17 ms at most";
        }
        double share = loaded.measurement().throughput() / setting.bound().value();
        return share > AT_BOUND
                ? String.format(
                        Locale.ROOT,
                        "%s: the threads are not the limit",
                        setting.connections() < setting.pool()
                                ? "the clients ask for no more"
                                : "the pool gives no more")
                : String.format(
                        Locale.ROOT,
                        "short of its bound by %.0f %%: the service alone took %.2f of %d cores",
                        (1 - share) * 100,
                        loaded.serverCores(),
                        Runtime.getRuntime().availableProcessors());
    }

    /// Where requests wait, and whether they overtake each other there; empty where none waits.
    private static String queue(Setting setting, Loaded loaded) {
        int inPool = Math.max(0, setting.served() - setting.pool());
        int before = setting.connections() - setting.served();
        if (inPool + before == 0) {
            return "";
        }
        String where = inPool == 0
                ? String.format(Locale.ROOT, "%,d requests wait in Tomcat's queue", before)
                : before == 0
                        ? String.format(Locale.ROOT, "%,d requests wait in the pool", inPool)
                        : String.format(
                                Locale.ROOT, "%,d requests wait in the pool, %,d in Tomcat's queue", inPool, before);
        return where
                + String.format(
                        Locale.ROOT,
                        "; p99 is %.1f of the median",
                        loaded.latencyMillis(99) / loaded.latencyMillis(50));
    }
}
