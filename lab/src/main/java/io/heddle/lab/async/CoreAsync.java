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
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// On which threads do core.async's go blocks run, and what does that give?
public final class CoreAsync implements Experiment {

    private static final String CLOJURE = "org.clojure:clojure:1.12.3";
    private static final String CLIENT = "org.apache.httpcomponents:httpclient:4.5.14";

    private static final List<String> PIPELINES = List.of("pipeline", "pipeline-blocking", "pipeline-async");

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
        Stream<String> versions = Stream.of(
                        Setting.OLD,
                        Setting.LAST_FIXED,
                        Setting.FIRST_CACHED,
                        Setting.ALPHA,
                        Setting.NEW,
                        Setting.NEWEST)
                .map(version -> "org.clojure:core.async:" + version);
        return Stream.of(
                        Stream.of(CLOJURE),
                        versions,
                        Stream.of(CLIENT, "the slow page on loopback, by the JDK's own server; 2 carriers"))
                .flatMap(part -> part)
                .toList();
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            cases.add(row(Setting.go(Setting.ALPHA, "target"), jdk)
                    .published(new Published(OptionalDouble.of(3_653), "3,653 ms, 25 threads")));
            cases.add(row(Setting.go(Setting.ALPHA, "avoid"), jdk)
                    .published(new Published(OptionalDouble.of(4_712), "4,712 ms, 107 threads")));
            List<Setting> settings = new ArrayList<>(List.of(
                    Setting.go(Setting.NEW, "target"),
                    Setting.go(Setting.NEWEST, "target"),
                    Setting.of(Setting.NEW, "io-thread"),
                    Setting.of(Setting.OLD, "go")));
            if (plan.more()) {
                settings.addAll(more());
            }
            if (plan.full()) {
                settings.addAll(all());
            }
            settings.forEach(setting -> cases.add(row(setting, jdk)));
        }
        return cases;
    }

    private static List<Setting> more() {
        List<Setting> settings = new ArrayList<>(List.of(
                Setting.of(Setting.LAST_FIXED, "go"),
                Setting.of(Setting.FIRST_CACHED, "go"),
                Setting.of(Setting.ALPHA, "go"),
                Setting.of(Setting.NEW, "go"),
                Setting.go(Setting.NEW, "avoid"),
                Setting.of(Setting.FIRST_CACHED, "io-thread"),
                Setting.of(Setting.NEWEST, "io-thread"),
                Setting.of(Setting.NEW, "thread")));
        PIPELINES.forEach(way -> settings.add(Setting.of(Setting.NEW, way)));
        settings.add(Setting.of(Setting.NEW, Setting.ASYNC_ON_IO_THREAD));
        return settings;
    }

    private static List<Setting> all() {
        List<Setting> settings = new ArrayList<>();
        for (String property : List.of("target", "avoid", "")) {
            settings.add(Setting.go(Setting.ALPHA, property).times(1_000));
            PIPELINES.forEach(way -> settings.add(new Setting(Setting.ALPHA, property, way, 100)));
        }
        for (String version : List.of(Setting.OLD, Setting.NEW, Setting.NEWEST)) {
            settings.add(Setting.of(version, "go").times(1_000));
        }
        PIPELINES.forEach(way -> settings.add(Setting.of(Setting.NEWEST, way)));
        settings.add(Setting.of(Setting.NEWEST, Setting.ASYNC_ON_IO_THREAD));
        for (String version : List.of(Setting.OLD, Setting.ALPHA, Setting.NEWEST)) {
            settings.add(Setting.of(version, "thread"));
        }
        return settings;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        String target = Setting.go(Setting.ALPHA, "target").title();
        String avoid = Setting.go(Setting.ALPHA, "avoid").title();
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(virtual(
                    rows,
                    "go blocks of " + Setting.ALPHA + " run on virtual threads when asked to",
                    jdk,
                    Setting.go(Setting.ALPHA, "target")));
            expectations.add(rows.expectAlso(
                    "what virtual threads save there is platform threads: at most half",
                    jdk,
                    "platform threads",
                    threads -> Integer.parseInt(threads.getFirst()) * 2 <= Integer.parseInt(threads.get(1)),
                    target,
                    avoid));
            expectations.add(rows.expectSpeed(
                    "of the two neither takes half as long again as the other",
                    jdk,
                    two -> ratio(two) < 1.5 && ratio(two.reversed()) < 1.5,
                    target,
                    avoid));
            for (String version : List.of(Setting.NEW, Setting.NEWEST)) {
                expectations.add(platform(
                        rows,
                        "go blocks of " + version + " run on platform threads, whatever the property says",
                        jdk,
                        Setting.go(version, "target")));
            }
            expectations.add(virtual(
                    rows,
                    "io-thread of " + Setting.NEW + " runs on virtual threads",
                    jdk,
                    Setting.of(Setting.NEW, "io-thread")));
            expectations.add(rows.expectAlso(
                    Setting.OLD + " has at most 8 threads for go blocks",
                    jdk,
                    Setting.USED,
                    CoreAsync::oldPool,
                    Setting.of(Setting.OLD, "go").title()));
            if (plan.more()) {
                expectations.add(platform(
                        rows,
                        "pipeline and pipeline-blocking of " + Setting.NEW + " run on platform threads",
                        jdk,
                        Setting.of(Setting.NEW, "pipeline"),
                        Setting.of(Setting.NEW, "pipeline-blocking")));
                expectations.add(virtual(
                        rows,
                        "what pipeline-async of " + Setting.NEW + " gives to io-thread runs on virtual threads",
                        jdk,
                        Setting.of(Setting.NEW, Setting.ASYNC_ON_IO_THREAD)));
                expectations.add(platform(
                        rows,
                        "io-thread of " + Setting.FIRST_CACHED + " runs on platform threads",
                        jdk,
                        Setting.of(Setting.FIRST_CACHED, "io-thread")));
                expectations.add(rows.expectAlso(
                        Setting.LAST_FIXED + " has at most 8 threads for go blocks",
                        jdk,
                        Setting.USED,
                        CoreAsync::oldPool,
                        Setting.of(Setting.LAST_FIXED, "go").title()));
                expectations.add(rows.expectAlso(
                        Setting.FIRST_CACHED + " has more",
                        jdk,
                        Setting.USED,
                        used -> Integer.parseInt(used.getFirst()) > Setting.OLD_POOL,
                        Setting.of(Setting.FIRST_CACHED, "go").title()));
            }
            if (plan.full()) {
                expectations.add(platform(
                        rows,
                        "thread runs on platform threads in every version",
                        jdk,
                        Stream.of(Setting.OLD, Setting.ALPHA, Setting.NEW, Setting.NEWEST)
                                .map(version -> Setting.of(version, "thread"))
                                .toArray(Setting[]::new)));
                expectations.add(platform(
                        rows,
                        "pipeline and pipeline-blocking of " + Setting.ALPHA
                                + " run on platform threads, even where go blocks do not",
                        jdk,
                        new Setting(Setting.ALPHA, "target", "pipeline", 100),
                        new Setting(Setting.ALPHA, "target", "pipeline-blocking", 100)));
            }
        }
        return expectations;
    }

    private static Expectation virtual(Rows rows, String says, LabJdk jdk, Setting setting) {
        return rows.expectAlso(
                says, jdk, Setting.KIND, kinds -> kinds.getFirst().equals("virtual"), setting.title());
    }

    private static Expectation platform(Rows rows, String says, LabJdk jdk, Setting... settings) {
        return rows.expectAlso(
                says,
                jdk,
                Setting.KIND,
                kinds -> kinds.stream().noneMatch(kind -> kind.contains("virtual")),
                Stream.of(settings).map(Setting::title).toArray(String[]::new));
    }

    private static boolean oldPool(List<String> used) {
        return Integer.parseInt(used.getFirst()) <= Setting.OLD_POOL;
    }

    private static double ratio(List<Row> two) {
        return two.getFirst().outcome().measured() / two.getLast().outcome().measured();
    }

    @Override
    public List<Claim> claims(Rows rows) {
        String target = Setting.go(Setting.ALPHA, "target").title();
        String avoid = Setting.go(Setting.ALPHA, "avoid").title();
        return List.of(
                Claim.of(
                                "core.async runs go blocks on virtual threads",
                                "in one alpha",
                                "taken back in 1.9.847-alpha3; io-thread is what uses them since",
                                "heddle lab core-async",
                                rows.tell(target, row -> Setting.ALPHA + ": " + row.also(Setting.KIND)),
                                rows.tell(
                                        Setting.go(Setting.NEW, "target").title(),
                                        row -> Setting.NEW + ": " + row.also(Setting.KIND)),
                                rows.tell(
                                        Setting.go(Setting.NEWEST, "target").title(),
                                        row -> Setting.NEWEST + ": " + row.also(Setting.KIND)))
                        .on(
                                "go blocks of " + Setting.ALPHA + " run on virtual threads",
                                "go blocks of " + Setting.NEW + " run on platform threads",
                                "go blocks of " + Setting.NEWEST + " run on platform threads"),
                Claim.of(
                                "Virtual go blocks are quicker: 3.65 s against 4.71 s",
                                "no difference on loopback",
                                "both take the second that the page takes; the count of threads differs",
                                "heddle lab core-async",
                                rows.tell(target, CoreAsync::cost),
                                rows.tell(avoid, CoreAsync::cost))
                        .on("of the two neither takes half as long again"));
    }

    private static String cost(Row row) {
        return row.outcome().figure() + " and " + row.also("platform threads") + " platform threads";
    }

    private static Case row(Setting setting, LabJdk jdk) {
        int seconds = (int) (setting.rounds() * setting.bound().value() / 1_000) + 8;
        return Case.of(setting.title(), jdk, seconds, bench -> run(bench, setting));
    }

    private static Outcome run(Bench bench, Setting setting) throws InterruptedException {
        String[] property = setting.property().isEmpty()
                ? new String[0]
                : new String[] {"-Dclojure.core.async.vthreads=" + setting.property()};
        Output said = bench.run(bench.library(
                        bench.libraries(CLOJURE, "org.clojure:core.async:" + setting.version(), CLIENT), "clojure.main")
                .jvm("-Xmx1g", "-Djdk.virtualThreadScheduler.parallelism=2")
                .jvm(property)
                .with(
                        bench.file("async.clj"),
                        setting.way(),
                        setting.count(),
                        bench.slowServer(Setting.SLOW_MILLIS).uri("/"),
                        setting.rounds())
                .atMost(Duration.ofMinutes(2)
                        .plusMillis(
                                Math.round(setting.rounds() * setting.bound().value()))));
        Outcome outcome = Outcome.of(said.number("lastMillis"), "ms").within(setting.bound());
        if (setting.rounds() > 1) {
            outcome = outcome.also("cold", millis(said.number("firstMillis")));
        }
        outcome = outcome.also(Setting.CPU, millis(said.number("lastCpuMillis")))
                .also("platform threads", said.text("threads"))
                .also(Setting.KIND, said.text("kinds"));
        if (!said.text("kinds").equals("virtual")) {
            outcome = outcome.also(Setting.USED, said.text("used"));
        }
        return outcome.remark(setting.remark(outcome));
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.0f ms", millis);
    }
}
