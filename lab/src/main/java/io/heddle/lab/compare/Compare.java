package io.heddle.lab.compare;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Limit;
import io.heddle.lab.Outcome;
import io.heddle.lab.Plan;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Server;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Do virtual threads give what asynchronous styles give?
public final class Compare implements Experiment {

    private static final int DOWNSTREAM_MILLIS = 100;
    private static final int POOL = 200;
    private static final int FEW = 100;
    private static final int MANY = 1_000;
    private static final double RATE = 800;

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
        return List.of("a service that asks another one of " + DOWNSTREAM_MILLIS + " ms", "the JDK's HTTP server and client for all but Reactor", Way.REACTOR, Way.COROUTINE_LIBRARY, Way.KOTLIN);
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.full() ? plan.jdks() : List.of(plan.newest())) {
            for (Way way : Way.values()) {
                if (plan.more()) {
                    cases.add(closed(way, FEW, jdk, 8));
                    cases.add(open(way, jdk, 8));
                }
                cases.add(closed(way, MANY, jdk, plan.pick(3, 8)));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.full() ? plan.jdks() : List.of(plan.newest())) {
            expectations.add(rows.expect("at 1,000 connections every way but the pool passes the pool's bound of 2,000/s", jdk,
                    ways -> ways.stream().allMatch(row -> row.outcome().measured() > POOL * 1_000.0 / DOWNSTREAM_MILLIS),
                    Arrays.stream(Way.values()).filter(way -> way != Way.PLATFORM).map(way -> title(way, MANY)).toArray(String[]::new)));
        }
        return expectations;
    }

    private static Case closed(Way way, int connections, LabJdk jdk, int seconds) {
        return Case.of(title(way, connections), jdk, seconds + (way == Way.COROUTINES ? 18 : 10), bench -> {
            int atOnce = way == Way.PLATFORM ? Math.min(POOL, connections) : connections;
            return bench.loaded(server(bench, way), "/", new Load.Closed(connections), seconds)
                    .outcome(Limit.atMost(atOnce * 1_000.0 / DOWNSTREAM_MILLIS, (atOnce == connections ? connections + " connections" : POOL + " threads") + " / 100 ms"));
        });
    }

    private static Case open(Way way, LabJdk jdk, int seconds) {
        return Case.of(way.title() + String.format(Locale.ROOT, ", p99 at %.0f requests a second", RATE), jdk, seconds + (way == Way.COROUTINES ? 18 : 10), bench -> latency(bench, way, seconds));
    }

    private static Outcome latency(Bench bench, Way way, int seconds) throws InterruptedException {
        Outcome rate = bench.loaded(server(bench, way), "/", new Load.Open(RATE, MANY), seconds).outcome(Limit.atMost(RATE * 1.05, "the rate that is sent"));
        return new Outcome(Double.parseDouble(rate.also().getOrDefault("p99", "0 ms").split(" ", -1)[0]), "ms", java.util.Optional.of(Limit.atLeast(DOWNSTREAM_MILLIS, "what the other service takes")),
                rate.also(), rate.remarks());
    }

    private static Server server(Bench bench, Way way) throws InterruptedException {
        return bench.serve(way.program(bench, bench.slowServer(DOWNSTREAM_MILLIS).uri("/")).jvm("-Xmx512m", "-Djdk.httpclient.connectionPoolSize=0"));
    }

    private static String title(Way way, int connections) {
        return way.title() + ", " + connections + " connections";
    }
}
