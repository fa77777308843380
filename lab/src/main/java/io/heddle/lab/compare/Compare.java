package io.heddle.lab.compare;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Server;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// Do virtual threads give what asynchronous styles give?
public final class Compare implements Experiment {

    private static final int POOL = 200;
    private static final int SLOW = 100;
    private static final int LESS_SLOW = 50;
    private static final int FEW = 100;
    private static final int MANY = 1_000;
    private static final int VERY_MANY = 8_000;
    private static final double RATE = 800;

    /// @param millis that the other service takes
    /// @param connections requests in flight
    private record Setting(Way way, int millis, int connections) {

        String title() {
            return String.format(Locale.ROOT, "%s, %,d in flight", way.title(), connections) + (millis == SLOW ? "" : ", downstream of " + millis + " ms");
        }

        Limit bound() {
            int atOnce = way == Way.PLATFORM ? Math.min(POOL, connections) : connections;
            return Limit.atMost(atOnce * 1_000.0 / millis, (atOnce == connections ? connections + " requests" : POOL + " threads") + " / " + millis + " ms");
        }
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
        return List.of("a service that asks another one of " + SLOW + " ms", "the JDK's HTTP server and client for all but Reactor", Way.REACTOR, Way.COROUTINE_LIBRARY, Bench.KOTLIN, "-Xmx512m");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : jdks(plan)) {
            for (Way way : Way.values()) {
                cases.add(closed(new Setting(way, SLOW, MANY), jdk, plan.pick(3, 6)));
                if (plan.more()) {
                    cases.add(closed(new Setting(way, SLOW, FEW), jdk, 6));
                    cases.add(open(way, jdk, 6));
                    cases.add(closed(new Setting(way, SLOW, VERY_MANY), jdk, 6));
                }
                if (plan.full()) {
                    cases.add(closed(new Setting(way, LESS_SLOW, MANY), jdk, 6));
                }
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        Predicate<Way> without = way -> way != Way.PLATFORM;
        for (LabJdk jdk : jdks(plan)) {
            expectations.add(rows.expectSpeed("with 1,000 requests in flight every way but the pool passes the pool's bound of 2,000/s", jdk,
                    ways -> ways.stream().allMatch(row -> row.outcome().measured() > POOL * 1_000.0 / SLOW), titles(without, MANY)));
            if (plan.more()) {
                expectations.add(rows.expectSpeed("with 100 in flight no way is more than a quarter ahead of the pool", jdk,
                        ways -> ways.stream().allMatch(row -> row.outcome().measured() < 1.25 * ways.getFirst().outcome().measured()), titles(way -> true, FEW)));
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(Claim.of("Asynchronous styles serve more than virtual threads", "only where CPU is the limit, by what a request costs", "all pass the bound of the pool; what comes next is CPU a request, and a blocking call over an asynchronous client costs a hand-over more",
                "heddle lab compare", Arrays.stream(Way.values())
                        .map(way -> rows.tell(new Setting(way, SLOW, MANY).title(), row -> way.title() + " " + Figures.rate(row.outcome().measured()) + " at " + row.also("CPU a request"))).toArray(String[]::new)));
    }

    /// Both JDKs when there is time for it.
    private static List<LabJdk> jdks(Plan plan) {
        return plan.full() ? plan.jdks() : List.of(plan.newest());
    }

    private static Case closed(Setting setting, LabJdk jdk, int seconds) {
        return Case.of(setting.title(), jdk, seconds + (setting.connections() == VERY_MANY ? 25 : 12),
                bench -> bench.loaded(server(bench, setting.way(), setting.millis()), "/", new Load.Closed(setting.connections()), seconds).outcome(setting.bound()));
    }

    private static Case open(Way way, LabJdk jdk, int seconds) {
        return Case.of(way.title() + String.format(Locale.ROOT, ", p99 at %.0f requests a second", RATE), jdk, seconds + 12, bench -> latency(bench, way, seconds));
    }

    private static Outcome latency(Bench bench, Way way, int seconds) throws InterruptedException {
        return bench.loaded(server(bench, way, SLOW), "/", new Load.Open(RATE, MANY), seconds).latency(Limit.atLeast(SLOW, "what the other service takes"));
    }

    private static Server server(Bench bench, Way way, int millis) throws InterruptedException {
        return bench.serve(way.program(bench, bench.slowServer(millis).uri("/")).jvm("-Xmx512m").jvm(Bench.HTTP_SERVER));
    }

    private static String[] titles(Predicate<Way> which, int connections) {
        return Arrays.stream(Way.values()).filter(which).map(way -> new Setting(way, SLOW, connections).title()).toArray(String[]::new);
    }
}
