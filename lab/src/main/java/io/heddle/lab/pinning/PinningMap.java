package io.heddle.lab.pinning;

import io.heddle.lab.Case;
import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiment;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Output;
import io.heddle.lab.pinning.Scenario.Behaviour;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What holds a carrier, does an event tell, does the pool make up for it?
public final class PinningMap implements Experiment {

    private static final int CARRIERS = 2;

    /// Half of what is left of the holders' 300 ms when the probe is asked, and far above the delay of a busy
    /// machine.
    private static final double DELAYED_MILLIS = 120;

    /// Since when the pool does not grow for reads and writes of files (JDK-8329593).
    private static final int FILES = 23;

    /// Since when a virtual thread leaves its carrier while it waits for another's class initialiser (JDK-8369238), on
    /// HotSpot; on OpenJ9 it does not.
    private static final int CLASS_INITIALISERS = 26;

    private static final List<Scenario> SCENARIOS = List.of(
            Scenario.always("sleep", "Thread.sleep (control)", Behaviour.FREE),
            Scenario.always("lock", "ReentrantLock.lock (control)", Behaviour.FREE),
            Scenario.of("monitor-sleep", "synchronized + Thread.sleep", Behaviour.HELD_AND_TOLD, Behaviour.FREE),
            Scenario.of("monitor-park", "synchronized + LockSupport.park", Behaviour.HELD_AND_TOLD, Behaviour.FREE),
            Scenario.of("monitor-lock", "synchronized + ReentrantLock.lock", Behaviour.HELD_AND_TOLD, Behaviour.FREE),
            Scenario.of("monitor-socket", "synchronized + read of a socket", Behaviour.HELD_AND_TOLD, Behaviour.FREE),
            Scenario.of("monitor-contended", "contended synchronized", Behaviour.HELD_SILENTLY, Behaviour.FREE),
            Scenario.of("object-wait", "Object.wait", Behaviour.COMPENSATED, Behaviour.FREE),
            Scenario.always("native-upcall", "Thread.sleep under a native frame", Behaviour.HELD_AND_TOLD),
            Scenario.of(
                    "native-contended",
                    "contended synchronized under a native frame",
                    Behaviour.HELD_SILENTLY,
                    Behaviour.HELD_AND_TOLD),
            Scenario.of(
                    "native-wait", "Object.wait under a native frame", Behaviour.COMPENSATED, Behaviour.HELD_AND_TOLD),
            Scenario.always("native-blocking", "native method that blocks", Behaviour.HELD_SILENTLY),
            Scenario.always("class-init", "Thread.sleep in a class initialiser", Behaviour.HELD_AND_TOLD),
            Scenario.of(
                            "class-init-wait",
                            "wait for another's class initialiser",
                            Behaviour.HELD_SILENTLY,
                            Behaviour.HELD_AND_TOLD)
                    .unknownFrom(CLASS_INITIALISERS),
            Scenario.of("file-read", "read of a slow file", Behaviour.COMPENSATED, FILES, Behaviour.HELD_SILENTLY),
            Scenario.always("file-force", "FileChannel.force, again and again", Behaviour.COMPENSATED),
            Scenario.always("file-lock", "FileChannel.lock that another process has", Behaviour.COMPENSATED),
            Scenario.always("process-read", "read of a process's output", Behaviour.COMPENSATED),
            Scenario.of("select", "Selector.select", Behaviour.COMPENSATED, Behaviour.FREE),
            Scenario.always("cpu", "computing", Behaviour.HELD_SILENTLY));

    @Override
    public String name() {
        return "pinning-map";
    }

    @Override
    public String question() {
        return "what holds a carrier, does an event tell, does the pool make up for it?";
    }

    @Override
    public String source() {
        return "JEP 444 and JEP 491; articles that advise to count jdk.VirtualThreadPinned with JFR before a switch to virtual threads";
    }

    @Override
    public List<String> versions() {
        return List.of(
                "the JDK alone; 2 carriers, 2 virtual threads that hold for 300 ms, a third that asks for a carrier after 60 ms; JFR with every threshold at 0");
    }

