package io.heddle.lab;

import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.MachineWatch;
import io.heddle.lab.bench.Missing;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Workshop;
import io.heddle.model.Failure;
import io.heddle.model.Machine;
import io.heddle.race.target.Jdk;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Runs one experiment, row after row. An interrupt ends it; the rows that are done stay.
public final class LabRunner {

    private final Experiment experiment;
    private final Plan plan;
    private final Duration most;
    private final String heddle;
    private final Workshop workshop;
    private final LabEvents events;
    private final Instant started = Instant.now();
    private final long begun = System.nanoTime();
    private final List<Row> rows = new ArrayList<>();

    /// @param heddle version of Heddle
    public LabRunner(Experiment experiment, Plan plan, String heddle, Workshop workshop, LabEvents events) {
        this(experiment, plan, plan.extent().most(), heddle, workshop, events);
    }

    /// @param most after so long no row is begun
    LabRunner(Experiment experiment, Plan plan, Duration most, String heddle, Workshop workshop, LabEvents events) {
        this.experiment = experiment;
        this.most = most;
        this.plan = plan;
        this.heddle = heddle;
        this.workshop = workshop;
        this.events = events;
    }

    /// Runs every case; a case that fails does not end the others.
    public Result run() {
        List<Case> cases = plan.cases(experiment);
        boolean interrupted = false;
        for (int i = 0; i < cases.size() && !interrupted; i++) {
            events.begins(cases.get(i), i + 1, cases.size(), left(cases, i));
            try {
                Row row = attempt(cases.get(i));
                rows.add(row);
                events.finished(row);
                events.save(result(i + 1 < cases.size()));
            } catch (InterruptedException stopped) {
                interrupted = true;
            }
        }
        return result(interrupted);
    }

    private Row attempt(Case one) throws InterruptedException {
        if (one.jdk().found().isEmpty()) {
            return none(one, Row.State.ABSENT, one.jdk().missing(), 0);
        }
        if (since(begun) >= most.toSeconds()) {
            return none(
                    one,
                    Row.State.ABSENT,
                    "left out, for the " + most.toMinutes()
                            + " minutes that this may take are over: --row runs it alone",
                    0);
        }
        long start = System.nanoTime();
        try (Bench bench =
                workshop.bench(experiment.getClass(), one.jdk().found().orElseThrow())) {
            MachineWatch watch = MachineWatch.begin();
            Outcome outcome = watch.on(one.work().run(bench));
            return new Row(
                    one.name(), one.jdk().label(), one.published(), Row.State.MEASURED, outcome, "", since(start));
        } catch (Missing missing) {
            return none(one, Row.State.ABSENT, String.valueOf(missing.getMessage()), since(start));
        } catch (Failure failure) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return none(one, Row.State.FAILED, failure.sentence() + "; try: " + failure.next(), since(start));
        }
    }

    private static Row none(Case one, Row.State state, String word, double seconds) {
        return new Row(one.name(), one.jdk().label(), one.published(), state, Outcome.of(0, ""), word, seconds);
    }

    private Result result(boolean interrupted) {
        List<Expectation> expectations = Result.judge(experiment, plan, rows);
        List<String> jdks = plan.jdks().stream()
                .flatMap(jdk -> jdk.found().stream())
                .map(Jdk::version)
                .distinct()
                .toList();
        return new Result(
                experiment,
                heddle,
                started,
                since(begun),
                plan.extent(),
                machine(),
                jdks,
                rows,
                expectations,
                interrupted);
    }

    private Duration left(List<Case> cases, int done) {
        double guessed = cases.subList(0, done).stream()
                .filter(one -> one.jdk().found().isPresent())
                .mapToLong(one -> one.estimate().toMillis())
                .sum();
        double rest = cases.subList(done, cases.size()).stream()
                .filter(one -> one.jdk().found().isPresent())
                .mapToLong(one -> one.estimate().toMillis())
                .sum();
        double scale = guessed == 0 ? 1 : since(begun) * 1_000 / guessed;
        return Duration.ofMillis(Math.round(rest * scale));
    }

    private static Machine machine() {
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                        ? os.getTotalMemorySize()
                        : 0;
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                memory,
                System.getProperty("os.name") + " " + System.getProperty("os.version"));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
