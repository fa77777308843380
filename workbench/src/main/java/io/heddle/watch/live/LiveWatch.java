package io.heddle.watch.live;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.SchedulerNow;
import io.heddle.model.ThreadMemory;
import io.heddle.model.WaitAccount;
import io.heddle.model.Watch;
import io.heddle.waits.Account;
import io.heddle.waits.ThreadDump;
import io.heddle.watch.Diagnosis;
import io.heddle.watch.Evidence;
import io.heddle.watch.ProbeRun;
import io.heddle.watch.WatchEvents;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.dump.DumpJudge;
import io.heddle.watch.dump.DumpWatch;
import io.heddle.watch.dump.LostThreads;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.RecordingWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Watches a running JVM, window by window. Once closed the target is as it was: recording ended, probe ended, no file
/// left.
public final class LiveWatch implements AutoCloseable {

    /// When in the window the dumps are taken, as a share of it: the rest is for the events that come late.
    private static final double[] DUMPS = {0.3, 0.6, 0.9};
    /// A slow machine takes its time for a dump: two that follow at once tell no more than one.
    private static final double LEAST_BETWEEN = 0.2;
    /// So much longer may a window be for what waits for the target: the user was told when it ends.
    private static final long OVERTIME = 500_000_000L;
    private static final Duration SLOW_TO_OPEN = Duration.ofSeconds(3);
    private static final int MANY = 50_000;
    /// While the watch goes on, dumps take no more than this share of the time, unless something seems to be
    /// stuck.
    private static final double DUMPS_SHARE = 0.01;
    private static final double SEEMS_STUCK_MILLIS = 500;
    /// Samples for the account take no more than this share of the time.
    private static final double SAMPLES_SHARE = 0.02;
    private static final long LEAST_BETWEEN_SAMPLES = 150_000_000;
    private static final int FEW_SAMPLES = 12;
    /// Waiters at one monitor from which on it is worth a closer look.
    private static final long CROWD = 5;
    private static final String NO_DUMP = "no thread dump: ";
    private static final Duration DELIVERY = Duration.ofSeconds(3);

    private final Options options;
    private final WatchEvents events;
    private final Attached target;
    private final TargetScheduler scheduler;
    private final List<String> standing = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> unread = new LinkedHashSet<>();
    private final List<ThreadDump> dumps = new ArrayList<>();
    private Account accounting = new Account(Optional.empty());
    private final List<Long> queued = new ArrayList<>();
    private final Optional<Recorder> recorder;
    private final Probing probing;
    private final Optional<LiveView> view;
    private final long opened = System.nanoTime();
    private RecordingWindow flight;
    private EventSorter sorter;
    private long dumpNanos;
    private long dumped;
    /// Nanoseconds of the last dump; the next may take as long.
    private long took;
    private long exhausted;
    private long nextSample;
    private boolean dumpsRefused;
    private boolean interrupted;

    /// What to do.
    ///
    /// @param window length of a window
    /// @param agent jar with the probe; empty for none
    /// @param probePeriod between two of its wake-ups
    /// @param rate requests a second, above 0; empty where nobody told
    /// @param keeps an empty folder for what [#keep] may be asked for, to be deleted by the caller; empty
    ///     when it will not be
    public record Options(
            long pid,
            Duration window,
            Optional<Path> agent,
            Duration probePeriod,
            Optional<Double> rate,
            Optional<Path> keeps) {}

    private LiveWatch(Options options, WatchEvents events, Attached target) {
        this.options = options;
        this.events = events;
        this.target = target;
        this.scheduler = new TargetScheduler(target);
        this.flight = flight(target);
        this.sorter = new EventSorter(flight);
        // The probe first: it may be refused, and a recording that has begun would stay.
        this.probing = Probing.start(target, options.agent(), options.probePeriod(), events);
        this.recorder = Recorder.start(
                target,
                sorter,
                options.keeps(),
                options.window().multipliedBy(2).plusMinutes(1),
                standing);
        probing.take();
        this.view = LiveView.start(target, events);
    }