    @Override
    public List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>();
        for (Scenario scenario : SCENARIOS) {
            for (LabJdk jdk : plan.jdks()) {
                cases.add(Case.of(scenario.title(), jdk, 3, bench -> run(bench, scenario)));
            }
        }
        return cases;
    }

    @Override
    public List<Expectation> judge(Plan plan, Rows rows) {
        List<Expectation> expectations = new ArrayList<>();
        for (LabJdk jdk : plan.jdks()) {
            for (Scenario scenario : SCENARIOS) {
                expectations.add(judged(scenario, jdk, rows));
            }
        }
        return expectations;
    }

    private static Expectation judged(Scenario scenario, LabJdk jdk, Rows rows) {
        Behaviour behaviour = scenario.on(jdk.feature());
        Expectation expectation = rows.expectSpeed(
                scenario.title() + " " + behaviour.words(),
                jdk,
                row -> row.getFirst().also("which").equals(behaviour.words()),
                scenario.title());
        return expectation.state() == Expectation.State.BROKEN && jdk.feature() >= scenario.unknown()
                ? new Expectation(
                        expectation.says(),
                        Expectation.State.UNSEEN,
                        "JDK " + scenario.unknown() + " may have changed it: " + expectation.because())
                : expectation;
    }

    @Override
    public List<Claim> claims(Rows rows) {
        return List.of(
                Claim.of(
                                "Counting jdk.VirtualThreadPinned shows whether it is safe to switch",
                                "no",
                                "some ways write no event, and a pin that never ends is never written",
                                "heddle lab pinning-map",
                                silent(rows))
                        .on("native method that blocks holds its carrier, no", "computing holds its carrier, no"),
                Claim.of(
                                "JDK 24 ends pinning (JEP 491)",
                                "for monitors",
                                "native frames, class initialisers, reads of files and computing still hold carriers; for reads and writes of files the pool has not grown since 23",
                                "heddle lab pinning-map",
                                still(rows))
                        .on(
                                "synchronized + Thread.sleep leaves its carrier",
                                "Thread.sleep in a class initialiser holds its carrier",
                                "native method that blocks holds its carrier",
                                "read of a slow file holds its carrier, no"));
    }

    private static String silent(Rows rows) {
        return told(rows, row -> row.also("which").equals(Behaviour.HELD_SILENTLY.words()), "held in silence");
    }

    private static String still(Rows rows) {
        return told(
                rows,
                row -> LabJdk.kept(row.jdk()).monitorsUnmount()
                        && Stream.of(Behaviour.HELD_AND_TOLD, Behaviour.HELD_SILENTLY)
                                .anyMatch(held -> row.also("which").equals(held.words())),
                "held");
    }

    /// The ways that a predicate picks, JDK by JDK.
    private static String told(Rows rows, Predicate<Row> which, String words) {
        Map<String, List<String>> ways = new TreeMap<>();
        rows.all().stream()
                .filter(row -> row.state() == Row.State.MEASURED && which.test(row))
                .forEach(row -> ways.computeIfAbsent(row.jdk(), jdk -> new ArrayList<>())
                        .add(row.name()));
        return ways.entrySet().stream()
                .map(jdk -> words + " on JDK " + jdk.getKey() + ": " + String.join(", ", jdk.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static Outcome run(Bench bench, Scenario scenario) throws InterruptedException {
        Output said = bench.run(bench.java(List.of(), "Holder.java")
                .jvm(
                        "-Xmx256m",
                        "-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=16",
                        "-Djdk.reflect.useNativeAccessorOnly=true",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xlog:disable",
                        "-XX:+UseSerialGC")
                .with(scenario.key()));
        double waited = said.number("probeMillis");
        boolean grew = said.number("carriers") > CARRIERS;
        boolean told = said.number("pinned") > 0;
        // A pool that grew before, such as for a class file that was read, does not make up for what holds its
        // carriers now.
        Behaviour behaviour = waited >= DELAYED_MILLIS
                ? told ? Behaviour.HELD_AND_TOLD : Behaviour.HELD_SILENTLY
                : grew ? Behaviour.COMPENSATED : Behaviour.FREE;
        String events = said.text("events");
        Outcome outcome = Outcome.of(waited, "ms until a third runs")
                .also("which", behaviour.words())
                .also("carriers", said.text("carriers"))
                .also("events of 100 ms and more", events.isEmpty() ? "none" : events)
                .remark(remark(behaviour, waited, said));
        return said.text("reason").isEmpty() ? outcome : outcome.also("reason", said.text("reason"));
    }

    /// What it means for the others, and which event would have shown it.
    private static String remark(Behaviour behaviour, double waited, Output said) {
        String third = String.format(Locale.ROOT, "a third ran after %.0f ms", waited);
        String others = Stream.of(said.text("events").split(" ", -1))
                .filter(event -> !event.isEmpty())
                .map(event -> "jdk." + event.substring(0, event.indexOf('×')))
                .collect(Collectors.joining(" and "));
        return switch (behaviour) {
            case FREE -> third + ", while two waited: nothing to mend";
            case HELD_AND_TOLD ->
                third + ", when a carrier was let go; " + said.text("pinned") + " of 2 holders have a pinned event";
            case HELD_SILENTLY ->
                third + ", when a carrier was let go; a count of pinned events says 0"
                        + (others.isEmpty()
                                ? ", and no other event of this recording shows it"
                                : ", " + others + " would show it");
            case COMPENSATED ->
                third + ", on one of " + said.text("carriers") + " carriers where " + CARRIERS
                        + " were asked for: up to"
                        + " jdk.virtualThreadScheduler.maxPoolSize it costs threads, not time";
        };
    }
}
