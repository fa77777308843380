package io.heddle.lab.spring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import java.util.ArrayList;
import java.util.List;

/// Which of a service's tasks the switch moves: `@Async`, `@Scheduled`, and executors of its own.
final class TaskThreads {

    private static final List<String> WAYS = List.of("@Async", "@Scheduled", "own executor", "CompletableFuture");

    /// @param virtual the switch
    /// @param bean whether the service has an `Executor` bean of its own
    private record Setting(boolean virtual, boolean bean) {

        String title() {
            return "tasks, switch " + (virtual ? "on" : "off") + (bean ? ", with an Executor bean of one's own" : "");
        }
    }

    private static final Setting OFF = new Setting(false, false);
    private static final Setting ON = new Setting(true, false);
    private static final Setting BEAN = new Setting(true, true);

    private TaskThreads() {}

    static String onTitle() {
        return ON.title();
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Setting setting : List.of(OFF, ON, BEAN)) {
                cases.add(Case.of(setting.title(), jdk, 5, bench -> run(bench, setting)));
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            expectations.add(rows.expect(
                    "without the switch no task runs on a virtual thread",
                    jdk,
                    row -> row.getFirst().outcome().measured() == 0,
                    OFF.title()));
            expectations.add(rows.expect(
                    "the switch moves @Async and @Scheduled, and neither an executor of one's own nor CompletableFuture",
                    jdk,
                    row -> row.getFirst().also("@Async").startsWith("virtual")
                            && row.getFirst().also("@Scheduled").startsWith("virtual")
                            && row.getFirst().outcome().measured() == 2,
                    ON.title()));
            expectations.add(rows.expectAlso(
                    "an Executor bean of one's own takes @Async back to platform threads",
                    jdk,
                    "@Async",
                    threads -> threads.getFirst().startsWith("platform"),
                    BEAN.title()));
        }
        return expectations;
    }

    private static Outcome run(Bench bench, Setting setting) throws InterruptedException {
        Output said = bench.run(bench.java(bench.libraries(SpringBoot.BOOT), "Tasks.java")
                .jvm("-Xmx256m", "-Xlog:disable")
                .with(
                        "--spring.threads.virtual.enabled=" + setting.virtual(),
                        "--bean=" + setting.bean(),
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn"));
        long virtual = WAYS.stream()
                .filter(way -> said.text(key(way)).startsWith("virtual"))
                .count();
        Outcome outcome = Outcome.of(virtual, "of " + WAYS.size() + " ways on virtual threads");
        for (String way : WAYS) {
            outcome = outcome.also(way, said.text(key(way)));
        }
        return outcome.also("parallelism of the common pool", said.text("parallelism"))
                .remark(meaning(said));
    }

    /// What the switch has moved, and what was there before it.
    private static String meaning(Output said) {
        List<String> moved = WAYS.stream()
                .filter(way -> said.text(key(way)).startsWith("virtual"))
                .toList();
        List<String> stay = WAYS.stream().filter(way -> !moved.contains(way)).toList();
        String threads = moved.isEmpty()
                ? "nothing runs on a virtual thread"
                : String.join(" and ", moved) + " moved, " + String.join(" and ", stay) + " did not";
        return said.text(key("CompletableFuture")).contains("commonPool")
                ? threads
                : threads
                        + "; CompletableFuture starts a platform thread for each task here, since the common pool has a parallelism of "
                        + said.text("parallelism");
    }

    /// As the program says it.
    private static String key(String way) {
        return way.replace("@", "").replace(' ', '-');
    }
}
