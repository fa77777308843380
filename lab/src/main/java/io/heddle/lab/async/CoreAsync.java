package io.heddle.lab.async;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Limit;
import io.heddle.lab.Outcome;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// On which threads do core.async's go blocks run, and what does that give?
public final class CoreAsync implements Experiment {

    private static final String OLD = "1.6.681";
    private static final String ALPHA = "1.9.829-alpha2";
    private static final String NEW = "1.9.865";
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
        return List.of(CLOJURE, "org.clojure:core.async:" + OLD, "org.clojure:core.async:" + ALPHA, "org.clojure:core.async:" + NEW, CLIENT, "the slow page on loopback, by the JDK's own server");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(row(new Setting(ALPHA, "target", "go", 100), jdk).published(Published.words("3,653 ms, 25 threads")));
            cases.add(row(new Setting(ALPHA, "avoid", "go", 100), jdk).published(Published.words("4,712 ms, 107 threads")));
            cases.add(row(new Setting(NEW, "target", "go", 100), jdk));
            cases.add(row(new Setting(NEW, "", "io-thread", 100), jdk));
            cases.add(row(new Setting(OLD, "", "go", 100), jdk));
            if (plan.more()) {
                cases.add(row(new Setting(ALPHA, "", "go", 100), jdk));
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
            expectations.add(rows.expect("go blocks of " + ALPHA + " run on virtual threads when asked to", jdk, row -> row.getFirst().also("ran on").equals("virtual"), target));
            expectations.add(rows.expect("what virtual threads save there is platform threads: at most half", jdk, row -> row.getFirst().number("platform threads") * 2 <= row.get(1).number("platform threads"), target, avoid));
            expectations.add(rows.expect("go blocks of " + NEW + " run on platform threads, whatever the property says", jdk, row -> !row.getFirst().also("ran on").contains("virtual"),
                    new Setting(NEW, "target", "go", 100).title()));
            expectations.add(rows.expect("io-thread of " + NEW + " runs on virtual threads", jdk, row -> row.getFirst().also("ran on").equals("virtual"),
                    new Setting(NEW, "", "io-thread", 100).title()));
        }
        return expectations;
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
