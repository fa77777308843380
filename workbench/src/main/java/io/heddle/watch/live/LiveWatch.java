package io.heddle.watch.live;

import io.heddle.model.Failure;
import io.heddle.model.Watch;
import io.heddle.watch.Diagnosis;
import io.heddle.watch.Evidence;
import io.heddle.watch.ProbeRun;
import io.heddle.watch.WatchEvents;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.Flight;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Watches a running JVM for a while. When it returns the target is as it was: recording ended, probe ended, no file left.
public final class LiveWatch {

    /// When in the window the dumps are taken, as a share of it: the rest is for the events that come late.
    private static final double[] DUMPS = {0.3, 0.6, 0.9};
    /// A slow machine takes its time for a dump: two that follow at once tell no more than one.
    private static final double LEAST_BETWEEN = 0.2;
    private static final int MANY = 50_000;

    private final Options options;
    private final WatchEvents events;
    private final List<String> notes = new ArrayList<>();
    private final List<Dump> dumps = new ArrayList<>();
    private final List<Long> queued = new ArrayList<>();

    /// What to do.
    ///
    /// @param agent jar with the probe; empty for none
    /// @param probePeriod between two of its wake-ups
    public record Options(long pid, Duration window, Optional<Path> agent, Duration probePeriod) {
    }

    private LiveWatch(Options options, WatchEvents events) {
        this.options = options;
        this.events = events;
    }

    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws Failure when the process cannot be watched
    /// @throws InterruptedException when the caller is; the target is left as it was
    public static Watch run(Options options, WatchEvents events, String version, List<String> command) throws InterruptedException {
        return new LiveWatch(options, events).run(version, command);
    }

    private Watch run(String version, List<String> command) throws InterruptedException {
        try (Attached target = Attached.to(options.pid())) {
            events.say("watching process " + options.pid() + ", JDK " + target.property("java.version") + ", for " + options.window().toSeconds() + " s");
            Flight flight = flight(target);
            EventSorter sorter = new EventSorter(flight);
            Optional<ProbeRun> probe;
            Optional<Recorder> recorder = Recorder.start(target, sorter, notes);
            try (Probing probing = Probing.start(target, options.agent(), options.probePeriod(), events)) {
                flight.window(System.currentTimeMillis() * 1_000_000, System.currentTimeMillis() * 1_000_000);
                watch(target, probing, new Scheduler(target));
                probe = probing.end();
            } finally {
                recorder.ifPresent(Recorder::close);
            }
            flight.window(System.currentTimeMillis() * 1_000_000, System.currentTimeMillis() * 1_000_000);
            return judge(target, flight, sorter, probe, version, command);
        }
    }

    private Watch judge(Attached target, Flight flight, EventSorter sorter, Optional<ProbeRun> probe, String version, List<String> command) {
        try (ClassPath classes = ClassPath.of(target.property("java.class.path"), Path.of(target.property("user.dir")), target.property("java.home"))) {
            Blame blame = new Blame(classes);
            sorter.finish(blame);
            DumpJudge judge = new DumpJudge(dumps, blame);
            double handedOver = flight.mounts() > 0 ? (double) flight.handOvers() / flight.mounts() : 0;
            Evidence.Dumps seen = new Evidence.Dumps(judge.holds(), new Waits(dumps, classes, handedOver).all(), judge.graph(),
                    dumps.isEmpty() ? Optional.empty() : Optional.of((long) dumps.getLast().virtual().size()));
            return Diagnosis.of(new Evidence(flight, probe, seen, queued, notes), classes, version, command);
        }
    }

    /// Looks once a second, and dumps at its times.
    private void watch(Attached target, Probing probing, Scheduler scheduler) throws InterruptedException {
        Dumper dumper = new Dumper(target);
        long begin = System.nanoTime();
        long window = options.window().toNanos();
        int taken = 0;
        long lastDump = 0;
        long passed = 0;
        for (long second = 0; passed < window || taken < DUMPS.length && passed < 2 * window; passed = System.nanoTime() - begin) {
            if (taken < DUMPS.length && passed >= window * DUMPS[taken] && passed - lastDump >= window * LEAST_BETWEEN) {
                taken += dump(dumper) ? 1 : DUMPS.length;
                lastDump = System.nanoTime() - begin;
            }
            if (passed >= second * 1_000_000_000L) {
                second++;
                long waiting = scheduler.queued();
                if (waiting >= 0) {
                    queued.add(waiting);
                }
                events.second(second, probing.look(), waiting);
                if (!target.alive()) {
                    throw new Failure("process " + options.pid() + " has ended while it was watched", "watch it again, or let it record itself: -XX:StartFlightRecording");
                }
            }
            Thread.sleep(20);
        }
    }

    /// False when no more should be taken.
    private boolean dump(Dumper dumper) {
        try {
            Dump dump = dumper.take();
            dumps.add(dump);
            if (dump.threads().size() > MANY) {
                notes.add("the process has " + dump.threads().size() + " threads: only one thread dump was taken");
                return false;
            }
            return true;
        } catch (IOException e) {
            notes.add("no thread dump: " + e.getMessage());
            return false;
        }
    }

    private static Flight flight(Attached target) {
        Flight flight = new Flight();
        for (String key : List.of("java.specification.version", "java.version", "jdk.virtualThreadScheduler.parallelism", "jdk.virtualThreadScheduler.maxPoolSize")) {
            if (!target.property(key).isEmpty()) {
                flight.property(key, target.property(key));
            }
        }
        flight.process(target.pid(), target.property("java.version"));
        flight.hardware(new Scheduler(target).processors());
        return flight;
    }
}
