package io.heddle.lab.async;

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
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// On which threads do core.async's go blocks run, and what does that give?
public final class CoreAsync implements Experiment {

    private static final String OLD = "1.6.681";
    private static final String ALPHA = "1.9.829-alpha2";
    private static final String NEW = "1.9.865";
    private static final String NEWEST = "1.10.864-alpha1";
    private static final String CLOJURE = "org.clojure:clojure:1.12.3";
    private static final String CLIENT = "org.apache.httpcomponents:httpclient:4.5.14";
    private static final int SLOW_MILLIS = 1_000;

    /// core.async's own pool before 1.9.
    private static final int OLD_POOL = 8;

    /// Work that a pipeline has in hand at once.
    private static final int PIPELINE = 50;

    /// @param property `clojure.core.async.vthreads`; empty for unset
    private record Setting(String version, String property, String way, int count) {

        String title() {
            return version + (property.isEmpty() ? "" : ", vthreads=" + property) + ", " + count + " × " + way;
        }

        Limit bound() {
            int atOnce = way.startsWith("pipeline") ? PIPELINE : version.equals(OLD) && way.equals("go") ? OLD_POOL : count;
            int rounds = Math.ceilDiv(count, atOnce);
            return Limit.atLeast((double) rounds * SLOW_MILLIS, count + " requests of 1 s, " + atOnce + " at once");
        }
    }

    @Override
    public String name() {
        return "core-async";
    }

    @Override
    public String question() {
        return "do core.async's go blocks run on virtual threads, and what does it give?";
    }

    @Override
    public String source() {
        return "the announcement of virtual threads in core.async go blocks: 100 go blocks × a GET of 1 s take 3,653 ms on 25 threads with vthreads=target, 4,712 ms on 107 with avoid";
    }

    @Override
    public List<String> versions() {
        return List.of(CLOJURE, "org.clojure:core.async:" + OLD, "org.clojure:core.async:" + ALPHA, "org.clojure:core.async:" + NEW, "org.clojure:core.async:" + NEWEST, CLIENT, "the slow page on loopback, by the JDK's own server");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(row(new Setting(ALPHA, "target", "go", 100), jdk).published(Published.words("3,653 ms, 25 threads")));
            cases.add(row(new Setting(ALPHA, "avoid", "go", 100), jdk).published(Published.words("4,712 ms, 107 threads")));
            cases.add(row(new Setting(NEW, "target", "go", 100), jdk));
            cases.add(row(new Setting(NEWEST, "target", "go", 100), jdk));
            cases.add(row(new Setting(NEW, "", "io-thread", 100), jdk));
            cases.add(row(new Setting(OLD, "", "go", 100), jdk));
            if (plan.more()) {
                cases.add(row(new Setting(ALPHA, "", "go", 100), jdk));
                cases.add(row(new Setting(NEW, "", "go", 100), jdk));
                cases.add(row(new Setting(NEW, "avoid", "go", 100), jdk));
                cases.add(row(new Setting(NEWEST, "", "io-thread", 100), jdk));
                cases.add(row(new Setting(NEW, "", "thread", 100), jdk));
                for (String way : List.of("pipeline", "pipeline-blocking", "pipeline-async")) {
                    cases.add(row(new Setting(NEW, "", way, 100), jdk));
                }
            }
            if (plan.full()) {
                cases.add(row(new Setting(ALPHA, "target", "go", 1_000), jdk));
                cases.add(row(new Setting(ALPHA, "avoid", "go", 1_000), jdk));
                cases.add(row(new Setting(NEW, "", "go", 1_000), jdk));
                for (String way : List.of("pipeline", "pipeline-blocking", "pipeline-async")) {
                    cases.add(row(new Setting(ALPHA, "target", way, 100), jdk));
                }
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            String target = new Setting(ALPHA, "target", "go", 100).title();
            String avoid = new Setting(ALPHA, "avoid", "go", 100).title();
            expectations.add(rows.expectAlso("go blocks of " + ALPHA + " run on virtual threads when asked to", jdk, "ran on", kinds -> kinds.getFirst().equals("virtual"), target));
            expectations.add(rows.expectAlso("what virtual threads save there is platform threads: at most half", jdk, "platform threads", threads -> Integer.parseInt(threads.getFirst()) * 2 <= Integer.parseInt(threads.get(1)), target, avoid));
            for (String version : List.of(NEW, NEWEST)) {
                expectations.add(rows.expectAlso("go blocks of " + version + " run on platform threads, whatever the property says", jdk, "ran on", kinds -> !kinds.getFirst().contains("virtual"),
                        new Setting(version, "target", "go", 100).title()));
            }
            expectations.add(rows.expectAlso("io-thread of " + NEW + " runs on virtual threads", jdk, "ran on", kinds -> kinds.getFirst().equals("virtual"),
                    new Setting(NEW, "", "io-thread", 100).title()));
            if (plan.more()) {
                expectations.add(rows.expectAlso("pipeline and pipeline-blocking of " + NEW + " run on platform threads", jdk, "ran on", kinds -> kinds.stream().noneMatch(kind -> kind.contains("virtual")),
                        new Setting(NEW, "", "pipeline", 100).title(), new Setting(NEW, "", "pipeline-blocking", 100).title()));
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        String target = new Setting(ALPHA, "target", "go", 100).title();
        String avoid = new Setting(ALPHA, "avoid", "go", 100).title();
        return List.of(
                Claim.of("core.async runs go blocks on virtual threads", "in one alpha", "taken back in 1.9.847-alpha3; io-thread is what uses them since", "heddle lab core-async",
                        rows.tell(target, row -> ALPHA + ": " + row.also("ran on")), rows.tell(new Setting(NEW, "target", "go", 100).title(), row -> NEW + ": " + row.also("ran on")),
                        rows.tell(new Setting(NEWEST, "target", "go", 100).title(), row -> NEWEST + ": " + row.also("ran on"))),
                Claim.of("Virtual go blocks are quicker: 3.65 s against 4.71 s", "no difference on loopback", "both take the second that the page takes; the count of threads differs", "heddle lab core-async",
                        rows.tell(target, CoreAsync::cost), rows.tell(avoid, CoreAsync::cost)));
    }

    private static String cost(Row row) {
        return row.outcome().figure() + " and " + row.also("platform threads") + " platform threads";
    }

    private static Case row(Setting setting, LabJdk jdk) {
        int seconds = (int) (2 * setting.bound().value() / 1_000) + 8;
        return Case.of(setting.title(), jdk, seconds, bench -> run(bench, setting));
    }

    private static Outcome run(Bench bench, Setting setting) throws InterruptedException {
        String[] property = setting.property().isEmpty() ? new String[0] : new String[] {"-Dclojure.core.async.vthreads=" + setting.property()};
        Output said = bench.run(bench.library(bench.libraries(CLOJURE, "org.clojure:core.async:" + setting.version(), CLIENT), "clojure.main").jvm("-Xmx1g").jvm(property)
                .with(bench.file("async.clj"), setting.way(), setting.count(), bench.slowServer(SLOW_MILLIS).uri("/")).atMost(Duration.ofMinutes(2)));
        return Outcome.of(said.number("secondMillis"), "ms").within(setting.bound()).also("cold", String.format(java.util.Locale.ROOT, "%.0f ms", said.number("firstMillis")))
                .also("platform threads", said.text("threads")).also("ran on", said.text("kinds"));
    }
}
