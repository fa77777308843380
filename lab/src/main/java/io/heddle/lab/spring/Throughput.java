package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Pins;
import io.heddle.lab.bench.Server;
import io.heddle.model.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The service behind its data base, with the switch off and on.
final class Throughput {

    private static final int QUERY_MILLIS = 100;

    /// Tomcat's threads where nobody sets them.
    private static final int TOMCAT = 200;

    /// A service ends within this, and then its flight recording is written.
    private static final Duration TO_END = Duration.ofSeconds(30);

    private static final int CLAIMED_POOL = 20;
    private static final int CLAIMED_CLIENTS = 100;

    /// @param pool connections of HikariCP
    private record Setting(boolean virtual, int pool, int connections) {

        String title() {
            return String.format(Locale.ROOT, "%s threads, pool of %d, %,d connections", virtual ? "virtual" : "platform", pool, connections);
        }

        Limit bound() {
            int atOnce = Math.min(pool, Math.min(connections, virtual ? connections : TOMCAT));
            return Limit.atMost(atOnce * 1_000.0 / QUERY_MILLIS, (atOnce == pool ? "a pool of " + pool : connections + " connections") + " / 100 ms");
        }

        boolean claimed() {
            return pool == CLAIMED_POOL && connections == CLAIMED_CLIENTS;
        }

        /// Whether Tomcat has threads for more requests than there are connections.
        boolean scarce() {
            return pool < TOMCAT;
        }

        Setting on() {
            return new Setting(true, pool, connections);
        }
    }

    private Throughput() {
    }

    static String claimedTitle(boolean virtual) {
        return new Setting(virtual, CLAIMED_POOL, CLAIMED_CLIENTS).title();
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        int seconds = plan.pick(4, 8);
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting off : settings(plan)) {
                for (Setting setting : List.of(off, off.on())) {
                    Case row = Case.of(setting.title(), jdk, seconds + 15, bench -> run(bench, setting, seconds));
                    cases.add(setting.claimed() ? row.published(Published.figure(setting.virtual() ? 1_200 : 450, "req/s")) : row);
                }
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting off : settings(plan)) {
                expectations.add(rows.expectSpeed(String.format(Locale.ROOT, "%s: pool of %d, %,d connections", off.scarce() ? "the switch changes the throughput by less than a tenth" : "the switch gives less than a tenth more",
                        off.pool(), off.connections()), jdk, row -> holds(off, row.get(1).outcome().measured() / row.getFirst().outcome().measured()), off.title(), off.on().title()));
            }
        }
        return expectations;
    }

    /// Where the pool is not scarce CPU may be, and the switch may lose: see the page.
    private static boolean holds(Setting off, double ratio) {
        return ratio < 1.1 && (ratio > 0.9 || !off.scarce());
    }

    /// With the switch off; each is run with it on, too.
    private static List<Setting> settings(Plan plan) {
        List<Setting> settings = new ArrayList<>(List.of(new Setting(false, CLAIMED_POOL, CLAIMED_CLIENTS)));
        if (plan.more()) {
            settings.add(new Setting(false, TOMCAT, 400));
        }
        if (plan.full()) {
            settings.add(new Setting(false, CLAIMED_POOL, 400));
            settings.add(new Setting(false, CLAIMED_POOL, 1_000));
            settings.add(new Setting(false, TOMCAT, 100));
            settings.add(new Setting(false, TOMCAT, 1_000));
        }
        return settings;
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        Path recording = bench.folder().resolve("shop.jfr");
        Server shop = Shop.start(bench, List.of("-Xmx512m", Pins.option(recording), "-Xlog:disable"), List.of("--spring.threads.virtual.enabled=" + setting.virtual(),
                "--spring.datasource.hikari.maximum-pool-size=" + setting.pool()));
        Outcome loaded = bench.loaded(shop, "/api/users", new Load.Closed(setting.connections()), seconds).outcome(setting.bound());
        shop.process().stop(TO_END);
        Outcome outcome = Pins.of(recording).map(pins -> pins.on(loaded)).orElse(loaded.remark("its flight recording was not written"));
        return setting.claimed() && setting.virtual()
                ? outcome.remark("1,200/s at a mean of 82 ms cannot come from a query of 100 ms: that service held its connections for 17 ms at most") : outcome;
    }
}
