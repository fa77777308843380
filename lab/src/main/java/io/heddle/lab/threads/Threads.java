package io.heddle.lab.threads;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Do 100,000 platform threads always fail, and 100,000 virtual ones never?
public final class Threads implements Experiment {

    private static final int SLEEP_MILLIS = 1_000;

    /// Fewer than start within one second of sleep, also where they start slowly: 2,000 a second were seen.
    private static final int TIGHT = 1_000;

    /// Far above what starts within one second of sleep here, far below what the machine has.
    private static final int WIDE = 16_000;

    private static final Published FINE = Published.words("finishes");
    private static final Published FAILS = Published.words("OutOfMemoryError");

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public String question() {
        return "do 100,000 platform threads fail, and 100,000 virtual threads not?";
    }

    @Override
    public String source() {
        return "\"Exploring Java Virtual Threads in Clojure Applications\": 100,000 platform threads end in OutOfMemoryError, 100,000 virtual threads are fine";
    }

    @Override
    public List<String> versions() {
        return List.of("the JDK alone; threads sleep 1 s; -Xmx1g");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(sleepers("virtual", 100_000, TIGHT, jdk, 4).published(FINE));
            cases.add(sleepers("platform", 100_000, TIGHT, jdk, 4).published(FAILS));
            cases.add(sleepers("platform", 10_000, WIDE, jdk, 7));
            if (plan.more()) {
                cases.add(sleepers("virtual", 10_000, WIDE, jdk, 3));
                cases.add(sleepers("platform", 100_000, WIDE, jdk, 45).published(FAILS));
            }
            if (plan.full()) {
                cases.add(sleepers("virtual", 1_000_000, WIDE, jdk, 15));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(rows.expectAlso("100,000 virtual threads need no more than 64 platform threads", jdk, "platform threads", threads -> Integer.parseInt(threads.getFirst()) <= 64,
                    title("virtual", 100_000, TIGHT)));
            expectations.add(rows.expect("platform threads end at the process limit, not before and not after", jdk,
                    row -> row.getFirst().outcome().unit().startsWith("threads") && row.getFirst().outcome().measured() > TIGHT / 2.0, title("platform", 100_000, TIGHT)));
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of("100,000 platform threads always end in OutOfMemoryError", "only under a process limit",
                        "without one they start slower than a second of sleep ends, so that some thousands live at once", "heddle lab threads",
                        rows.tell(title("platform", 100_000, TIGHT), row -> String.format(Locale.ROOT, "an error at %,.0f threads under a limit of %,d", row.outcome().measured(), TIGHT)),
                        rows.tell(title("platform", 100_000, WIDE), row -> "none without: " + row.also("platform threads") + " live at once")),
                Claim.of("100,000 virtual threads are fine", "yes", "a few platform threads carry them", "heddle lab threads",
                        rows.tell(title("virtual", 100_000, TIGHT), row -> row.outcome().figure() + " on " + row.also("platform threads") + " platform threads"),
                        rows.tell(title("virtual", 1_000_000, WIDE), row -> "a million in " + row.outcome().figure())));
    }

    private static Case sleepers(String kind, int count, int limit, LabJdk jdk, int seconds) {
        return Case.of(title(kind, count, limit), jdk, seconds, bench -> run(bench, kind, count, limit));
    }

    private static Outcome run(Bench bench, String kind, int count, int limit) throws InterruptedException {
        Output said = bench.run(bench.java(List.of(), "Sleepers.java").jvm("-Xmx1g", "-XX:-UsePerfData").with(kind, count, SLEEP_MILLIS).under(ProcessLimit.words(limit))
                .atMost(Duration.ofMinutes(3)));
        if (said.has("failedAt")) {
            return Outcome.of(said.number("failedAt"), "threads at OutOfMemoryError").within(Limit.atMost(limit, "the process limit of its user"))
                    .remark("\"" + said.text("failure") + "\": the limit of the process decides, not the JVM");
        }
        double perSecond = count * 1_000.0 / said.number("startMillis");
        Outcome outcome = Outcome.of(said.number("totalMillis"), "ms").within(Limit.atLeast(SLEEP_MILLIS, "each sleeps 1 s"))
                .also("platform threads", said.text("platformThreads")).also("CPU s", said.text("cpuSeconds")).also("peak MiB", said.has("memoryMib") ? said.text("memoryMib") : "?")
                .also("started/s", String.format(Locale.ROOT, "%,.0f", perSecond));
        return kind.equals("platform") && said.number("platformThreads") < count / 2.0
                ? outcome.remark("does not fail: they start slower than they end, so that no more than " + said.text("platformThreads") + " ever live at once") : outcome;
    }

    private static String title(String kind, int count, int limit) {
        return String.format(Locale.ROOT, "%s, %,d threads, at most %,d processes", kind, count, limit);
    }
}
