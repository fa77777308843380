package io.heddle.lab.delay;

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
import io.heddle.model.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Does Clojure's `delay` hold carriers, and why does a second run recover?
public final class Delay implements Experiment {

    private static final String OLD = "1.11.1";
    private static final String NEW = "1.12.0";
    private static final int THREADS = 400;
    private static final double SECONDS_EACH = 0.05;
    private static final String NO_ELISION = "-XX:-EliminateLocks";

    /// @param mode whether the delay is the request's own, or put where others could see it
    /// @param flag a JVM option more; empty for none
    private record Setting(String clojure, String mode, int carriers, String flag) {

        String title() {
            return "Clojure " + clojure + ", " + (mode.equals("local") ? "a request's own delay" : "a shared delay") + ", " + carriers + " carriers" + (flag.isEmpty() ? "" : ", " + flag);
        }

        /// Whether each deref keeps its carrier for all of its 50 ms: a monitor that pins, and that C2 cannot take away.
        boolean pins(boolean monitorsUnmount) {
            return clojure.equals(OLD) && !monitorsUnmount && (mode.equals("shared") || !flag.isEmpty());
        }
    }

    @Override
    public String name() {
        return "delay";
    }

    @Override
    public String question() {
        return "does Clojure's delay hold carriers, and why does a second run recover?";
    }

    @Override
    public String source() {
        return "\"Exploring Java Virtual Threads in Clojure Applications\": on 1.11.1 a handler with a delay serves 417/s, in a second run some 7,000/s; on 1.12 7,110/s at once";
    }

