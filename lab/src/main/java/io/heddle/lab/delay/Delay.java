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
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Does Clojure's `delay` hold carriers, and why does a second run recover?
public final class Delay implements Experiment {

    private static final String OLD = "1.11.1";
    private static final String NEW = "1.12.0";
    private static final int THREADS = 400;
    private static final int FEW = 2;
    private static final int MANY = 16;
    private static final double SECONDS_EACH = 0.05;
    private static final String NO_ELISION = "-XX:-EliminateLocks";

    private static final int RUNS = 3;

    private static final String PINS = "pins run after run";
    private static final String PINNED = "carrier time pinned";

    /// Whose a delay is.
    private enum Mode {
        LOCAL("a call's own delay"),
        ESCAPED("a call's own delay that others can see"),
        SHARED("one delay for all calls of a round");

        private final String words;

        Mode(String words) {
            this.words = words;
        }
    }

    /// @param flag a JVM option more; empty for none
    private record Setting(String clojure, Mode mode, int carriers, String flag) {

        String title() {
            return "Clojure " + clojure + ", " + mode.words + ", " + carriers + " carriers"
                    + (flag.isEmpty() ? "" : ", " + flag);
        }

        /// Whether the monitor of `deref` keeps a carrier while the delay is computed.
        boolean holds(LabJdk jdk) {
            return clojure.equals(OLD) && !jdk.monitorsUnmount();
        }

        /// The bound. Where calls hold their carriers, by a monitor that C2 cannot take away, there are as
        /// many at once as carriers, also of those that could share a delay: nobody else gets as far as to ask
        /// for it.
        Limit bound(LabJdk jdk) {
            boolean held = holds(jdk) && (mode != Mode.LOCAL || !flag.isEmpty());
            return held
                    ? Limit.atMost(carriers / SECONDS_EACH, carriers + " carriers held for 50 ms each")
                    : Limit.atMost(THREADS / SECONDS_EACH, THREADS + " threads / 50 ms");
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
        return List.of(
                "org.clojure:clojure:" + OLD,
                "org.clojure:clojure:" + NEW,
                THREADS
                        + " virtual threads in a loop, each deref a delay of 50 ms, without a web server around: counted are calls of the handler, not requests of a client");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.jdks()) {
            settings(plan, jdk)
                    .forEach(setting -> cases.add(row(setting, jdk, setting.carriers() == MANY ? 20 : plan.pick(3, 8))
                            .published(published(setting))));
        }
        return cases;
    }

    private static List<Setting> settings(Plan plan, LabJdk jdk) {
        List<Setting> settings = new ArrayList<>();
        boolean pins = !jdk.monitorsUnmount();
        for (int carriers : plan.full() || plan.more() && pins ? List.of(FEW, MANY) : List.of(FEW)) {
            settings.add(new Setting(OLD, Mode.LOCAL, carriers, ""));
            settings.add(new Setting(OLD, Mode.ESCAPED, carriers, ""));
            if (plan.more() || pins) {
                settings.add(new Setting(OLD, Mode.LOCAL, carriers, NO_ELISION));
            }
            if (plan.full() || carriers == FEW && (plan.more() || pins)) {
                settings.add(new Setting(NEW, Mode.LOCAL, carriers, ""));
            }
            if (plan.full() || plan.more() && carriers == FEW) {
                settings.add(new Setting(OLD, Mode.SHARED, carriers, ""));
                settings.add(new Setting(NEW, Mode.SHARED, carriers, ""));
            }
            if (plan.full()) {
                settings.add(new Setting(NEW, Mode.ESCAPED, carriers, ""));
            }
        }
        return settings;
    }

