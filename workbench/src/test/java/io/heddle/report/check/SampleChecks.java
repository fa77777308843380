package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Finding.Step;
import io.heddle.model.Odds;
import io.heddle.model.Odds.Feature;
import io.heddle.model.Place;
import io.heddle.model.RuleText;
import io.heddle.model.ThreadContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks to be rendered: the shape of pgjdbc's and Clojure's real hazards, one that a class file's author might
/// plant, and none at all.
final class SampleChecks {

    static final String PGJDBC = "org.postgresql:postgresql:42.7.7";
    static final String HOSTILE =
            "</script><img src=x onerror=document.documentElement.lang='owned'>| `x` %0A::error::\u001b[2J\u202e\n";

    private SampleChecks() {}

    static final Map<String, RuleText> RULES = Map.of(
            "blocking-under-monitor",
                    rule(
                            "blocking-under-monitor",
                            "Code that holds a monitor calls something that blocks: network, file, sleep, park, another process."),
            "lock-under-monitor",
                    rule("lock-under-monitor", "Code that holds a monitor waits for a lock of `java.util.concurrent`."),
            "callback-under-monitor", rule("callback-under-monitor", "Code that holds a monitor calls external code."));

    private static RuleText rule(String name, String summary) {
        return new RuleText(
                name,
                summary,
                "Up to JDK 23 a virtual thread that blocks so is pinned.\nThere are as many carriers as cores.\n\nWhen all are pinned, nothing runs.",
                "class Good {\n}\n",
                "# " + name + "\n\n" + summary + "\n");
    }

    static Finding lock() {
        return new Finding(
                "lock-under-monitor",
                21,
                Optional.of(23),
                Severity.DEADLOCK,
                Confidence.CERTAIN,
                "every call is resolved",
                Reach.REQUEST,
                PGJDBC,
                "org.postgresql.jdbc.PgPreparedStatement",
                "executeQuery",
                "()Ljava/sql/ResultSet;",
                "PgPreparedStatement.java",
                137,
                List.of(
                        step("org.postgresql.jdbc.PgPreparedStatement", "executeQuery", 137, PGJDBC),
                        step("org.postgresql.jdbc.PgStatement", "executeWithFlags", 352, PGJDBC),
                        step("org.postgresql.jdbc.PgStatement", "executeInternal", 500, PGJDBC),
                        step("org.postgresql.core.v3.QueryExecutorImpl", "execute", 347, PGJDBC),
                        step("org.postgresql.core.v3.QueryExecutorImpl", "obtain", 30, PGJDBC),
                        step("org.postgresql.jdbc.ResourceLock", "obtain", 20, PGJDBC),
                        step("java.util.concurrent.locks.ReentrantLock", "lock", 322, "jdk")),
                "java.util.concurrent.locks.LockSupport.park",
                "upgrade to 42.7.8, which takes a lock instead of the monitor",
                Optional.empty());
    }

    static Finding blocking() {
        return blockingIn("org.postgresql.core.PGStream");
    }

    /// The same in another class.
    static Finding blockingIn(String type) {
        return new Finding(
                "blocking-under-monitor",
                21,
                Optional.of(23),
                Severity.STALL,
                Confidence.LIKELY,
                "one call of the path has two targets",
                new Odds(List.of(
                        new Feature("calls", 3, -0.25),
                        new Feature("any finding", 1, 2),
                        new Feature("classes", 2, 0))),
                Reach.UNKNOWN,
                Finding.Context.UNKNOWN,
                PGJDBC,
                type,
                "receive",
                "(I)[B",
                "PGStream.java",
                555,
                List.of(step("org.postgresql.core.PGStream", "receive", 555, PGJDBC)),
                "java.net.SocketInputStream.read",
                "",
                Optional.empty());
    }

    static Finding clojure() {
        return new Finding(
                "callback-under-monitor",
                21,
                Optional.empty(),
                Severity.SLOW,
                Confidence.LIKELY,
                "",
                Reach.START_UP,
                "org.clojure:clojure:1.11.1",
                "clojure.core$swap_BANG_",
                "invokeStatic",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                "core.clj",
                0,
                List.of(),
                "",
                "1.12.0 uses a lock here",
                Optional.empty());
    }

    static Finding placed(Finding of, Exposure exposure, Finding.Owner owner, String monitor) {
        return placed(of, exposure, owner, monitor, of.artifact());
    }

    static Finding placed(Finding of, Exposure exposure, Finding.Owner owner, String monitor, String artifact) {
        return new Finding(
                of.rule(),
                of.since(),
                of.until(),
                of.severity(),
                of.confidence(),
                of.reason(),
                lessSure(of.odds()),
                exposure.isMetByRequests() ? Reach.REQUEST : of.reach(),
                new Finding.Context(exposure, ThreadContext.CALLERS, owner, monitor),
                artifact,
                of.type(),
                of.method(),
                of.descriptor(),
                of.source(),
                of.line(),
                of.path(),
                of.sink(),
                of.advice(),
                of.seen());
    }

    /// Of a service: its own, what some and each request run of a library, and what runs once there.
    // Rather right than wrong, and too unsure for the first screen of a library.
    private static Odds lessSure(Odds odds) {
        return odds.isKnown()
                ? new Odds(Stream.concat(odds.features().stream(), Stream.of(new Feature("ambiguous calls", 1, -1)))
                        .toList())
                : odds;
    }

    static CheckReport service() {
        return report(
                placed(lock(), Exposure.ONCE, Finding.Owner.LIBRARY, "org.postgresql.A"),
                placed(blocking(), Exposure.SOME_REQUESTS, Finding.Owner.LIBRARY, "org.postgresql.B"),
                placed(blocking(), Exposure.EACH_REQUEST, Finding.Owner.LIBRARY, "org.postgresql.C"),
                placed(clojure(), Exposure.UNKNOWN, Finding.Owner.OWN, ""));
    }

    static Finding hostile() {
        return new Finding(
                "blocking-under-monitor",
                21,
                Optional.empty(),
                Severity.STALL,
                Confidence.LIKELY,
                HOSTILE,
                Reach.REQUEST,
                HOSTILE,
                "com.example." + HOSTILE,
                HOSTILE,
                HOSTILE,
                HOSTILE,
                1,
                List.of(step("com.example." + HOSTILE, HOSTILE, 1, HOSTILE)),
                HOSTILE,
                HOSTILE,
                Optional.empty());
    }

    private static Step step(String type, String method, int line, String artifact) {
        return new Step(type, method, "()V", line, artifact);
    }

    static Check check(Finding... findings) {
        Check.Read read = new Check.Read(
                3,
                1234,
                5678,
                20_000,
                17,
                List.of(new Check.UnknownSite("com.example.Shop.run:12", "java.lang.Runnable.run", 210)),
                List.of(new Check.Unreadable(
                        "app.jar!/BOOT-INF/lib/torn.jar",
                        "it has no zip directory: no archive, or only a part of one")));
        return new Check(
                "0.1.0",
                List.of("heddle", "check", "app.jar"),
                List.of("app.jar"),
                List.of(21, 25),
                read,
                List.of(findings),
                List.of(),
                1.5);
    }

    static CheckReport report(Finding... findings) {
        return report(check(findings));
    }

    static CheckReport report(Check check) {
        return CheckReport.of(
                check,
                Confidence.LIKELY,
                RULES,
                finding ->
                        finding.artifact().equals(PGJDBC) ? Optional.of(new Place("pom.xml", 42)) : Optional.empty());
    }

    static CheckReport full() {
        return report(lock(), blocking(), clojure());
    }
}
