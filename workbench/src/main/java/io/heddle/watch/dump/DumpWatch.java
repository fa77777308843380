package io.heddle.watch.dump;

import io.heddle.model.Failure;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.model.Watch;
import io.heddle.waits.Account;
import io.heddle.waits.Compensation;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.dump.ThreadDumps;
import io.heddle.watch.Diagnosis;
import io.heddle.watch.Evidence;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.RecordingWindow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Watches a JVM by the thread dumps that somebody took of it: several, in the order of time, are samples.
public final class DumpWatch {

    private static final int FIRST_WITH_STATES = 25;
    /// Threads at one line that seem to run: more than most machines have processors for.
    private static final double CROWD = 5;
    private static final double MUCH = 0.1;

    private DumpWatch() {}

    /// @param files of one JVM, in any order
    /// @param rate requests a second; empty where nobody told
    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws Failure when a file is missing or no dump, or they come from two JVMs
    public static Watch run(List<Path> files, Optional<Double> rate, String version, List<String> command) {
        ThreadDumps.Read read = ThreadDumps.read(files);
        List<ThreadDump> dumps = read.dumps();
        Account accounting = new Account(rate);
        dumps.forEach(accounting::add);
        WaitAccount account = accounting.close();
        ClassPath classes = ClassPath.none();
        RecordingWindow flight = window(dumps);
        DumpJudge judge = new DumpJudge(dumps, new Blame(classes), flight);
        Evidence.Dumps seen = new Evidence.Dumps(
                judge.holds(),
                new LostThreads(dumps, classes).all(),
                judge.graph(),
                Optional.of((long) dumps.getLast().virtual().size())
                        .filter(_ -> dumps.getLast().tells().unmounted()),
                carriersFree(dumps),
                judge.blocked());
        return Diagnosis.of(
                new Evidence(
                        Evidence.Source.DUMPS,
                        flight,
                        Optional.empty(),
                        seen,
                        account,
                        List.of(),
                        List.of(),
                        blind(dumps, account),
                        notes(read, account)),
                classes,
                version,
                command);
    }

    /// Whether each dump had a carrier that was idle; false where a dump does not show carriers.
    public static boolean carriersFree(List<ThreadDump> dumps) {
        return !dumps.isEmpty()
                && dumps.stream()
                        .allMatch(dump -> dump.carriers().stream()
                                .anyMatch(carrier -> carrier.isIn("java.util.concurrent.ForkJoinPool", "awaitWork")));
    }

    private static RecordingWindow window(List<ThreadDump> dumps) {
        RecordingWindow window = new RecordingWindow();
        ThreadDump.Jvm jvm = dumps.getFirst().jvm();
        window.process(jvm.pid(), jvm.version());
        window.property("java.specification.version", String.valueOf(jvm.feature()));
        window.hardware((int) Math.max(
                1,
                dumps.stream()
                        .mapToLong(dump -> dump.carriers().size() - added(dump))
                        .max()
                        .orElse(1)));
        window.window(dumps.getFirst().at(), dumps.getLast().at());
        return window;
    }

    /// Carriers that the scheduler has added for blocked ones.
    private static long added(ThreadDump dump) {
        return dump.virtual().stream()
                .filter(thread ->
                        thread.carried() && Compensation.covers(dump.jvm().feature(), thread.stack()))
                .count();
    }

    /// Why the dumps could not have shown what requests wait for.
    private static Optional<String> blind(List<ThreadDump> dumps, WaitAccount account) {
        boolean lacksVirtual = dumps.stream()
                .anyMatch(dump -> !dump.tells().unmounted() && !dump.carriers().isEmpty());
        if (lacksVirtual) {
            return Optional.of(
                    "nothing can be said of virtual threads: a dump as text has only those that have a carrier;"
                            + " write one with jcmd PID Thread.dump_to_file -format=json");
        }
        Optional<Wait> crowd = account.waits().stream()
                .filter(wait -> wait.kind() == WaitClass.RUNNING && wait.meanThreads() >= CROWD && wait.share() >= MUCH)
                .findFirst();
        if (crowd.isPresent() && dumps.stream().anyMatch(dump -> !dump.tells().states())) {
            return Optional.of(String.format(
                    java.util.Locale.ROOT,
                    "%.0f threads compute or wait to enter a monitor, many in %s: a JSON dump of JDK %d does not tell"
                            + " which; add one by jcmd PID Thread.print",
                    crowd.orElseThrow().meanThreads(),
                    crowd.orElseThrow().place(),
                    dumps.getFirst().jvm().feature()));
        }
        return account.servingThreads() > 0
                ? Optional.empty()
                : Optional.of("no thread in the dumps serves a request: take them under load");
    }

    private static List<String> notes(ThreadDumps.Read read, WaitAccount account) {
        List<String> notes = new ArrayList<>(read.notes());
        ThreadDump first = read.dumps().getFirst();
        if (read.dumps().size() == 1) {
            notes.add("one dump is one moment: three, some seconds apart, tell what lasts");
        }
        if (first.jvm().feature() > 0
                && first.jvm().feature() < FIRST_WITH_STATES
                && !first.tells().states()) {
            notes.add(
                    "a JSON dump of JDK " + first.jvm().feature()
                            + " tells neither who waits to enter a monitor, nor who has a lock, nor which thread has a carrier");
        }
        if (account.servingThreads() > 0) {
            notes.add(account.recognised());
        }
        return notes;
    }
}