    /// The article's delay is its request's own; its requests went through a web server.
    private static Published published(Setting setting) {
        if (setting.mode() != Mode.LOCAL || !setting.flag().isEmpty()) {
            return Published.NOTHING;
        }
        return Published.words(setting.clojure().equals(OLD) ? "417 requests/s, then 7,000" : "7,110 requests/s");
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        Setting escaped = new Setting(OLD, Mode.ESCAPED, FEW, "");
        for (LabJdk jdk : plan.jdks()) {
            if (escaped.holds(jdk)) {
                expectations.add(rows.expectAlso(
                        "1.11 holds both carriers: pins fill more than half of their time",
                        jdk,
                        PINNED,
                        share -> first(share.getFirst()) > 0.5,
                        escaped.title()));
                expectations.add(rows.expectSpeed(
                        "1.12 gives at least 20 times as much",
                        jdk,
                        row -> row.get(1).outcome().measured()
                                > 20 * row.getFirst().outcome().measured(),
                        escaped.title(),
                        new Setting(NEW, Mode.LOCAL, FEW, "").title()));
                expectations.add(rows.expectAlso(
                        "without lock elision the second run is no better than the bound of held carriers",
                        jdk,
                        "2nd run",
                        rate -> Double.parseDouble(rate.getFirst()) <= 1.05 * FEW / SECONDS_EACH,
                        new Setting(OLD, Mode.LOCAL, FEW, NO_ELISION).title()));
                if (plan.more()) {
                    expectations.add(rows.expectSpeed(
                            "the third run has recovered with 16 carriers, and without lock elision the second has not: it is the compiler, not the pool",
                            jdk,
                            row -> row.getFirst().number("3rd run")
                                    > 5 * row.get(1).number("2nd run"),
                            new Setting(OLD, Mode.LOCAL, MANY, "").title(),
                            new Setting(OLD, Mode.LOCAL, MANY, NO_ELISION).title()));
                    expectations.add(rows.expectSpeed(
                            "one delay for all calls of a round: 1.12 gives at least 20 times as much",
                            jdk,
                            row -> row.get(1).outcome().measured()
                                    > 20 * row.getFirst().outcome().measured(),
                            new Setting(OLD, Mode.SHARED, FEW, "").title(),
                            new Setting(NEW, Mode.SHARED, FEW, "").title()));
                    expectations.add(rows.expectAlso(
                            "one delay for all pins too: 1.11 for more than a quarter of all carrier time, 1.12 for less than a tenth",
                            jdk,
                            PINNED,
                            share -> first(share.getFirst()) > 0.25 && first(share.get(1)) < 0.1,
                            new Setting(OLD, Mode.SHARED, FEW, "").title(),
                            new Setting(NEW, Mode.SHARED, FEW, "").title()));
                }
            } else {
                expectations.add(rows.expectSpeed(
                        "1.11 pins nothing where monitors unmount: at least 20 times what two held carriers give",
                        jdk,
                        row -> row.getFirst().outcome().measured() > 20 * FEW / SECONDS_EACH,
                        escaped.title()));
                expectations.add(rows.expectAlso(
                        "1.11 pins carriers for less than a tenth of their time where monitors unmount",
                        jdk,
                        PINNED,
                        share -> first(share.getFirst()) < 0.1,
                        escaped.title()));
            }
        }
        return expectations;
    }

    /// The first run's of several figures.
    private static double first(String figures) {
        return Double.parseDouble(figures.split(",", -1)[0]);
    }

    @Override
    public List<Claim> claims(Rows rows) {
        Setting sixteen = new Setting(OLD, Mode.LOCAL, MANY, "");
        Rows pinning = new Rows(rows.all().stream()
                .filter(row -> !LabJdk.kept(row.jdk()).monitorsUnmount())
                .toList());
        return List.of(
                Claim.of(
                                "A handler that derefs a delay of 50 ms serves 417/s on virtual threads (Clojure 1.11.1)",
                                "carriers ÷ 50 ms up to JDK 23",
                                "deref is synchronized; 417/s is a count of cores. Since 24 a monitor holds no carrier",
                                "heddle lab delay",
                                rows.tell(
                                        new Setting(OLD, Mode.ESCAPED, FEW, "").title(),
                                        row -> Figures.rate(row.outcome().measured()) + " with 2 carriers"))
                        .on("1.11 holds both carriers"),
                Claim.of(
                                "A second run recovers because the carrier pool has grown",
                                "it recovers, not for that reason",
                                "C2 removes the lock of a delay that never leaves its request; with " + NO_ELISION
                                        + " no run recovers",
                                "heddle lab delay --jdk 21",
                                pinning.tell(sixteen.title(), row -> runs(row) + " with 16 carriers"),
                                pinning.tell(
                                        new Setting(OLD, Mode.LOCAL, MANY, NO_ELISION).title(),
                                        row -> runs(row) + " without lock elision"))
                        .on("the third run has recovered with 16 carriers"),
                Claim.of(
                                "Clojure 1.12 mends delay",
                                "yes; JDK 24 and newer do too",
                                "a lock in place of the monitor; monitors unmount since JEP 491",
                                "heddle lab delay",
                                rows.tell(
                                        new Setting(NEW, Mode.LOCAL, FEW, "").title(),
                                        row -> Figures.rate(row.outcome().measured()) + " with 1.12"),
                                rows.tell(
                                        new Setting(OLD, Mode.LOCAL, FEW, "").title(),
                                        row -> Figures.rate(row.outcome().measured()) + " with 1.11"))
                        .on("1.12 gives at least 20 times as much"));
    }