    @Override
    public List<String> versions() {
        return List.of("org.clojure:clojure:" + OLD, "org.clojure:clojure:" + NEW, THREADS + " virtual threads in a loop, each deref a delay of 50 ms, without a web server around");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        int seconds = plan.pick(3, 8);
        for (LabJdk jdk : plan.jdks()) {
            cases.add(row(new Setting(OLD, "local", 2, ""), jdk, seconds, 3).published(Published.words("417/s, then 7,000/s")));
            cases.add(row(new Setting(OLD, "shared", 2, ""), jdk, seconds, 2));
            if (plan.more() || jdk.feature() == 21) {
                cases.add(row(new Setting(OLD, "local", 2, NO_ELISION), jdk, seconds, 2));
                cases.add(row(new Setting(NEW, "local", 2, ""), jdk, seconds, 2).published(Published.figure(7_110, "req/s")));
            }
            if (plan.more() && !jdk.monitorsUnmount()) {
                cases.add(row(new Setting(OLD, "local", 16, ""), jdk, 20, 3).published(Published.words("417/s, then 7,000/s")));
                cases.add(row(new Setting(OLD, "local", 16, NO_ELISION), jdk, 20, 2));
            }
            if (plan.full()) {
                cases.add(row(new Setting(NEW, "shared", 2, ""), jdk, seconds, 2));
                cases.add(row(new Setting(OLD, "shared", 16, ""), jdk, 20, 2));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        Setting shared = new Setting(OLD, "shared", 2, "");
        for (LabJdk jdk : plan.jdks()) {
            if (jdk.monitorsUnmount()) {
                expectations.add(rows.expectSpeed("1.11 pins nothing where monitors unmount: at least 20 times what two held carriers give", jdk,
                        row -> row.getFirst().outcome().measured() > 20 * 2 / SECONDS_EACH, shared.title()));
            } else {
                expectations.add(rows.expectAlso("1.11 holds both carriers: pins fill more than half of their time", jdk, "carrier time pinned", share -> Double.parseDouble(share.getFirst()) > 0.5,
                        shared.title()));
                expectations.add(rows.expectSpeed("1.12 gives at least 20 times as much", jdk, row -> row.get(1).outcome().measured() > 20 * row.getFirst().outcome().measured(),
                        shared.title(), new Setting(NEW, "local", 2, "").title()));
                expectations.add(rows.expectAlso("without lock elision the second run is no better than the bound of held carriers", jdk,
                        "2nd run", rate -> Double.parseDouble(rate.getFirst()) <= 1.05 * 2 / SECONDS_EACH, new Setting(OLD, "local", 2, NO_ELISION).title()));
                if (plan.more()) {
                    expectations.add(rows.expectSpeed("the second run recovers with 16 carriers, and not without lock elision: it is the compiler, not the pool", jdk,
                            row -> row.getFirst().number("3rd run") > 5 * row.get(1).number("2nd run"),
                            new Setting(OLD, "local", 16, "").title(), new Setting(OLD, "local", 16, NO_ELISION).title()));
                }
            }
        }
        return expectations;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        Setting sixteen = new Setting(OLD, "local", 16, "");
        return List.of(
                Claim.of("A handler that derefs a delay of 50 ms serves 417/s on virtual threads (Clojure 1.11.1)", "it serves carriers ÷ 50 ms", "deref is synchronized; 417/s is a count of cores",
                        "heddle lab delay", rows.tell(new Setting(OLD, "shared", 2, "").title(), row -> Figures.rate(row.outcome().measured()) + " with 2 carriers")),
                Claim.of("A second run recovers because the carrier pool has grown", "it recovers, not for that reason", "C2 removes the lock of a delay that never leaves its request; with "
                        + NO_ELISION + " no run recovers", "heddle lab delay --jdk 21", rows.tell(sixteen.title(), row -> runs(row) + " with 16 carriers"),
                        rows.tell(new Setting(OLD, "local", 16, NO_ELISION).title(), row -> runs(row) + " without lock elision")),
                Claim.of("Clojure 1.12 mends delay", "yes; JDK 24 and newer do too", "a lock in place of the monitor; monitors unmount since JEP 491", "heddle lab delay",
                        rows.tell(new Setting(NEW, "local", 2, "").title(), row -> Figures.rate(row.outcome().measured()) + " with 1.12"),
                        rows.tell(new Setting(OLD, "local", 2, "").title(), row -> Figures.rate(row.outcome().measured()) + " with 1.11")));
    }

    private static String runs(Row row) {
        return String.join(", ", List.of(Figures.number(row.outcome().measured()), row.also("2nd run"), row.also("3rd run")).stream().filter(run -> !run.isEmpty()).toList()) + "/s run after run";
    }

    private static Case row(Setting setting, LabJdk jdk, int seconds, int runs) {
        return Case.of(setting.title(), jdk, seconds * runs + 4, bench -> run(bench, setting, jdk, seconds, runs));
    }

    private static Outcome run(Bench bench, Setting setting, LabJdk jdk, int seconds, int runs) throws InterruptedException {
        List<String> jvm = new ArrayList<>(List.of("-Xmx1g", "-Djdk.virtualThreadScheduler.parallelism=" + setting.carriers(), "-Xlog:disable"));
        if (!setting.flag().isEmpty()) {
            jvm.add(setting.flag());
        }
        Output said = bench.run(bench.library(bench.libraries("org.clojure:clojure:" + setting.clojure()), "clojure.main").jvm(jvm.toArray(String[]::new))
                .with(bench.file("delay.clj"), setting.mode(), THREADS, seconds, runs).atMost(Duration.ofSeconds(120L + 4L * seconds * runs)));
        double first = said.number("run1");
        boolean pins = setting.pins(jdk.monitorsUnmount());
        double held = setting.carriers() / SECONDS_EACH;
        Outcome outcome = Outcome.of(first, "req/s").within(pins ? Limit.atMost(held, setting.carriers() + " carriers held for 50 ms each")
                : Limit.atMost(THREADS / SECONDS_EACH, THREADS + " threads / 50 ms"));
        outcome = outcome.also("2nd run", rounded(said, "run2"));
        if (runs > 2) {
            outcome = outcome.also("3rd run", rounded(said, "run3"));
        }
        outcome = outcome.also("pins in the 1st", said.text("pins"))
                .also("carrier time pinned", String.format(Locale.ROOT, "%.2f", said.number("pinnedSeconds") / setting.carriers() / seconds));
        boolean recovered = runs > 2 && said.number("run3") > 5 * first;
        return recovered ? outcome.remark("recovers once the compiler has removed the lock, since this delay never leaves its request; " + NO_ELISION + " keeps it at "
                + Figures.rate(held)) : outcome;
    }

    private static String rounded(Output said, String key) {
        return String.format(Locale.ROOT, "%.1f", said.number(key));
    }
}
