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

    /// What meets a tight limit sleeps longer: also where they start slowly, 2,000 a second were seen, the first
    /// is still asleep when there are as many as that.
    private static final int LONG_MILLIS = 10_000;

    private static final int TIGHT = 1_000;

    /// Far above what starts within one second of sleep here, far below what the machine has.
    private static final int WIDE = 16_000;

    private static final int MILLION = 1_000_000;

    /// What the error may come below the limit by: others of the same user may start and end threads meanwhile,
    /// and sleepers may wake.
    private static final double CLOSE = 0.98;

    private static final String PLATFORM = "platform threads";
    private static final String FEW = "100,000 virtual threads need less than a hundredth as many platform threads";
    private static final String ENDS = "platform threads end at what the process limit";

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
        return List.of(
                "the JDK alone; threads sleep 1 s, platform threads under the tight limit 10 s; -Xmx1g",
                "a million in -Xmx2g: their stacks alone fill some 800 MiB of heap, of which a collector in 1 GiB is busy with little else");
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
                cases.add(sleepers("virtual", MILLION, WIDE, jdk, 15));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(rows.expect(
                    FEW,
                    jdk,
                    row -> row.getFirst().outcome().unit().equals("ms")
                            && row.getFirst().number(PLATFORM) <= 1_000,
                    title("virtual", 100_000, TIGHT)));
            expectations.add(rows.expect(
                    ENDS + " leaves beside the JVM's own threads: not after, and not 2 % before",
                    jdk,
                    row -> row.getFirst().outcome().unit().startsWith("threads")
                            && row.getFirst().ofBound().orElse(0) >= CLOSE,
                    title("platform", 100_000, TIGHT)));
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of(
                                "100,000 platform threads always end in OutOfMemoryError",
                                "only under a process limit",
                                "without one they start slower than a second of sleep ends, so that some thousands live at once",
                                "heddle lab threads",
                                rows.tell(
                                        title("platform", 100_000, TIGHT),
                                        row -> String.format(
                                                Locale.ROOT,
                                                "an error at %,.0f threads under a limit of %,d",
                                                row.outcome().measured(),
                                                TIGHT)),
                                rows.tell(
                                        title("platform", 100_000, WIDE),
                                        row -> row.outcome().unit().equals("ms")
                                                ? String.format(
                                                        Locale.ROOT,
                                                        "none under one of %,d: %s live at once",
                                                        WIDE,
                                                        row.also(PLATFORM))
                                                : String.format(
                                                        Locale.ROOT,
                                                        "an error at %,.0f threads under a limit of %,d",
                                                        row.outcome().measured(),
                                                        WIDE)))
                        .on(ENDS),
                Claim.of(
                                "100,000 virtual threads are fine",
                                "yes",
                                "a few platform threads carry them",
                                "heddle lab threads",
                                rows.tell(
                                        title("virtual", 100_000, TIGHT),
                                        row -> row.outcome().figure() + " on " + row.also(PLATFORM)
                                                + " platform threads"),
                                rows.tell(
                                        title("virtual", MILLION, WIDE),
                                        row -> "a million in " + row.outcome().figure()))
                        .on(FEW));
    }

    private static Case sleepers(String kind, int count, int limit, LabJdk jdk, int seconds) {
        return Case.of(title(kind, count, limit), jdk, seconds, bench -> run(bench, kind, count, limit));
    }

    private static Outcome run(Bench bench, String kind, int count, int limit) throws InterruptedException {
        Output said = bench.run(bench.java(List.of(), "Sleepers.java")
                .jvm(count == MILLION ? "-Xmx2g" : "-Xmx1g", "-XX:-UsePerfData")
                .with(kind, count, limit == TIGHT && kind.equals("platform") ? LONG_MILLIS : SLEEP_MILLIS)
                .under(ProcessLimit.words(limit))
                .atMost(Duration.ofMinutes(3)));
        return (said.has("failedAt") ? failed(said, limit) : finished(said, kind, count))
                .also("CPU s", said.text("cpuSeconds"))
                .also("peak MiB", said.has("memoryMib") ? said.text("memoryMib") : "?")
                .also(
                        "started/s",
                        String.format(
                                Locale.ROOT, "%,.0f", said.number("started") * 1_000 / said.number("startMillis")))
                .also("GC pauses", said.text("pauseSeconds") + " s");
    }

    private static Outcome failed(Output said, int limit) {
        double others = said.number("others");
        return Outcome.of(said.number("failedAt"), "threads at OutOfMemoryError")
                .within(Limit.atMost(
                        limit - others,
                        String.format(
                                Locale.ROOT,
                                "the process limit of its user, less %.0f threads of the JVM itself",
                                others)))
                .remark(String.format(
                        Locale.ROOT,
                        "\"%s\" after %.0f ms, beside %.0f threads of the JVM itself%s",
                        said.text("failure"),
                        said.number("startMillis"),
                        others,
                        said.text("failure").contains("native thread")
                                ? ": the limit of the process decides, not the JVM"
                                : ""));
    }

    private static Outcome finished(Output said, String kind, int count) {
        double total = said.number("totalMillis");
        double most = said.number("platformThreads");
        double pauses = said.number("pauseSeconds");
        Outcome outcome = Outcome.of(total, "ms")
                .within(Limit.atLeast(SLEEP_MILLIS, "each sleeps 1 s"))
                .also(PLATFORM, said.text("platformThreads"));
        if (kind.equals("platform")) {
            return outcome.remark(String.format(
                    Locale.ROOT,
                    most < count / 2.0
                            ? "does not fail: they start slower than they end, so that no more than %.0f ever live at once"
                            : "does not fail: %.0f lived at once, below the limit",
                    most));
        }
        Outcome carried = said.has("memoryMib")
                ? outcome.remark(String.format(
                        Locale.ROOT,
                        "%.0f platform threads carry them, in %.1f KiB a thread, the JVM's own memory in it",
                        most,
                        said.number("memoryMib") * 1_024 / count))
                : outcome.remark(String.format(Locale.ROOT, "%.0f platform threads carry them", most));
        return pauses > total / 10_000
                ? carried.remark(String.format(
                        Locale.ROOT, "the collector paused them for %.0f %% of the time", 100_000 * pauses / total))
                : carried;
    }

    private static String title(String kind, int count, int limit) {
        return String.format(Locale.ROOT, "%s, %,d threads, at most %,d processes", kind, count, limit);
    }
}