    private static String runs(Row row) {
        return String.join(
                        ", ",
                        List.of(Figures.number(row.outcome().measured()), row.also("2nd run"), row.also("3rd run"))
                                .stream()
                                .filter(run -> !run.isEmpty())
                                .toList())
                + "/s run after run";
    }

    private static Case row(Setting setting, LabJdk jdk, int seconds) {
        return Case.of(setting.title(), jdk, seconds * RUNS + 4, bench -> run(bench, setting, jdk, seconds));
    }

    private static Outcome run(Bench bench, Setting setting, LabJdk jdk, int seconds) throws InterruptedException {
        List<String> jvm = new ArrayList<>(
                List.of("-Xmx1g", "-Djdk.virtualThreadScheduler.parallelism=" + setting.carriers(), "-Xlog:disable"));
        if (!setting.flag().isEmpty()) {
            jvm.add(setting.flag());
        }
        Output said = bench.run(bench.library(
                        bench.libraries("org.clojure:clojure:" + setting.clojure()), "clojure.main")
                .jvm(jvm.toArray(String[]::new))
                .with(bench.file("delay.clj"), setting.mode().name().toLowerCase(Locale.ROOT), THREADS, seconds, RUNS)
                .atMost(Duration.ofSeconds(120L + 4L * seconds * RUNS)));
        return Outcome.of(said.number("run1"), "calls/s")
                .within(setting.bound(jdk))
                .also("2nd run", rounded(said, "run2"))
                .also("3rd run", rounded(said, "run3"))
                .also(PINS, each(run -> said.text("pins" + run)))
                .also(PINNED, each(run -> String.format(Locale.ROOT, "%.2f", share(said, run, setting, seconds))))
                .remark(meaning(setting, jdk, said, share(said, 1, setting, seconds)));
    }

    /// Share of all carriers' time that a run's pins took.
    private static double share(Output said, int run, Setting setting, int seconds) {
        return said.number("pinnedSeconds" + run) / setting.carriers() / seconds;
    }

    private static String each(IntFunction<String> words) {
        return IntStream.rangeClosed(1, RUNS).mapToObj(words).collect(Collectors.joining(", "));
    }

    private static String meaning(Setting setting, LabJdk jdk, Output said, double pinned) {
        double first = said.number("run1");
        double held = setting.carriers() / SECONDS_EACH;
        if (said.number("run3") > 5 * first) {
            return "recovers once the compiler has removed the lock, since this delay never leaves its call; "
                    + NO_ELISION + " keeps it at " + Figures.rate(held);
        }
        if (pinned < 0.01) {
            return String.format(
                    Locale.ROOT,
                    "holds no carrier: %.0f calls at once on %d",
                    first * SECONDS_EACH,
                    setting.carriers());
        }
        if (setting.mode() == Mode.SHARED) {
            return String.format(
                    Locale.ROOT,
                    "%.1f calls share a round of 50 ms: who has no carrier cannot even ask for the delay",
                    first * SECONDS_EACH);
        }
        return String.format(
                        Locale.ROOT,
                        "pins took %.0f %% of the carriers' time: %.1f calls at once on %d carriers",
                        100 * pinned,
                        first * SECONDS_EACH,
                        setting.carriers())
                + (setting.holds(jdk)
                                && setting.mode() == Mode.LOCAL
                                && setting.flag().isEmpty()
                        ? "; too few calls for the compiler to take the lock away"
                        : "");
    }

    private static String rounded(Output said, String key) {
        return String.format(Locale.ROOT, "%.1f", said.number(key));
    }
}
