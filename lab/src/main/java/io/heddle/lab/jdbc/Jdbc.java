package io.heddle.lab.jdbc;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.MariaDb;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/// Are drivers quicker on virtual threads, and which of them hold carriers?
public final class Jdbc implements Experiment {

    private static final String HIKARI = "com.zaxxer:HikariCP:6.3.3";
    private static final String JMH = "org.openjdk.jmh:jmh-core:1.37";
    private static final String JMH_PROCESSOR = "org.openjdk.jmh:jmh-generator-annprocess:1.37";
    private static final String NO_LOG = "org.slf4j:slf4j-nop:2.0.17";

    /// JVMs and iterations of a row: the error bars are over all of them. A quick run has one JVM, so that what
    /// differs between JVMs is not in its error.
    private static final int FORKS = 2;

    private static final int ITERATIONS = 6;
    private static final int ITERATIONS_OF_ONE = 10;

    /// The query that a full run sends through pools of every size.
    private static final String EVERY_POOL = "select 1";

    private static final String QUICKER =
            "virtual threads give more than platform threads that are started for each query";

    private static final List<Integer> POOLS = List.of(1, 2, 4, 8, 16, 32);

    /// The sizes that a full run tries with every query and driver.
    private static final List<Integer> TWO_POOLS = List.of(16, 4);

    /// What the data base takes to start, before the first row.
    private static final int SECONDS_TO_START = 35;

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public String question() {
        return "are JDBC drivers quicker on virtual threads, and which hold carriers?";
    }

    @Override
    public String source() {
        return "the MariaDB connector's benchmark of virtual threads with JMH, against MySQL's connector: figures in images, virtual threads far ahead with 16 connections";
    }

    @Override
    public List<String> versions() {
        return List.of(
                Setting.MARIADB_OLD,
                Setting.MARIADB,
                Setting.MYSQL_OLD,
                Setting.MYSQL,
                HIKARI,
                JMH,
                MariaDb.SERVER,
                Setting.CARRIERS + " carriers; an operation is 100 tasks with one query each",
                "± is JMH's error of 99.9 %: " + FORKS + " JVMs of " + ITERATIONS
                        + " iterations of 0.5 s, in a quick run one JVM of " + ITERATIONS_OF_ONE);
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : jdks(plan)) {
            for (Setting setting : settings(plan)) {
                int seconds = plan.pick(9, 12) + (cases.isEmpty() ? SECONDS_TO_START : 0);
                cases.add(Case.of(
                        setting.title(),
                        jdk,
                        seconds,
                        bench -> run(
                                bench, setting, jdk, plan.pick(1, FORKS), plan.pick(ITERATIONS_OF_ONE, ITERATIONS))));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : jdks(plan)) {
            Orders orders = new Orders(rows, jdk);
            Setting started = new Setting(Setting.MARIADB, EVERY_POOL, 16, "platform");
            orders.above(QUICKER, started.on("virtual"), started);
            orders.above(
                    "started threads, not platform threads, are what costs: more on 100 that are kept",
                    started.on(Setting.KEPT),
                    started);
            Setting old = new Setting(Setting.MYSQL_OLD, Setting.SLEEP, 16, "virtual");
            if (old.holds(jdk)) {
                orders.above(
                        old.product() + " holds a carrier for each query: more on platform threads",
                        old.on("platform"),
                        old);
            }
            for (String driver : drivers(plan)) {
                Setting setting = new Setting(driver, Setting.SLEEP, 16, "virtual");
                if (!setting.holds(jdk)) {
                    orders.above(
                            setting.product() + " holds no carrier: above what two held carriers give",
                            Setting.HELD,
                            setting);
                }
                if (old.holds(jdk) && driver.equals(Setting.MYSQL)) {
                    orders.above(
                            setting.product() + " gives more on virtual threads than " + old.product(), setting, old);
                }
            }
            expectations.addAll(orders.all());
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of(
                                "JDBC drivers are far quicker on virtual threads",
                                "where 100 threads are started for each operation",
                                "platform threads cost more to start, a hundred for each operation; the bound that the pool sets is the same for both",
                                "heddle lab jdbc",
                                both(rows, Setting.MARIADB, EVERY_POOL),
                                rows.tell(
                                        new Setting(Setting.MARIADB, EVERY_POOL, 16, Setting.KEPT).title(),
                                        row -> Interval.of(row).words() + " on 100 platform threads that are kept"),
                                both(rows, Setting.MARIADB, Setting.SLEEP))
                        .on(QUICKER),
                Claim.of(
                                "MySQL's connector gains little",
                                "8.0.33 loses on JDK 21",
                                "it sends in synchronized, so that each query holds its carrier; newer drivers use locks, newer JDKs unmount",
                                "heddle lab jdbc",
                                both(rows, Setting.MYSQL_OLD, Setting.SLEEP),
                                both(rows, Setting.MYSQL, Setting.SLEEP))
                        .on("mysql 8.0.33 holds a carrier"));
    }

