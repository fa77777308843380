package io.heddle.lab.ring;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Loaded;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What does Ring gain from virtual threads: cheaper threads, or more of them?
public final class RingJetty implements Experiment {

    private static final String JETTY = "org.eclipse.jetty:jetty-server:12.1.14";
    private static final int SLEEP_MILLIS = 50;
    private static final int DEFAULT_BACKLOG = 50;
    private static final int LONG_BACKLOG = 4_096;

    /// Threads that Jetty keeps for accepting and selecting, or for growth.
    private static final int JETTYS_OWN = 8;

    /// @param threads of Jetty's pool
    private record Setting(String mode, int threads, int connections, int backlog) {

        String title() {
            return (mode.equals("virtual") ? "virtual threads" : threads + " platform threads") + ", " + connections + " connections" + (backlog == DEFAULT_BACKLOG ? ", Jetty's own accept queue of " : ", accept queue ") + backlog;
        }

        Limit bound() {
            int atOnce = mode.equals("virtual") ? connections : Math.min(threads, connections);
            return Limit.atMost(atOnce * 1_000.0 / SLEEP_MILLIS, (atOnce == connections ? connections + " connections" : threads + " threads") + " / 50 ms");
        }
    }

    @Override
    public String name() {
        return "ring-jetty";
    }

    @Override
    public String question() {
        return "does Ring gain from virtual threads being cheap, or from there being many?";
    }

    @Override
    public String source() {
        return "\"Clojure: virtual threads with ring and jetty\": 50 platform threads serve 843/s and 852/s at 120 and 400 connections, virtual threads 2,218/s and 7,140/s";
    }

    @Override
    public List<String> versions() {
        return List.of(JETTY + " in place of Ring's adapter, which is on Clojars only and sets up the same server", "a handler that sleeps 50 ms", "loaded by Heddle's own generator");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        int seconds = plan.pick(3, 8);
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(row(new Setting("platform", 50, 400, LONG_BACKLOG), jdk, seconds).published(Published.figure(852, "req/s")));
            cases.add(row(new Setting("virtual", 50, 400, LONG_BACKLOG), jdk, seconds).published(Published.figure(7_140, "req/s")));
            cases.add(row(new Setting("platform", 400 + JETTYS_OWN, 400, LONG_BACKLOG), jdk, seconds));
            if (plan.more()) {
                cases.add(row(new Setting("platform", 50, 120, LONG_BACKLOG), jdk, seconds).published(Published.figure(843, "req/s")));
                cases.add(row(new Setting("virtual", 50, 120, LONG_BACKLOG), jdk, seconds).published(Published.figure(2_218, "req/s")));
                cases.add(row(new Setting("virtual", 50, 2_000, DEFAULT_BACKLOG), jdk, seconds));
                cases.add(row(new Setting("virtual", 50, 2_000, LONG_BACKLOG), jdk, seconds));
            }
            if (plan.full()) {
                cases.add(row(new Setting("platform", 50, 2_000, LONG_BACKLOG), jdk, seconds));
                cases.add(row(new Setting("platform", 120 + JETTYS_OWN, 120, LONG_BACKLOG), jdk, seconds));
                cases.add(row(new Setting("platform", 2_000 + JETTYS_OWN, 2_000, LONG_BACKLOG), jdk, seconds));
                cases.add(row(new Setting("virtual", 50, 4_000, LONG_BACKLOG), jdk, seconds));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        String few = new Setting("platform", 50, 400, LONG_BACKLOG).title();
        String virtual = new Setting("virtual", 50, 400, LONG_BACKLOG).title();
        String many = new Setting("platform", 400 + JETTYS_OWN, 400, LONG_BACKLOG).title();
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            double fifty = new Setting("platform", 50, 400, LONG_BACKLOG).bound().value();
            expectations.add(rows.expectSpeed("virtual threads pass the bound of 50 platform threads", jdk, row -> row.getFirst().outcome().measured() > fifty, virtual));
            expectations.add(rows.expectSpeed("as many platform threads as connections pass it too: the gain is count", jdk, row -> row.getFirst().outcome().measured() > fifty, many));
            for (String title : List.of(few, virtual, many)) {
                expectations.add(rows.expectAlso(title + ": handlers ran on the kind of threads that was asked for", jdk, "handled on",
                        kinds -> kinds.getFirst().equals(title.startsWith("virtual") ? "virtual" : "platform"), title));
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        Function<Row, String> rate = row -> Figures.rate(row.outcome().measured());
        return List.of(
                Claim.of("Ring serves 7,140/s on virtual threads instead of 852/s", "yes", "50 threads ÷ 50 ms is 1,000/s, 400 connections ÷ 50 ms 8,000/s; as many platform threads as connections give the same",
                        "heddle lab ring-jetty", rows.tell(new Setting("platform", 50, 400, LONG_BACKLOG).title(), row -> rate.apply(row) + " on 50 threads"),
                        rows.tell(new Setting("virtual", 50, 400, LONG_BACKLOG).title(), row -> rate.apply(row) + " on virtual threads"),
                        rows.tell(new Setting("platform", 400 + JETTYS_OWN, 400, LONG_BACKLOG).title(), row -> rate.apply(row) + " on 408 platform threads")),
                Claim.of("Ring 1.12.2 is Jetty 12", "no", "its project.clj asks for Jetty 11.0.21; Jetty 12 came with Ring 1.14.0",
                        "curl -s https://raw.githubusercontent.com/ring-clojure/ring/1.12.2/ring-jetty-adapter/project.clj | grep jetty", "read, not run"));
    }

    private static Case row(Setting setting, LabJdk jdk, int seconds) {
        return Case.of(setting.title(), jdk, seconds + 6, bench -> run(bench, setting, seconds));
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        Loaded loaded = bench.loaded(bench.serve(bench.java(bench.libraries(JETTY, "org.slf4j:slf4j-nop:2.0.17"), "JettyServer.java").jvm("-Xmx1g")
                .with(setting.mode(), setting.threads(), setting.backlog(), SLEEP_MILLIS)), "/", new Load.Closed(setting.connections()), seconds);
        Outcome outcome = loaded.outcome(setting.bound()).also("handled on", loaded.body());
        return setting.mode().equals("platform") && setting.threads() > setting.connections() ? outcome.remark("a pool of the right size: no virtual threads needed for this gain") : outcome;
    }
}
