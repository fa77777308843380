package io.heddle.lab.compare;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Plot;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Loaded;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Server;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Do virtual threads give what asynchronous styles give?
public final class Compare implements Experiment {

    private static final int POOL = 200;
    private static final int SLOW = 100;
    private static final int LESS_SLOW = 50;
    private static final int FEW = 100;
    private static final int MANY = 1_000;
    private static final int VERY_MANY = 8_000;
    private static final double RATE = 800;

    /// Of the two that wait in a thread: what the others cost a request is their libraries' affair, and where CPU
    /// is the limit they may be behind the pool.
    private static final String AHEAD =
            "with 1,000 requests in flight virtual threads are not behind the pool by more than a tenth";

    /// Share of its bound from which on a row is limited by it.
    private static final double AT_BOUND = 0.85;

    /// @param millis that the other service takes
    /// @param connections requests in flight
    private record Setting(Way way, int millis, int connections) {

        String title() {
            return String.format(Locale.ROOT, "%s, %,d in flight", way.title(), connections) + downstream(millis);
        }

        Limit bound() {
            int atOnce = way == Way.PLATFORM ? Math.min(POOL, connections) : connections;
            return Limit.atMost(
                    atOnce * 1_000.0 / millis,
                    (atOnce == connections ? connections + " requests" : POOL + " threads") + " / " + millis + " ms");
        }
    }

    private static String downstream(int millis) {
        return millis == SLOW ? "" : ", downstream of " + millis + " ms";
    }

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String question() {
        return "do virtual threads give what futures, Reactor and coroutines give?";
    }

    @Override
    public String source() {
        return "articles that hold virtual threads against asynchronous styles; none of their figures names its bound";
    }

    @Override
    public List<String> versions() {
        return List.of(
                "a service that asks another one of " + SLOW + " ms, or of " + LESS_SLOW + " ms where the row says so",
                "the JDK's HTTP server and client for all but Reactor",
                Way.REACTOR,
                Way.COROUTINE_LIBRARY,
                Bench.KOTLIN,
                "-Xmx512m");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : jdks(plan)) {
            for (Way way : Way.values()) {
                for (int millis : plan.full() ? List.of(SLOW, LESS_SLOW) : List.of(SLOW)) {
                    cases.add(closed(new Setting(way, millis, MANY), jdk, plan.pick(3, 6)));
                    if (plan.more()) {
                        cases.add(closed(new Setting(way, millis, FEW), jdk, 6));
                        cases.add(open(way, millis, jdk, 6));
                        cases.add(closed(new Setting(way, millis, VERY_MANY), jdk, 6));
                    }
                }
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : jdks(plan)) {
            expectations.add(rows.expectSpeed(
                    AHEAD,
                    jdk,
                    row -> row.get(1).outcome().measured()
                            > 0.9 * row.getFirst().outcome().measured(),
                    new Setting(Way.PLATFORM, SLOW, MANY).title(),
                    new Setting(Way.VIRTUAL, SLOW, MANY).title()));
            if (plan.more()) {
                for (Way way : Way.values()) {
                    expectations.add(rows.expectSpeed(
                            way.title() + ": 1,000 in flight are not served slower than 100, but for a quarter",
                            jdk,
                            row -> row.get(1).outcome().measured()
                                    > 0.75 * row.getFirst().outcome().measured(),
                            new Setting(way, SLOW, FEW).title(),
                            new Setting(way, SLOW, MANY).title()));
                }
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(Claim.of(
                        "Asynchronous styles serve more than virtual threads",
                        "only where CPU is the limit, by what a request costs",
                        "what comes after the bound of the pool is CPU a request, which differs by style, library and JDK; a blocking call over an asynchronous client costs a hand-over more",
                        "heddle lab compare",
                        Arrays.stream(Way.values())
                                .map(way -> rows.tell(
                                        new Setting(way, SLOW, MANY).title(),
                                        row -> way.title() + " "
                                                + Figures.rate(row.outcome().measured()) + " at "
                                                + row.also("CPU a request")))
                                .toArray(String[]::new))
                .on(AHEAD));
    }

    @Override
    public List<Plot> plots(Rows rows) {
        return rows.jdks().stream()
                .flatMap(jdk -> Stream.of(SLOW, LESS_SLOW)
                        .flatMap(millis -> Plot.of(
                                "in front of a service of " + millis + " ms (JDK " + jdk + ")",
                                "requests in flight",
                                "req/s",
                                Arrays.stream(Way.values())
                                        .map(way -> rows.curve(
                                                way.title(),
                                                jdk,
                                                List.of(FEW, MANY, VERY_MANY),
                                                count -> new Setting(way, millis, count).title(),
                                                ""))
                                        .toList())
                                .stream()))
                .toList();
    }

    /// Both JDKs when there is time for it.
    private static List<LabJdk> jdks(Plan plan) {
        return plan.full() ? plan.jdks() : List.of(plan.newest());
    }

    private static Case closed(Setting setting, LabJdk jdk, int seconds) {
        return Case.of(
                setting.title(),
                jdk,
                seconds + (setting.connections() == VERY_MANY ? 25 : 12),
                bench -> throughput(bench, setting, seconds));
    }

    private static Case open(Way way, int millis, LabJdk jdk, int seconds) {
        return Case.of(
                way.title() + String.format(Locale.ROOT, ", p99 at %.0f requests a second", RATE) + downstream(millis),
                jdk,
                seconds + 12,
                bench -> latency(bench, way, millis, seconds));
    }

    private static Outcome throughput(Bench bench, Setting setting, int seconds) throws InterruptedException {
        OpenFiles.check(setting.connections());
        Loaded loaded = bench.loaded(
                server(bench, setting.way(), setting.millis()), "/", new Load.Closed(setting.connections()), seconds);
        Outcome outcome = loaded.outcome(setting.bound());
        double share = outcome.measured() / setting.bound().value();
        double cores = loaded.serverCores();
        return outcome.remark(
                share > AT_BOUND
                        ? String.format(
                                Locale.ROOT,
                                "%s are what limits it; the service used %.2f cores",
                                setting.bound().why(),
                                cores)
                        : String.format(
                                Locale.ROOT,
                                "%.0f %% of what %s allow; the service used %.2f of %d cores, downstream and generator theirs",
                                100 * share,
                                setting.bound().why(),
                                cores,
                                Runtime.getRuntime().availableProcessors()));
    }

    private static Outcome latency(Bench bench, Way way, int millis, int seconds) throws InterruptedException {
        Loaded loaded = bench.loaded(server(bench, way, millis), "/", new Load.Open(RATE, MANY), seconds);
        Outcome outcome = loaded.latency(Limit.atLeast(millis, "what the other service takes"));
        double rate = loaded.measurement().throughput();
        return outcome.remark(String.format(
                Locale.ROOT,
                "one in a hundred waits %.0f ms or more beyond the other service's %d ms, with %.2f cores for the service",
                outcome.measured() - millis,
                millis,
                rate * loaded.cpuMillis() / 1_000));
    }

    private static Server server(Bench bench, Way way, int millis) throws InterruptedException {
        return bench.serve(way.program(bench, bench.slowServer(millis).uri("/"))
                .jvm("-Xmx512m")
                .jvm(Bench.HTTP_SERVER));
    }
}