    /// Attaches, and begins to listen.
    ///
    /// @throws Failure when the process cannot be watched
    public static LiveWatch open(Options options, WatchEvents events) {
        long begin = System.nanoTime();
        Attached target = Attached.to(options.pid());
        try {
            LiveWatch watch = new LiveWatch(options, events, target);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            if (took.compareTo(SLOW_TO_OPEN) > 0) {
                watch.standing.add("the process took " + took.toSeconds()
                        + " s to let itself be watched, as one without processor time does");
            }
            events.say("watching process " + options.pid() + ", JDK " + target.property("java.version"));
            return watch;
        } catch (Failure e) {
            target.close();
            throw e;
        }
    }

    /// Watches for one window.
    ///
    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws Failure when the process cannot be watched
    public static Watch run(Options options, WatchEvents events, String version, List<String> command) {
        try (LiveWatch watch = open(options, events)) {
            return watch.next(options.window(), version, command);
        }
    }

    /// Watches for the next window; shorter when the caller is interrupted, see [#interrupted].
    ///
    /// @param window how long, at least a second
    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws Failure when the process ends or is paused meanwhile
    public Watch next(Duration window, String version, List<String> command) {
        if (target.silent()) {
            throw new Failure(
                    "process " + options.pid() + " has stopped answering",
                    "read its log about memory; -XX:+ExitOnOutOfMemoryError ends such a process so that it can be restarted");
        }
        notes.clear();
        unread.clear();
        if (recorder.isEmpty()) {
            unread.add("the flight recorder");
        }
        dumps.clear();
        accounting = new Account(options.rate());
        queued.clear();
        long begin = System.nanoTime();
        flight.window(now(), now());
        Optional<ProbeRun> probe;
        try {
            watch(window.toNanos());
            probe = probing.take();
            if (recorder.isPresent()) {
                long over = System.nanoTime() - begin - window.toNanos();
                recorder.orElseThrow().await(DELIVERY.minusNanos(Math.clamp(over, 0, DELIVERY.toNanos())));
            }
        } catch (InterruptedException e) {
            interrupted = true;
            probe = probing.take();
            notes.add("the watch was stopped after "
                    + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
        }
        refuseIfGone();
        tellExhausted();
        tellProbe(probe);
        WaitAccount account = accounting.close();
        flight.window(now(), now());
        RecordingWindow passed = flight;
        EventSorter told = sorter;
        flight = flight(target);
        sorter = new EventSorter(flight, told);
        recorder.ifPresent(recording -> recording.to(sorter));
        return judge(passed, told, probe, account, version, command);
    }

    /// Whether the caller was interrupted in the last window. The flag is cleared.
    public boolean interrupted() {
        return interrupted;
    }

    /// Writes what the flight recorder told to a file, at most some two windows and a minute back. Once the
    /// process has ended, that is what it told until a second or two before.
    ///
    /// @throws Failure when it cannot be written, or the target has no flight recorder
    public void keep(Path file) {
        try {
            if (recorder.isEmpty()) {
                throw new IOException("the process has no flight recorder");
            }
            recorder.orElseThrow().keep(file);
        } catch (IOException e) {
            throw new Failure(
                    "the recording cannot be kept in " + file + ": " + IoReason.of(e),
                    "make room, choose another place for it, or leave --record out",
                    e);
        }
    }

    /// Counts what its threads keep in memory. The process stands still meanwhile: its whole heap is walked.
    ///
    /// @throws Failure when it refuses
    public ThreadMemory memory() {
        refuseIfGone();
        return Histogram.take(target);
    }

    /// What the scheduler of virtual threads does at this moment; empty before JDK 24. May be asked by any thread.
    public Optional<SchedulerNow> scheduler() {
        return scheduler.now();
    }

    /// A probe that could not be read has measured nothing.
    private void tellProbe(Optional<ProbeRun> probe) {
        if (options.agent().isPresent() && probe.isEmpty()) {
            unread.add("the probe");
            notes.add("the probe could not be read (" + probing.refused() + "): no delay was measured");
        }
    }

    /// What it had no memory to answer was not seen.
    private void tellExhausted() {
        if (target.exhausted() > exhausted) {
            unread.add("what it had no memory to answer");
            notes.add("the process is out of memory: it could not answer " + (target.exhausted() - exhausted)
                    + " of Heddle's questions");
            exhausted = target.exhausted();
        }
        if (target.silent()) {
            unread.add("what it did not answer");
            notes.add(
                    "the process has stopped answering, as one without memory does: what came before is all that is known");
        }
    }

    /// What nobody looked at is not healthy.
    private Optional<String> blind(WaitAccount account) {
        return account.samples() > 0
                ? Optional.empty()
                : Optional.of("nothing can be said of what requests wait for: "
                        + notes.stream()
                                .filter(note -> note.startsWith(NO_DUMP))
                                .findFirst()
                                .orElse("no thread dump was taken"));
    }

    private Watch judge(
            RecordingWindow passed,
            EventSorter told,
            Optional<ProbeRun> probe,
            WaitAccount account,
            String version,
            List<String> command) {
        try (ClassPath classes =
                ClassPath.of(target.property("java.class.path"), Path.of(target.property("user.dir")), target.home())) {
            Blame blame = new Blame(classes);
            told.finish(blame);
            DumpJudge judge = new DumpJudge(dumps, blame, passed);
            Evidence.Dumps seen = new Evidence.Dumps(
                    judge.holds(),
                    new LostThreads(dumps, classes).all(),
                    judge.graph(),
                    dumps.isEmpty()
                            ? Optional.empty()
                            : Optional.of((long) dumps.getLast().virtual().size()),
                    DumpWatch.carriersFree(dumps),
                    judge.blocked());
            List<String> weak = Stream.concat(standing.stream(), notes.stream()).toList();
            return Diagnosis.of(
                    new Evidence(
                            Evidence.Source.PROCESS,
                            passed,
                            probe,
                            seen,
                            account,
                            List.copyOf(queued),
                            List.copyOf(unread),
                            blind(account),
                            weak),
                    classes,
                    version,
                    command);
        }
    }

    /// Looks once a second, and dumps at its times.
    private void watch(long window) throws InterruptedException {
        Dumper dumper = new Dumper(target);
        long begin = System.nanoTime();
        int taken = DUMPS.length;
        if (dumpNanos == 0 || begin - dumped > dumpNanos / DUMPS_SHARE) {
            taken = 0;
            dumpNanos = 0;
        }
        long lastDump = 0;
        long passed = 0;
        took = 0;
        for (long second = 0;
                !target.silent() && (passed < window || taken < DUMPS.length && passed + took < window + OVERTIME);
                passed = System.nanoTime() - begin) {
            if (taken < DUMPS.length
                    && passed >= window * DUMPS[taken]
                    && passed - lastDump >= window * LEAST_BETWEEN
                    && passed + took < window + OVERTIME) {
                refuseIfGone();
                taken += dump(dumper) ? 1 : DUMPS.length;
                dumped = System.nanoTime();
                lastDump = dumped - begin;
            }
            if (passed >= second * 1_000_000_000L) {
                refuseIfGone();
                second++;
                double outstanding = look();
                if (taken == DUMPS.length && dumps.isEmpty() && outstanding > SEEMS_STUCK_MILLIS) {
                    taken = 0;
                }
            }
            if (passed + took < window + OVERTIME) {
                sample(dumper);
            }
            view.ifPresent(LiveView::look);
            Thread.sleep(20);
        }
    }

    /// What the probe and the scheduler tell at this moment.
    ///
    /// @return milliseconds that the probe has been waiting; negative without one
    private double look() {
        long waiting = scheduler.queued();
        if (waiting >= 0) {
            queued.add(waiting);
        }
        double outstanding = probing.look();
        long second = Duration.ofNanos(System.nanoTime() - opened).toSeconds();
        events.second(second, outstanding, waiting);
        view.ifPresent(screen -> screen.show(second, probing.late(), waiting, recorder));
        return outstanding;
    }

    private void refuseIfGone() {
        if (!target.alive()) {
            throw new Failure(
                    "process " + options.pid() + " has ended while it was watched",
                    "watch it again, or let it record itself: -XX:StartFlightRecording");
        }
        if (target.paused()) {
            throw new Failure(
                    "process " + options.pid() + " was paused while it was watched, and cannot answer",
                    "let it go on, then watch it again: kill -CONT " + options.pid());
        }
    }

    /// Takes a sample of all threads for the account, so often that this takes no more than its share of the time. A
    /// timer of the target may keep step with regular looks: they come at random times.
    private void sample(Dumper dumper) {
        if (System.nanoTime() < nextSample || dumpsRefused) {
            return;
        }
        long began = System.nanoTime();
        try {
            ThreadDump dump = dumper.take();
            took = System.nanoTime() - began;
            accounting.add(dump);
            sampleAfter(took);
        } catch (IOException e) {
            dumpsRefused = true;
        }
    }

    /// A busy machine makes a look long that costs little: a few are taken all the same.
    private void sampleAfter(long took) {
        double pause = Math.max(LEAST_BETWEEN_SAMPLES, took / SAMPLES_SHARE);
        double few = (double) options.window().toNanos() / FEW_SAMPLES;
        nextSample = System.nanoTime()
                + (long) ((took < few / 2 ? Math.min(pause, few) : pause)
                        * (0.5 + ThreadLocalRandom.current().nextDouble()));
    }

    private static boolean crowdsAMonitor(ThreadDump dump) {
        return dump.virtual().stream()
                .map(thread -> thread.locks().blockedOn())
                .filter(lock -> !lock.isEmpty())
                .collect(Collectors.groupingBy(lock -> lock, Collectors.counting()))
                .values()
                .stream()
                .anyMatch(waiters -> waiters >= CROWD);
    }

    /// False when no more should be taken.
    private boolean dump(Dumper dumper) {
        long began = System.nanoTime();
        try {
            ThreadDump dump = dumper.take();
            took = System.nanoTime() - began;
            dumpNanos += took;
            dumps.add(dump);
            accounting.add(dump);
            sampleAfter(System.nanoTime() - began);
            if (crowdsAMonitor(dump)) {
                recorder.ifPresent(Recorder::countTurns);
            }
            if (!dump.tells().carriers() && unread.add("who has a carrier")) {
                notes.add(
                        "the process offers no diagnostic commands: its thread dumps do not tell who has a carrier, so that a pin that never ends is not seen");
            }
            if (dump.threads().size() > MANY) {
                notes.add("the process has " + dump.threads().size() + " threads: only one thread dump was taken");
                return false;
            }
            return true;
        } catch (IOException e) {
            unread.add("thread dumps");
            notes.add(NO_DUMP + IoReason.of(e));
            dumpsRefused = true;
            return false;
        }
    }

    private static RecordingWindow flight(Attached target) {
        RecordingWindow flight = new RecordingWindow();
        for (String key : List.of(
                "java.specification.version",
                "java.version",
                "jdk.virtualThreadScheduler.parallelism",
                "jdk.virtualThreadScheduler.maxPoolSize")) {
            if (!target.property(key).isEmpty()) {
                flight.property(key, target.property(key));
            }
        }
        flight.process(target.pid(), target.property("java.version"));
        flight.hardware(new TargetScheduler(target).processors());
        return flight;
    }

    private static long now() {
        return System.currentTimeMillis() * 1_000_000;
    }

    /// Ends what was begun in the target. One that is paused cannot be told: its JVM ends a recording by itself
    /// when nobody has asked for two minutes.
    @Override
    public void close() {
        view.ifPresent(LiveView::close);
        if (target.paused()) {
            return;
        }
        probing.close();
        recorder.ifPresent(Recorder::close);
        target.close();
    }
}
