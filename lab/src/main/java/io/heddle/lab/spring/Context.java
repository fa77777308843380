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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What becomes of values bound to threads: who sees them, and what they cost with 10,000 requests at once.
final class Context {

    static final String LOGBACK = "ch.qos.logback:logback-classic:1.5.38";

    private static final int REQUESTS = 10_000;
    private static final int POOL = 200;
    private static final int VALUE_BYTES = 1_024;
    private static final double MIB = 1 << 20;
    private static final String NONE = "none";

    /// One compiler, and none in the background: stacks are then of the same size in each round. The collector
    /// leaves no garbage where moving it is not worth it.
    private static final List<String> REPEATABLE =
            List.of("-XX:TieredStopAtLevel=1", "-Xbatch", "-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1");

    /// A way to bind a value.
    private enum Kind {
        THREAD_LOCAL("ThreadLocal", false),
        INHERITABLE("InheritableThreadLocal", true),
        MDC("MDC", false),
        SCOPED("ScopedValue", false);

        private final String title;
        private final boolean inherited;

        Kind(String title, boolean inherited) {
            this.title = title;
            this.inherited = inherited;
        }

        /// Whether what is bound stays with the thread when the request is over, unless somebody removes it.
        boolean stays() {
            return this != SCOPED;
        }
    }

    private Context() {}

    private static String title(Kind kind, boolean virtual) {
        return kind.title
                + String.format(
                        Locale.ROOT,
                        ", %,d requests on %s",
                        REQUESTS,
                        virtual ? "virtual threads" : "a pool of " + POOL);
    }

    static String inheritableTitle(boolean virtual) {
        return title(Kind.INHERITABLE, virtual);
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Kind kind : Kind.values()) {
                for (boolean virtual : List.of(false, true)) {
                    cases.add(Case.of(title(kind, virtual), jdk, 4, bench -> run(bench, kind, virtual, jdk)));
                }
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Kind kind : Kind.values()) {
                expectations.add(rows.expectAlso(
                        kind.title
                                + (kind.inherited
                                        ? ": a thread that a request starts sees its value, on either kind"
                                        : ": a thread that a request starts does not see its value, on either kind"),
                        jdk,
                        "a child sees",
                        both -> both.stream().allMatch((kind.inherited ? "its request's" : NONE)::equals),
                        title(kind, false),
                        title(kind, true)));
                expectations.add(rows.expectAlso(
                        kind.title
                                + (kind.stays()
                                        ? ": what a careless request leaves meets the next one on a pool, and never on virtual threads"
                                        : ": a request leaves nothing behind"),
                        jdk,
                        "the next request sees",
                        both -> both.equals(List.of(kind.stays() ? "the last one's" : NONE, NONE)),
                        title(kind, false),
                        title(kind, true)));
            }
            expectations.add(rows.expectAlso(
                    "a pool hands the value of the request that started the worker to later ones, virtual threads that of the request itself",
                    jdk,
                    "a task sees",
                    both -> both.equals(List.of("another request's", "its request's")),
                    inheritableTitle(false),
                    inheritableTitle(true)));
            for (Kind kind : Kind.values()) {
                expectations.add(rows.expect(
                        String.format(
                                Locale.ROOT,
                                "%s: %,d threads hold a value each, a pool of %d at once less than a fifth of that",
                                kind.title,
                                REQUESTS,
                                POOL),
                        jdk,
                        both -> holdsAll(both.getFirst().outcome())
                                && holdsAll(both.get(1).outcome())
                                && both.getFirst().outcome().measured()
                                        < both.get(1).outcome().measured() / 5,
                        title(kind, false),
                        title(kind, true)));
            }
        }
        return expectations;
    }

    /// Whether each thread's value is in the figure: less would be a wrong measurement.
    private static boolean holdsAll(Outcome outcome) {
        return outcome.limit().orElseThrow().allows(outcome.measured());
    }

    private static Outcome run(Bench bench, Kind kind, boolean virtual, LabJdk jdk) throws InterruptedException {
        List<String> preview = jdk.feature() < 25 && kind == Kind.SCOPED ? List.of("--enable-preview") : List.of();
        Output said = bench.run(bench.javaWithPreviews(bench.libraries(LOGBACK), "Values.java")
                .jvm("-Xmx512m", "-Xlog:disable")
                .jvm(REPEATABLE)
                .jvm(preview)
                .with(kind.title, virtual ? "virtual" : "platform", REQUESTS));
        int values = virtual ? REQUESTS : POOL;
        double bytes = said.number("bytes");
        return Outcome.of(bytes / MIB, "MiB of values")
                .within(Limit.atLeast(
                        values * VALUE_BYTES / MIB, String.format(Locale.ROOT, "%,d values of 1 KiB", values)))
                .also("a value takes", String.format(Locale.ROOT, "%,.0f B", bytes / values))
                .also("a child sees", said.text("child"))
                .also("the next request sees", said.text("next"))
                .also("a task sees", said.text("task"))
                .remark(meaning(said.text("next"), said.text("task"), bytes / values, values));
    }

    /// What the row says to those who review their values.
    private static String meaning(String next, String task, double bytes, int values) {
        String held = String.format(
                Locale.ROOT, "%,d values at once, %.0f B each beside their own 1,024", values, bytes - VALUE_BYTES);
        if (task.equals("another request's")) {
            return "a task acts on another request's value; " + held;
        }
        if (!next.equals(NONE)) {
            return "the next request acts on what was left behind; " + held;
        }
        return task.equals(NONE)
                ? "nothing is left behind; " + held
                : "a task gets the value of its own request; " + held;
    }
}
