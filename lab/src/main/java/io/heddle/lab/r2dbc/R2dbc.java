package io.heddle.lab.r2dbc;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Fork;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.MariaDb;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import io.heddle.model.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Is a reactive driver quicker than a blocking one on virtual threads?
public final class R2dbc implements Experiment {

    private static final String DRIVER = "org.mariadb:r2dbc-mariadb:1.2.2";
    private static final String POOL = "io.r2dbc:r2dbc-pool:1.0.2.RELEASE";
    private static final String JDBC = "org.mariadb.jdbc:mariadb-java-client:4.0.0";
    private static final String HIKARI = "com.zaxxer:HikariCP:6.3.3";
    private static final String NO_LOG = "org.slf4j:slf4j-nop:2.0.17";
    private static final String SLEEP = "select sleep(0.001)";
    private static final int QUERIES = 100;

    /// What the data base takes to start, before the first row.
    private static final int SECONDS_TO_START = 35;

    private static final String CPU = "CPU a query";
    private static final String CHEAPER = "a query costs less CPU time on virtual threads than by R2DBC";
    private static final List<Integer> POOLS = List.of(4, 16, 32);

    private record Setting(boolean reactive, String query, int pool) {

        String title() {
            return (reactive ? "R2DBC" : "JDBC on virtual threads") + ", " + query + ", pool of " + pool;
        }
    }

    @Override
    public String name() {
        return "r2dbc";
    }

    @Override
    public String question() {
        return "is a reactive driver quicker than a blocking one on virtual threads?";
    }

    @Override
    public String source() {
        return "the MariaDB connector's benchmark: virtual threads ahead of R2DBC, and R2DBC ahead of platform threads; figures in images";
    }

    @Override
    public List<String> versions() {
        return List.of(
                DRIVER,
                POOL,
                JDBC,
                HIKARI,
                MariaDb.SERVER,
                "an operation is 100 queries, and has 5 s by R2DBC; CPU is the program's own, without the data base's");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting setting : settings(plan)) {
                cases.add(Case.of(
                        setting.title(),
                        jdk,
                        plan.pick(4, 8) + 5 + (cases.isEmpty() ? SECONDS_TO_START : 0),
                        bench -> run(bench, setting, plan.pick(4, 8))));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(rows.expectSpeed(
                    "at a millisecond a query virtual threads are not behind R2DBC by more than a quarter",
                    jdk,
                    row -> row.get(1).outcome().measured()
                            > 0.75 * row.getFirst().outcome().measured(),
                    new Setting(true, SLEEP, 16).title(),
                    new Setting(false, SLEEP, 16).title()));
            for (String query : List.of(SLEEP, "select 1")) {
                expectations.add(rows.expectAlso(
                        CHEAPER + ": " + query,
                        jdk,
                        CPU,
                        costs -> micros(costs.get(1)) < micros(costs.getFirst()),
                        new Setting(true, query, 16).title(),
                        new Setting(false, query, 16).title()));
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(Claim.of(
                        "Virtual threads are quicker than R2DBC",
                        "yes, by the CPU time of a query",
                        "a query costs less of it that way; what the pool allows is the same for both",
                        "heddle lab r2dbc",
                        Stream.of("select 1", SLEEP)
                                .flatMap(query -> Stream.of(true, false)
                                        .map(reactive -> new Setting(reactive, query, 16).title()))
                                .map(title -> rows.tell(
                                        title,
                                        row -> title.replace(", pool of 16", "") + ": "
                                                + row.outcome().figure() + " at " + row.also(CPU)))
                                .toArray(String[]::new))
                .on(CHEAPER));
    }

    /// Of such as `1,234 µs`.
    private static double micros(String words) {
        return Double.parseDouble(words.replace(",", "").replace(" µs", ""));
    }

    @Override
    public List<Plot> plots(Rows rows) {
        return rows.jdks().stream()
                .flatMap(jdk -> Stream.of(SLEEP, "select 1")
                        .flatMap(query -> Plot.of(
                                query + " (JDK " + jdk + ")",
                                "connections in the pool",
                                "op/s",
                                Stream.of(true, false)
                                        .map(reactive -> rows.curve(
                                                reactive ? "R2DBC" : "JDBC on virtual threads",
                                                jdk,
                                                POOLS,
                                                pool -> new Setting(reactive, query, pool).title(),
                                                ""))
                                        .toList())
                                .stream()))
                .toList();
    }

    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>();
        for (String query : plan.more()
                ? List.of(SLEEP, "select 1", "do 1", "select * from wide", "select * from tall")
                : List.of(SLEEP, "select 1")) {
            for (int pool : plan.full() ? POOLS : List.of(16)) {
                settings.add(new Setting(true, query, pool));
                settings.add(new Setting(false, query, pool));
            }
        }
        return settings;
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        MariaDb database = MariaDb.of(bench);
        Fork program = setting.reactive()
                ? bench.java(bench.libraries(DRIVER, POOL, NO_LOG), "Reactive.java")
                : bench.java(bench.libraries(JDBC, HIKARI, NO_LOG), "Blocking.java");
        Output said = bench.run(program.jvm("-Xmx512m")
                .with(database.port(), setting.query(), setting.pool(), seconds)
                .atMost(Duration.ofSeconds(40L + seconds)));
        double perSecond = said.number("perSecond");
        double operations = said.number("operations");
        Outcome outcome = Outcome.of(perSecond, "op/s")
                .remark(database.remark())
                .also(
                        CPU,
                        operations == 0
                                ? "?"
                                : Figures.number(said.number("cpuSeconds") * 1e6 / operations / QUERIES) + " µs");
        if (setting.query().equals(SLEEP)) {
            outcome = outcome.within(Limit.atMost(
                    setting.pool() * 1_000.0 / QUERIES, "a pool of " + setting.pool() + " / 1 ms / 100 queries"));
        }
        return said.has("stalled")
                ? outcome.remark(String.format(
                        Locale.ROOT,
                        "the driver stalled: %.0f operations, then one that did not end within %s s; the figure is over all of that time",
                        operations,
                        said.text("stalled")))
                : outcome.remark(meaning(setting, perSecond, said.number("cpuSeconds") / operations));
    }

    private static String meaning(Setting setting, double perSecond, double cpuSeconds) {
        String cores = String.format(Locale.ROOT, "%.2f cores for the program alone", perSecond * cpuSeconds);
        return setting.query().equals(SLEEP)
                ? String.format(
                        Locale.ROOT,
                        "%.1f of %d connections slept at once; %s",
                        perSecond * QUERIES / 1_000,
                        setting.pool(),
                        cores)
                : String.format(Locale.ROOT, "%.0f µs a query; %s", 1e6 / perSecond / QUERIES, cores);
    }
}
