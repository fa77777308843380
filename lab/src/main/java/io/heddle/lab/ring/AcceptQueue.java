package io.heddle.lab.ring;

import io.heddle.lab.Case;
import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Loaded;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.bench.Server;
import io.heddle.model.Load;
import io.heddle.race.load.NetCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;

/// The trap beside the threads: 2,000 connections opened at once meet Jetty's own accept queue, or a long one.
///
/// @param length of the queue that Jetty asks for
record AcceptQueue(int length) {

    private static final int JETTYS = 50;
    private static final int CONNECTIONS = 2_000;
    private static final int SECONDS = 3;
    private static final String OVERFLOWS = "overflows";
    private static final String LONGEST = "longest queue of this kernel";
    private static final String UNKNOWN = "not told by this system";

    static List<Case> cases(LabJdk jdk) {
        return List.of(new AcceptQueue(JETTYS).row(jdk), new AcceptQueue(Setting.LONG_QUEUE).row(jdk));
    }

    static List<Expectation> judge(LabJdk jdk, Rows rows) {
        AcceptQueue small = new AcceptQueue(JETTYS);
        AcceptQueue large = new AcceptQueue(Setting.LONG_QUEUE);
        Expectation overflows = small.counted(
                "an accept queue of 50 overflows when 2,000 connections are opened at once",
                jdk,
                rows,
                count -> count > 0);
        Expectation longer = rows.expectSpeed(
                "with the short queue it takes no less time until all are open",
                jdk,
                two -> two.getFirst().outcome().measured()
                        >= two.getLast().outcome().measured(),
                small.title(),
                large.title());
        return List.of(
                onlyIf(overflows.state() != Expectation.State.BROKEN, overflows),
                large.counted("one of 4,096 does not", jdk, rows, count -> count == 0),
                onlyIf(overflows.state() == Expectation.State.HELD, longer));
    }

    /// A machine whose server accepts as fast as the clients connect has no such trap.
    private static Expectation onlyIf(boolean overflows, Expectation expectation) {
        return overflows
                ? expectation
                : new Expectation(
                        expectation.says(),
                        Expectation.State.UNSEEN,
                        "the short queue did not overflow, or that is not known: " + expectation.because());
    }

    private String title() {
        return "virtual threads, " + CONNECTIONS + " connections at once, "
                + (length == JETTYS ? "Jetty's own accept queue of " : "accept queue ") + length;
    }

    /// Unseen where the kernel does not count, or gives no queue of that length.
    private Expectation counted(String says, LabJdk jdk, Rows rows, DoublePredicate holds) {
        Expectation expectation =
                rows.expectSpeed(says, jdk, row -> holds.test(row.getFirst().number(OVERFLOWS)), title());
        Optional<Row> row = rows.measured(title(), jdk);
        boolean known = row.isEmpty() || !Double.isNaN(row.orElseThrow().number(OVERFLOWS));
        boolean granted =
                row.isEmpty() || length < CONNECTIONS || row.orElseThrow().number(LONGEST) >= CONNECTIONS;
        String because = row.map(
                        seen -> OVERFLOWS + " " + seen.also(OVERFLOWS) + ", " + LONGEST + " " + seen.also(LONGEST))
                .orElse(expectation.because());
        return new Expectation(
                expectation.says(), known && granted ? expectation.state() : Expectation.State.UNSEEN, because);
    }

    private Case row(LabJdk jdk) {
        return Case.of(title(), jdk, SECONDS + 12, this::run);
    }

    private Outcome run(Bench bench) throws InterruptedException {
        Server server = RingJetty.jetty(bench, "virtual", 50, length);
        Optional<NetCounters> before = NetCounters.now();
        Loaded loaded = bench.loadedAtOnce(server, "/", new Load.Closed(CONNECTIONS), SECONDS);
        Optional<NetCounters> moved = NetCounters.now().flatMap(now -> before.map(now::since));
        return Outcome.of(loaded.openMillis(), "ms until " + CONNECTIONS + " are open")
                .also(
                        OVERFLOWS,
                        moved.map(counters -> String.valueOf(counters.listenOverflows()))
                                .orElse(UNKNOWN))
                .also(
                        "attempts repeated",
                        moved.map(counters -> String.valueOf(counters.synRetransmits()))
                                .orElse(UNKNOWN))
                .also(LONGEST, longest())
                .also(
                        "throughput then",
                        String.format(
                                Locale.ROOT, "%.0f/s", loaded.measurement().throughput()))
                .remark(remark(moved));
    }

    private static String remark(Optional<NetCounters> moved) {
        if (moved.isEmpty()) {
            return "whether the queue overflowed is not told by this system";
        }
        long overflows = moved.orElseThrow().listenOverflows();
        return overflows == 0
                ? "every connection found a place in the queue"
                : String.format(
                        Locale.ROOT,
                        "%,d times the queue was full, and a client tries again after a second: it looks like a limit of the threads and is none",
                        overflows);
    }

    private static String longest() {
        try {
            return Files.readAllLines(Path.of("/proc/sys/net/core/somaxconn"))
                    .getFirst()
                    .strip();
        } catch (IOException otherSystem) {
            return UNKNOWN;
        }
    }
}
