package io.heddle.lab.jdbc;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.MariaDb;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import io.heddle.lab.bench.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Are drivers quicker on virtual threads, and which of them hold carriers?
public final class Jdbc implements Experiment {

    private static final String MARIADB_OLD = "org.mariadb.jdbc:mariadb-java-client:3.3.0";
    private static final String MARIADB = "org.mariadb.jdbc:mariadb-java-client:3.5.11";
    private static final String MYSQL_OLD = "com.mysql:mysql-connector-j:8.0.33";
    private static final String MYSQL = "com.mysql:mysql-connector-j:9.7.0";
    private static final String HIKARI = "com.zaxxer:HikariCP:6.3.3";
    private static final String JMH = "org.openjdk.jmh:jmh-core:1.37";
    private static final String JMH_PROCESSOR = "org.openjdk.jmh:jmh-generator-annprocess:1.37";
    private static final String NO_LOG = "org.slf4j:slf4j-nop:2.0.17";
    private static final String SLEEP = "select sleep(0.001)";

    /// What every operation is made of.
    private static final int QUERIES = 100;

    private static final int CARRIERS = 2;

    /// JVMs of a row: the error bars are over all of their iterations. A quick run has one.
    private static final int FORKS = 2;

    private static final int ITERATIONS = 3;

    private record Setting(String driver, String query, int pool, String mode) {

        String title() {
            String[] names = driver.split(":", -1);
            return names[1].replace("-java-client", "").replace("-connector-j", "") + " " + names[2] + ", " + query + ", pool of " + pool + ", " + mode;
        }

        String url(int port) {
            return driver.startsWith("com.mysql") ? "jdbc:mysql://127.0.0.1:" + port + "/lab?user=root&useSSL=false&allowPublicKeyRetrieval=true"
                    : "jdbc:mariadb://127.0.0.1:" + port + "/lab?user=root";
        }
    }

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
        return List.of(MARIADB_OLD, MARIADB, MYSQL_OLD, MYSQL, HIKARI, JMH, MariaDb.SERVER, CARRIERS + " carriers; an operation is 100 tasks with one query each");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.more() ? plan.jdks() : List.of(plan.jdks().getFirst())) {
            for (Setting setting : settings(plan)) {
                cases.add(Case.of(setting.title(), jdk, plan.pick(8, 12), bench -> run(bench, setting, plan.pick(1, FORKS))));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        String held = new Setting(MYSQL_OLD, SLEEP, 16, "virtual").title();
        String platform = new Setting(MYSQL_OLD, SLEEP, 16, "platform").title();
        for (LabJdk jdk : plan.more() ? plan.jdks() : List.of(plan.jdks().getFirst())) {
            if (jdk.monitorsUnmount()) {
                expectations.add(rows.expectSpeed("mysql-connector-j 8.0.33 holds no carrier: above what two held carriers give", jdk,
                        row -> row.getFirst().outcome().measured() > CARRIERS * 1_000.0 / QUERIES, held));
            } else {
                expectations.add(rows.expectSpeed("mysql-connector-j 8.0.33 holds a carrier for each query: no more than two at once, where platform threads give more than twice as much", jdk,
                        row -> row.getFirst().outcome().measured() <= CARRIERS * 1_000.0 / QUERIES && row.get(1).outcome().measured() > 2 * row.getFirst().outcome().measured(), held, platform));
            }
            expectations.add(rows.expectSpeed("mariadb-java-client holds no carrier: above what two held carriers give", jdk,
                    row -> row.getFirst().outcome().measured() > CARRIERS * 1_000.0 / QUERIES, new Setting(MARIADB, SLEEP, 16, "virtual").title()));
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of("JDBC drivers are far quicker on virtual threads", "where 100 threads are started for each operation", "platform threads cost more to start, a hundred for each operation; the bound that the pool sets is the same for both",
                        "heddle lab jdbc", both(rows, MARIADB, "select 1"), both(rows, MARIADB, SLEEP)),
                Claim.of("MySQL's connector gains little", "8.0.33 loses on JDK 21", "it sends in synchronized, so that each query holds its carrier; newer drivers use locks, newer JDKs unmount",
                        "heddle lab jdbc", both(rows, MYSQL_OLD, SLEEP), both(rows, MYSQL, SLEEP)));
    }

    private static String both(Rows rows, String driver, String query) {
        Setting setting = new Setting(driver, query, 16, "virtual");
        Function<Row, String> rate = row -> row.outcome().figure();
        String platform = rows.tell(new Setting(driver, query, 16, "platform").title(), rate);
        String virtual = rows.tell(setting.title(), rate);
        return virtual.isEmpty() ? "" : setting.driver().split(":", -1)[1] + " " + setting.driver().split(":", -1)[2] + ", " + query + ": virtual " + virtual + ", platform " + platform;
    }

    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>();
        for (String driver : plan.more() ? List.of(MARIADB_OLD, MARIADB, MYSQL_OLD, MYSQL) : List.of(MARIADB, MYSQL_OLD)) {
            for (String query : plan.full() ? List.of(SLEEP, "select 1", "do 1", "select * from wide", "select * from tall") : plan.more() ? List.of(SLEEP, "select 1") : List.of(SLEEP)) {
                for (int pool : plan.full() ? List.of(16, 4) : List.of(16)) {
                    both(settings, driver, query, pool);
                }
            }
        }
        for (int pool : plan.full() ? List.of(1, 2, 8, 32) : List.<Integer>of()) {
            both(settings, MARIADB, "select 1", pool);
        }
        return settings;
    }

    private static void both(List<Setting> settings, String driver, String query, int pool) {
        settings.add(new Setting(driver, query, pool, "platform"));
        settings.add(new Setting(driver, query, pool, "virtual"));
    }

    private static Outcome run(Bench bench, Setting setting, int forks) throws InterruptedException {
        Server server = MariaDb.of(bench);
        List<Path> libraries = bench.libraries(setting.driver(), HIKARI, JMH, NO_LOG);
        Output said = bench.run(bench.java(libraries, bench.libraries(JMH_PROCESSOR), "Queries.java").jvm("-Xmx256m").with(setting.url(server.port()), setting.query(), setting.pool(),
                setting.mode(), forks, ITERATIONS).atMost(Duration.ofSeconds(60L * forks + ITERATIONS)));
        Outcome outcome = Outcome.of(said.number("score"), "op/s").also("±", String.format(Locale.ROOT, "%.1f (JMH, 99.9 %%, %d forks × %d iterations)", said.number("error"), forks, ITERATIONS));
        return setting.query().equals(SLEEP) ? outcome.within(Limit.atMost(setting.pool() * 1_000.0 / QUERIES, "a pool of " + setting.pool() + " / 1 ms / 100 queries")) : outcome;
    }
}
