package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import io.heddle.lab.bench.Pins;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The advised change, `synchronized` to `ReentrantLock`, before and after, with the advised count of pinned events.
final class LockPair {

    private static final int CARRIERS = 2;
    private static final int THREADS = 100;
    private static final int HOLD_MILLIS = 50;
    private static final int SECONDS = 2;

    /// Pinned events for each time that a guard was held: 1 where each one pins, however busy the machine is.
    private static final String PINNED = "pins a round";

    /// What the first use of a class may pin is far below.
    private static final double MUCH = 0.5;

    private LockPair() {}

    static String title(boolean monitor) {
        return (monitor ? "synchronized" : "ReentrantLock") + " held for 50 ms, " + CARRIERS + " carriers";
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.jdks()) {
            for (boolean monitor : List.of(true, false)) {
                cases.add(Case.of(title(monitor), jdk, SECONDS + 2, bench -> run(bench, monitor, jdk)));
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.jdks()) {
            if (jdk.monitorsUnmount()) {
                expectations.add(rows.expectAlso(
                        "synchronized leaves the carriers free here",
                        jdk,
                        PINNED,
                        share -> Double.parseDouble(share.getFirst()) < MUCH,
                        title(true)));
            } else {
                expectations.add(rows.expectAlso(
                        "synchronized holds the carriers, and pinned events tell",
                        jdk,
                        PINNED,
                        share -> Double.parseDouble(share.getFirst()) > MUCH,
                        title(true)));
                expectations.add(rows.expectSpeed(
                        "a lock gives at least ten times as much",
                        jdk,
                        row -> row.get(1).outcome().measured()
                                > 10 * row.getFirst().outcome().measured(),
                        title(true),
                        title(false)));
            }
            expectations.add(rows.expectAlso(
                    "a lock leaves the carriers free",
                    jdk,
                    PINNED,
                    share -> Double.parseDouble(share.getFirst()) < MUCH,
                    title(false)));
        }
        return expectations;
    }

    private static Outcome run(Bench bench, boolean monitor, LabJdk jdk) throws InterruptedException {
        Path recording = bench.folder().resolve("guarded.jfr");
        Output said = bench.run(bench.java(List.of(), "Guarded.java")
                .jvm(
                        "-Xmx256m",
                        "-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS,
                        Pins.option(recording),
                        "-Xlog:disable")
                .with(monitor ? "monitor" : "lock", THREADS, HOLD_MILLIS, SECONDS));
        boolean pins = monitor && !jdk.monitorsUnmount();
        Outcome outcome = Outcome.of(said.number("perSecond"), "op/s")
                .within(
                        pins
                                ? Limit.atMost(
                                        CARRIERS * 1_000.0 / HOLD_MILLIS, CARRIERS + " carriers held for 50 ms each")
                                : Limit.atMost(THREADS * 1_000.0 / HOLD_MILLIS, THREADS + " threads / 50 ms"));
        Pins seen = Pins.of(recording)
                .orElseThrow(() -> new Failure(
                        "the flight recording of " + title(monitor) + " was not written",
                        "make room in the temporary folder, and run it again"));
        return seen.on(outcome)
                .also(PINNED, String.format(Locale.ROOT, "%.2f", seen.count() / said.number("rounds")))
                .remark(meaning(said.number("perSecond"), seen.count() / said.number("rounds")));
    }

    /// @param perSecond guards that were held, a second
    private static String meaning(double perSecond, double pins) {
        String atOnce = String.format(
                Locale.ROOT, "%.0f of %d threads waited at once", perSecond * HOLD_MILLIS / 1_000, THREADS);
        return pins > MUCH
                ? atOnce + ": each kept one of " + CARRIERS + " carriers, and an event tells of it"
                : atOnce + " on " + CARRIERS + " carriers: none was kept";
    }
}