    @Override
    public List<Plot> plots(Rows rows) {
        return rows.jdks().stream()
                .flatMap(jdk -> Plot.of(
                        new Setting(Setting.MARIADB, EVERY_POOL, 1, "").product() + ", " + EVERY_POOL + " (JDK " + jdk
                                + ")",
                        "connections in the pool",
                        "op/s",
                        Stream.of("platform", "virtual")
                                .map(mode -> rows.curve(
                                        mode + " threads",
                                        jdk,
                                        POOLS,
                                        pool -> new Setting(Setting.MARIADB, EVERY_POOL, pool, mode).title(),
                                        Interval.ERROR))
                                .toList())
                        .stream())
                .toList();
    }

    private static String both(Rows rows, String driver, String query) {
        Setting setting = new Setting(driver, query, 16, "virtual");
        Function<Row, String> rate = row -> Interval.of(row).words();
        String virtual = rows.tell(setting.title(), rate);
        return virtual.isEmpty()
                ? ""
                : setting.product() + ", " + query + ": virtual " + virtual + ", platform "
                        + rows.tell(setting.on("platform").title(), rate);
    }

    /// A quick run has the first JDK alone, which is the one that pins where there is one.
    private static List<LabJdk> jdks(Plan plan) {
        return plan.more() ? plan.jdks() : List.of(plan.jdks().getFirst());
    }

    private static List<String> drivers(Plan plan) {
        return plan.more()
                ? List.of(Setting.MARIADB_OLD, Setting.MARIADB, Setting.MYSQL_OLD, Setting.MYSQL)
                : List.of(Setting.MARIADB, Setting.MYSQL_OLD);
    }

    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>();
        for (String driver : drivers(plan)) {
            for (String query : plan.full()
                    ? List.of(Setting.SLEEP, EVERY_POOL, "do 1", "select * from wide", "select * from tall")
                    : plan.more() ? List.of(Setting.SLEEP, EVERY_POOL) : List.of(Setting.SLEEP)) {
                for (int pool : plan.full() ? TWO_POOLS : List.of(16)) {
                    both(settings, driver, query, pool);
                }
            }
        }
        if (!plan.more()) {
            both(settings, Setting.MARIADB, EVERY_POOL, 16);
        }
        settings.add(new Setting(Setting.MARIADB, EVERY_POOL, 16, Setting.KEPT));
        for (int pool : plan.full() ? POOLS : List.<Integer>of()) {
            if (!TWO_POOLS.contains(pool)) {
                both(settings, Setting.MARIADB, EVERY_POOL, pool);
            }
        }
        return settings;
    }

    private static void both(List<Setting> settings, String driver, String query, int pool) {
        settings.add(new Setting(driver, query, pool, "platform"));
        settings.add(new Setting(driver, query, pool, "virtual"));
    }

    private static Outcome run(Bench bench, Setting setting, LabJdk jdk, int forks, int iterations)
            throws InterruptedException {
        MariaDb database = MariaDb.of(bench);
        List<Path> libraries = bench.libraries(setting.driver(), HIKARI, JMH, NO_LOG);
        Output said = bench.run(bench.java(libraries, bench.libraries(JMH_PROCESSOR), "Queries.java")
                .jvm("-Xmx256m")
                .with(setting.url(database.port()), setting.query(), setting.pool(), setting.mode(), forks, iterations)
                .atMost(Duration.ofSeconds(60L * forks + iterations)));
        double score = said.number("score");
        double error = said.number("error");
        Outcome outcome = Outcome.of(score, "op/s")
                .also(Interval.ERROR, String.format(Locale.ROOT, "%.1f", error))
                .remark(meaning(setting, jdk, score))
                .remark(database.remark());
        if (!(error < score / 2)) {
            outcome = outcome.remark("JMH's error is more than half of the figure: it shows no order");
        }
        return setting.sleeps() ? outcome.within(setting.bound(jdk)) : outcome;
    }

    private static String meaning(Setting setting, LabJdk jdk, double score) {
        if (!setting.sleeps()) {
            return String.format(Locale.ROOT, "%.0f µs for each thread with its query", 1e6 / score / Setting.QUERIES);
        }
        double atOnce = score * Setting.QUERIES / 1_000;
        return setting.holds(jdk)
                ? String.format(
                        Locale.ROOT,
                        "%.1f queries slept at once: the %d carriers decide, not the %d connections",
                        atOnce,
                        Setting.CARRIERS,
                        setting.pool())
                : String.format(
                        Locale.ROOT,
                        "%.1f of %d connections slept at once; CPU and hand-over had the rest",
                        atOnce,
                        setting.pool());
    }
}
