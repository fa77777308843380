package io.heddle.lab.semaphore;

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
import io.heddle.lab.bench.Output;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Does a semaphore limit what a pool of threads did?
public final class Semaphores implements Experiment {

    @Override
    public String name() {
        return "semaphore";
    }

    @Override
    public String question() {
        return "does a semaphore limit what a pool of threads did?";
    }

    @Override
    public String source() {
        return "JEP 444, \"Do not pool virtual threads\"";
    }

    @Override
    public List<String> versions() {
        return List.of("the JDK alone; 200 tasks of 50 ms, 20 at once");
    }

    @Override
    public List<Case> cases(Plan plan) {
        return plan.someJdks().stream()
                .flatMap(jdk -> Stream.of("pool", "semaphore", "none")
                        .map(way -> Case.of(way, jdk, 2, bench -> run(bench, way))))
                .toList();
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        return plan.someJdks().stream()
                .flatMap(jdk -> Stream.of(
                        limited("pool", jdk, rows),
                        limited("semaphore", jdk, rows),
                        rows.expectAlso(
                                "without either more than 20 run at once",
                                jdk,
                                "at once",
                                most -> Integer.parseInt(most.getFirst()) > 20,
                                "none")))
                .toList();
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(Claim.of(
                        "A semaphore limits virtual threads as a pool limits platform threads",
                        "yes",
                        "permits do what a pool's threads did",
                        "heddle lab semaphore",
                        rows.tell("semaphore", row -> row.also("at once") + " at once"),
                        rows.tell("none", row -> row.also("at once") + " without it"))
                .on("semaphore: no more than 20 run at once"));
    }

    private static Expectation limited(String way, LabJdk jdk, Rows rows) {
        return rows.expectAlso(
                way + ": no more than 20 run at once",
                jdk,
                "at once",
                most -> Integer.parseInt(most.getFirst()) <= 20,
                way);
    }

    private static Outcome run(Bench bench, String way) throws InterruptedException {
        Output said = bench.run(bench.java(List.of(), "Limited.java").with(way, 200, 20, 50));
        int rounds = way.equals("none") ? 1 : 10;
        double millis = said.number("millis");
        return Outcome.of(millis, "ms")
                .within(Limit.atLeast(rounds * 50.0, rounds + " rounds of 50 ms"))
                .also("at once", said.text("most"))
                .remark(String.format(
                        Locale.ROOT,
                        rounds > 1
                                ? "%d rounds, %.1f ms a round above its 50 ms"
                                : "%d round, %.1f ms above its 50 ms: nothing holds the tasks back from what stands behind",
                        rounds,
                        millis / rounds - 50));
    }
}
