package io.heddle.lab.ring;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Published;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Loaded;
import io.heddle.lab.bench.Missing;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Server;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What does Ring gain from virtual threads: cheaper threads, or more of them?
public final class RingJetty implements Experiment {

    private static final String JETTY = "org.eclipse.jetty:jetty-server:12.1.14";
    private static final String LOG = "org.slf4j:slf4j-nop:2.0.17";
    private static final String RING = "ring:ring-jetty-adapter:";

    /// The one that articles use, on Jetty 11, and a new one, on Jetty 12.
    private static final List<String> RINGS = List.of("1.12.2", "1.15.5");
    private static final Pattern JETTY_JAR = Pattern.compile("jetty-server-(.+)\\.jar");
    private static final String CLOJURE = "org.clojure:clojure:1.12.3";

    private static final String PASSES = "virtual threads pass the bound of 50 platform threads";
    private static final String COUNT =
            "as many platform threads as connections serve at least half of what virtual threads do: what is gained is count";

    private static final String OLD = RINGS.getFirst();
    private static final String BRINGS = "Ring " + OLD + " brings Jetty 11";

    /// Every count of connections that some row has.
    private static final List<Integer> CONNECTIONS = List.of(120, 400, 2_000, 4_000);

    private static final Setting FEW = Setting.platform(50, 400);
    private static final Setting VIRTUAL = Setting.virtual(400);
    private static final Setting MANY = Setting.platform(400 + Setting.JETTYS_OWN, 400);

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
        return List.of(
                JETTY + ", set up as Ring's adapter does",
                RING + String.join(" and ", RINGS) + " where Clojars can be reached",
                CLOJURE,
                "a handler that sleeps 50 ms",
                "loaded by Heddle's own generator");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        int seconds = plan.pick(3, 8);
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(row(FEW, jdk, seconds).published(Published.figure(852, "req/s")));
            cases.add(row(VIRTUAL, jdk, seconds).published(Published.figure(7_140, "req/s")));
            cases.add(row(MANY, jdk, seconds));
            if (plan.more()) {
                cases.add(row(Setting.platform(50, 120), jdk, seconds).published(Published.figure(843, "req/s")));
                cases.add(row(Setting.virtual(120), jdk, seconds).published(Published.figure(2_218, "req/s")));
                cases.add(row(Setting.virtual(2_000), jdk, seconds));
                cases.addAll(AcceptQueue.cases(jdk));
                for (String version : RINGS) {
                    cases.add(row(FEW.ring(version), jdk, seconds).published(Published.figure(852, "req/s")));
                    cases.add(row(VIRTUAL.ring(version), jdk, seconds).published(Published.figure(7_140, "req/s")));
                }
            }
            if (plan.full()) {
                cases.add(row(Setting.platform(50, 2_000), jdk, seconds));
                cases.add(row(Setting.platform(120 + Setting.JETTYS_OWN, 120), jdk, seconds));
                cases.add(row(Setting.platform(2_000 + Setting.JETTYS_OWN, 2_000), jdk, seconds));
                cases.add(row(Setting.virtual(4_000), jdk, seconds));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(rows.expectSpeed(
                    PASSES, jdk, row -> rate(row.getFirst()) > FEW.bound().value(), VIRTUAL.title()));
            expectations.add(rows.expectSpeed(
                    COUNT, jdk, two -> rate(two.getFirst()) >= rate(two.getLast()) / 2, MANY.title(), VIRTUAL.title()));
            List<Setting> kinds = new ArrayList<>(List.of(FEW, VIRTUAL, MANY));
            if (plan.more()) {
                expectations.addAll(AcceptQueue.judge(jdk, rows));
                expectations.add(rows.expectAlso(
                        BRINGS,
                        jdk,
                        "Jetty",
                        seen -> seen.getFirst().startsWith("11."),
                        VIRTUAL.ring(OLD).title()));
                for (String version : RINGS) {
                    kinds.addAll(List.of(FEW.ring(version), VIRTUAL.ring(version)));
                    expectations.add(rows.expectSpeed(
                            "so they do under Ring " + version,
                            jdk,
                            row -> rate(row.getFirst()) > FEW.bound().value(),
                            VIRTUAL.ring(version).title()));
                }
            }
            for (Setting setting : kinds) {
                expectations.add(rows.expectAlso(
                        setting.title() + ": handlers ran on the kind of threads that was asked for",
                        jdk,
                        "handled on",
                        seen -> seen.getFirst().equals(setting.mode()),
                        setting.title()));
            }
            if (plan.full()) {
                expectations.add(rows.expectSpeed(
                        "2,008 platform threads serve no more than virtual threads at 2,000 connections, give or take a tenth",
                        jdk,
                        two -> rate(two.getFirst()) <= rate(two.getLast()) * 1.1,
                        Setting.platform(2_000 + Setting.JETTYS_OWN, 2_000).title(),
                        Setting.virtual(2_000).title()));
            }
        }
        return expectations;
    }

    private static double rate(Row row) {
        return row.outcome().measured();
    }

    @Override
    public List<Claim> claims(Rows rows) {
        Function<Row, String> rate = row -> Figures.rate(row.outcome().measured());
        return List.of(
                Claim.of(
                                "Ring serves 7,140/s on virtual threads instead of 852/s",
                                "yes",
                                "50 threads ÷ 50 ms is 1,000/s, 400 connections ÷ 50 ms 8,000/s; as many platform threads as connections give the same",
                                "heddle lab ring-jetty",
                                rows.tell(FEW.title(), row -> rate.apply(row) + " on 50 threads"),
                                rows.tell(VIRTUAL.title(), row -> rate.apply(row) + " on virtual threads"),
                                rows.tell(MANY.title(), row -> rate.apply(row) + " on 408 platform threads"))
                        .on(PASSES, COUNT),
                Claim.of(
                                "Ring 1.12.2 is Jetty 12",
                                "no",
                                "its project.clj asks for Jetty 11.0.21; Jetty 12 came with Ring 1.14.0",
                                "heddle lab ring-jetty --row 'Ring 1.12.2'",
                                rows.tell(VIRTUAL.ring(OLD).title(), row -> "it brings Jetty " + row.also("Jetty")))
                        .on(BRINGS));
    }

    @Override
    public List<Plot> plots(Rows rows) {
        return rows.jdks().stream()
                .flatMap(jdk -> Plot.of(
                        "Jetty (JDK " + jdk + ")",
                        "connections",
                        "req/s",
                        List.of(
                                rows.curve(
                                        "50 platform threads",
                                        jdk,
                                        CONNECTIONS,
                                        connections -> Setting.platform(50, connections)
                                                .title(),
                                        ""),
                                rows.curve(
                                        "a platform thread for each connection",
                                        jdk,
                                        CONNECTIONS,
                                        connections -> Setting.platform(connections + Setting.JETTYS_OWN, connections)
                                                .title(),
                                        ""),
                                rows.curve(
                                        "virtual threads",
                                        jdk,
                                        CONNECTIONS,
                                        connections ->
                                                Setting.virtual(connections).title(),
                                        "")))
                        .stream())
                .toList();
    }

    private static Case row(Setting setting, LabJdk jdk, int seconds) {
        return Case.of(setting.title(), jdk, seconds + 6, bench -> run(bench, setting, seconds));
    }

    private static Outcome run(Bench bench, Setting setting, int seconds) throws InterruptedException {
        boolean ring = !setting.server().isEmpty();
        List<Path> libraries = ring ? adapter(bench, setting.server()) : List.of();
        Server server = ring
                ? ring(bench, setting, libraries)
                : jetty(bench, setting.mode(), setting.threads(), Setting.LONG_QUEUE);
        Loaded loaded = bench.loaded(server, "/", new Load.Closed(setting.connections()), seconds);
        Outcome outcome = loaded.outcome(setting.bound()).also("handled on", loaded.body());
        return (ring ? outcome.also("Jetty", jettyOf(libraries)) : outcome).remark(setting.remark(loaded));
    }

    /// Jetty as Ring's adapter sets it up.
    ///
    /// @param queue length of the accept queue
    static Server jetty(Bench bench, String mode, int threads, int queue) throws InterruptedException {
        return bench.serve(bench.java(bench.libraries(JETTY, LOG), "JettyServer.java")
                .jvm("-Xmx1g")
                .with(mode, threads, queue, Setting.SLEEP_MILLIS));
    }

    private static Server ring(Bench bench, Setting setting, List<Path> libraries) throws InterruptedException {
        return bench.serve(bench.library(libraries, "clojure.main")
                .jvm("-Xmx1g")
                .with(
                        bench.file("ring.clj"),
                        setting.mode(),
                        setting.threads(),
                        Setting.LONG_QUEUE,
                        Setting.SLEEP_MILLIS));
    }

    /// The version of the Jetty that a server's libraries hold; empty where they hold none.
    private static String jettyOf(List<Path> libraries) {
        return libraries.stream()
                .map(jar -> JETTY_JAR.matcher(jar.getFileName().toString()))
                .filter(Matcher::matches)
                .map(jar -> jar.group(1))
                .findFirst()
                .orElse("");
    }

    private static List<Path> adapter(Bench bench, String version) {
        try {
            return bench.libraries(RING + version, CLOJURE, LOG);
        } catch (Missing missing) {
            throw new Missing(RING + version
                    + " is on Clojars, not on Maven Central, and none of this machine's repositories has it:"
                    + " name https://repo.clojars.org as a repository of an active profile in settings.xml");
        }
    }
}
