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
import java.util.Locale;

/// What becomes of values bound to threads: who sees them, and what they cost with 10,000 requests at once.
final class Context {

    static final String LOGBACK = "ch.qos.logback:logback-classic:1.5.38";

    private static final int REQUESTS = 10_000;
    private static final String NONE = "none";

    /// A way to bind a value.
    private enum Kind {

        THREAD_LOCAL("ThreadLocal", false), INHERITABLE("InheritableThreadLocal", true), MDC("MDC", false), SCOPED("ScopedValue", false);

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

    private Context() {
    }

    private static String title(Kind kind, boolean virtual) {
        return kind.title + String.format(Locale.ROOT, ", %,d requests on %s", REQUESTS, virtual ? "virtual threads" : "a pool of 200");
    }

    static String inheritableTitle(boolean virtual) {
        return title(Kind.INHERITABLE, virtual);
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Kind kind : Kind.values()) {
                for (boolean virtual : List.of(false, true)) {
                    cases.add(Case.of(title(kind, virtual), jdk, 3, bench -> run(bench, kind, virtual, jdk)));
                }
            }
        }
        return cases;
    }

    static List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.someJdks()) {
            for (Kind kind : Kind.values()) {
                expectations.add(rows.expectAlso(kind.title + (kind.inherited ? ": a thread that a request starts sees its value, on either kind" : ": a thread that a request starts does not see its value, on either kind"), jdk, "a child sees", both -> both.stream().allMatch((kind.inherited ? "its request's" : NONE)::equals), title(kind, false), title(kind, true)));
                expectations.add(rows.expectAlso(kind.title + (kind.stays() ? ": what a careless request leaves meets the next one on a pool, and never on virtual threads" : ": a request leaves nothing behind"),
                        jdk, "the next request sees", both -> both.equals(List.of(kind.stays() ? "the last one's" : NONE, NONE)),
                        title(kind, false), title(kind, true)));
            }
            expectations.add(rows.expectAlso("a pool hands the value of the request that started the worker to later ones, virtual threads that of the request itself", jdk,
                    "a task sees", both -> both.equals(List.of("another request's", "its request's")), inheritableTitle(false), inheritableTitle(true)));
            expectations.add(rows.expect("a value for each thread takes at least five times the memory with a thread for each request", jdk,
                    both -> both.get(1).outcome().measured() > 5 * both.getFirst().outcome().measured(), title(Kind.THREAD_LOCAL, false), title(Kind.THREAD_LOCAL, true)));
        }
        return expectations;
    }

    private static Outcome run(Bench bench, Kind kind, boolean virtual, LabJdk jdk) throws InterruptedException {
        // A preview in 21 to 24, final since 25; the program reaches it by reflection.
        List<String> preview = jdk.feature() < 25 && kind == Kind.SCOPED ? List.of("--enable-preview") : List.of();
        Output said = bench.run(bench.java(bench.libraries(LOGBACK), "Values.java").jvm("-Xmx512m", "-XX:+UseSerialGC", "-Xlog:disable").jvm(preview)
                .with(kind.title, virtual ? "virtual" : "platform", REQUESTS));
        return Outcome.of(said.number("mib"), "MiB of values").also("a child sees", said.text("child")).also("the next request sees", said.text("next")).also("a task sees", said.text("task"));
    }
}
