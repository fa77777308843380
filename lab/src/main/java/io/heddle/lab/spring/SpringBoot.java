package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Limit;
import io.heddle.lab.Outcome;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Loaded;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.List;

/// What does `spring.threads.virtual.enabled=true` give a service whose data base pool is the limit?
public final class SpringBoot implements Experiment {

    private static final int QUERY_MILLIS = 100;

    /// Tomcat's threads where nobody sets them.
    private static final int TOMCAT = 200;

    /// @param pool connections of HikariCP
    private record Setting(boolean virtual, int pool, int connections) {

        String title() {
            return (virtual ? "virtual threads" : "platform threads") + ", pool of " + pool + ", " + connections + " connections";
        }

        Limit bound() {
            int atOnce = Math.min(pool, Math.min(connections, virtual ? connections : TOMCAT));
            return Limit.atMost(atOnce * 1_000.0 / QUERY_MILLIS, (atOnce == pool ? "a pool of " + pool : connections + " connections") + " / 100 ms");
        }
    }

    @Override
    public String name() {
        return "spring-boot";
    }

    @Override
    public String question() {
        return "what does Spring Boot's one-line switch give behind a connection pool?";
    }

    @Override
    public String source() {
        return "an article on spring.threads.virtual.enabled: with a pool of 20 and a query of 100 ms, 100 clients get 450/s at 220 ms before and 1,200/s at 82 ms after";
    }

    @Override
    public List<String> versions() {
        return List.of("the clone's demo service: Spring Boot 4.1.1, Tomcat, HikariCP, /api/users with pg_sleep(0.1)", "PostgreSQL embedded, or the installed one", "-Xmx512m");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting setting : settings(plan)) {
                Case row = Case.of(setting.title(), jdk, plan.pick(4, 10) + 15, bench -> run(bench, setting, plan.pick(4, 10)));
                boolean claimed = setting.pool() == 20 && setting.connections() == 100;
                cases.add(claimed ? row.published(Published.figure(setting.virtual() ? 1_200 : 450, "req/s")) : row);
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting setting : settings(plan)) {
                if (setting.virtual()) {
                    expectations.add(rows.expect("the switch changes the throughput by less than a tenth: pool of " + setting.pool() + ", " + setting.connections() + " connections", jdk,
                            row -> Math.abs(row.get(1).outcome().measured() / row.getFirst().outcome().measured() - 1) < 0.1,
                            new Setting(false, setting.pool(), setting.connections()).title(), setting.title()));
                }
            }
        }
        return expectations;
    }

    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>();
        for (boolean virtual : List.of(false, true)) {
            settings.add(new Setting(virtual, 20, 100));
            if (plan.more()) {
                settings.add(new Setting(virtual, 200, 400));
            }
            if (plan.full()) {
                settings.add(new Setting(virtual, 200, 100));
                settings.add(new Setting(virtual, 200, 1_000));
            }
        }
        return settings;
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        Loaded loaded = bench.loaded(Shop.start(bench, List.of("-Xmx512m"), List.of("--spring.threads.virtual.enabled=" + setting.virtual(),
                "--spring.datasource.hikari.maximum-pool-size=" + setting.pool())), "/api/users", new Load.Closed(setting.connections()), seconds);
        Outcome outcome = loaded.outcome(setting.bound());
        return setting.pool() == 20 && setting.virtual()
                ? outcome.remark("1,200/s at a mean of 82 ms cannot come from a query of 100 ms: that service held its connections for 17 ms at most") : outcome;
    }
}
