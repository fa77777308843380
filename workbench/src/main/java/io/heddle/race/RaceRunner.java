package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.model.WaitWatch;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.arm.ArmSource;
import io.heddle.race.arm.Backstage;
import io.heddle.race.arm.BeforeTrial;
import io.heddle.race.arm.CookieNote;
import io.heddle.race.arm.FlightFolder;
import io.heddle.race.arm.LoadSpan;
import io.heddle.race.arm.Proof;
import io.heddle.race.arm.RunningServices;
import io.heddle.race.arm.StartedArms;
import io.heddle.race.arm.TargetFault;
import io.heddle.race.bound.ServiceTime;
import io.heddle.race.bound.ServiceTimes;
import io.heddle.race.change.Observation;
import io.heddle.race.change.Observer;
import io.heddle.race.change.PrintedLines;
import io.heddle.race.load.Answer;
import io.heddle.race.load.Generator;
import io.heddle.race.plan.Objective;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Since;
import io.heddle.race.plan.Switch;
import io.heddle.race.target.Supervisor;
import io.heddle.race.trial.TrialOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Runs a race: arms in turn, each in a fresh JVM, bounds before loads, loads before verdicts.
public final class RaceRunner {

    private static final int EVENT_LOOPS = 1;

    /// Repetitions that a race of few may add.
    private static final int MORE_FOR_CPU = 4;

    private final RaceOptions options;
    private final RaceEvents events;
    private final Path agentJar;
    private final CarrierWatch carriers;
    private final WaitWatch waits;
    private final RaceState state;
    private final Pace pace;

    /// @param command Heddle's own command line, secrets redacted
    /// @param lent by other parts of Heddle
    public RaceRunner(
            RaceOptions options,
            String version,
            List<String> command,
            Path agentJar,
            RaceServices lent,
            RaceEvents events) {
        this.options = options;
        this.events = events;
        this.agentJar = agentJar;
        this.pace = new Pace(options.quick(), options.duration(), options.timeout());
        this.carriers = lent.carriers();
        this.waits = lent.waits();
        this.state = new RaceState(options, version, command, lent);
    }

    /// Looks at the target without starting or making anything, so that a mistake is said before there is a race.
    ///
    /// @throws Failure when it cannot be raced: there is no such jar or JDK, or load may not go there
    public static void requireRaceable(RaceOptions options) {
        switch (options.target()) {
            case RaceOptions.TargetChoice.Urls urls -> RunningServices.of(urls, options);
            case RaceOptions.TargetChoice.Jar _, RaceOptions.TargetChoice.Exec _, RaceOptions.TargetChoice.Demo _ ->
                StartedArms.of(options, Map.of(), options.kept());
        }
    }

    /// How a race ended.
    ///
    /// @param race all that was found
    /// @param failure what ended it before its plan; empty when nothing did
    public record Ended(Race race, Optional<Failure> failure) {}

    /// Runs the whole race. What was measured is handed to [RaceEvents#save] whatever happens; an interrupt ends
    /// the race with a report of what there is.
    public Ended run() {
        Optional<Failure> ended = Optional.empty();
        Optional<Duration> most = pace.most(options);
        TimeLimit limit = TimeLimit.of(most, Thread.currentThread());
        try (limit;
                Supervisor supervisor = Supervisor.startIn(options.scratch())) {
            supervisor.guaranteeOff().ifPresent(why -> {
                state.note(why);
                events.say(why);
            });
            raceWith(supervisor);
        } catch (Failure failure) {
            if (Thread.interrupted() || limit.over().isPresent()) {
                ended = stopped(limit);
            } else {
                state.stopped(failure);
                ended = Optional.of(failure);
            }
        } catch (InterruptedException stop) {
            ended = stopped(limit);
        }
        Race race = state.race();
        events.save(race);
        return new Ended(race, ended);
    }

    /// The race's thread was interrupted: by the limit of time, or by who wants no more.
    private Optional<Failure> stopped(TimeLimit limit) {
        Optional<Failure> over = limit.over();
        over.ifPresentOrElse(state::stopped, state::interrupted);
        return over;
    }

    private void raceWith(Supervisor supervisor) throws InterruptedException {
        ArmSource arms = switch (options.target()) {
            case RaceOptions.TargetChoice.Demo demo -> {
                // a missing JDK is told before a database is started
                StartedArms.of(options, Map.of(), agentJar);
                yield StartedArms.of(
                        options, Backstage.start(supervisor, demo.backstage(), options, events::say), agentJar);
            }
            case RaceOptions.TargetChoice.Jar jar -> StartedArms.of(options, Map.of(), agentJar);
            case RaceOptions.TargetChoice.Exec exec -> StartedArms.of(options, Map.of(), agentJar);
            case RaceOptions.TargetChoice.Urls urls -> RunningServices.of(urls, options);
        };
        state.target(arms);
        options.workloads().forEach(workload -> workload.notes().forEach(state::note));
        if (options.cpus().isPresent()) {
            state.note(options.cpus().orElseThrow().keepOff());
        }
        try (Generator generator = new Generator(EVENT_LOOPS);
                Generator other = new Generator(EVENT_LOOPS)) {
            Since begun = Since.now();
            List<Schedule.Turn> turns = new ArrayList<>(Schedule.of(options.arms(), options.repetitions()));
            for (int i = 0; i < turns.size(); i++) {
                raceOne(supervisor, arms, turns.get(i), new Lap.Generators(generator, other));
                boolean whole = (i + 1) % options.arms().size() == 0;
                if (whole) {
                    state.endPaths(turns.get(i).repetition()).forEach(said -> {
                        state.note(said);
                        events.say(said);
                    });
                    if (state.paths().isEmpty()) {
                        break;
                    }
                }
                if (i + 1 == turns.size()) {
                    turns.addAll(more(turns.get(i).repetition(), begun));
                }
                if (whole
                        && i + 1 < turns.size()
                        && state.sureEnough(turns.get(i).repetition())) {
                    String enough = "stopped after " + turns.get(i).repetition()
                            + " JVMs an arm: the intervals are as narrow as --until asks for";
                    state.note(enough);
                    events.say(enough);
                    break;
                }
            }
            if (options.overload().isPresent()) {
                new OverloadPhase(
                                options,
                                options.overload().orElseThrow(),
                                events,
                                state,
                                pace,
                                () -> putDataBack(supervisor))
                        .run(supervisor, arms, generator);
            }
        }
    }

    /// Another repetition after the last one, where the CPU bounds a path and few would decide it; within the limit
    /// of time.
    ///
    /// @param begun when the first JVM of the race was started
    private List<Schedule.Turn> more(int repetition, Since begun) {
        int most = options.repetitions() + Math.max(MORE_FOR_CPU, options.repetitions());
        Duration each = begun.passed().dividedBy(repetition);
        boolean late = pace.most(options)
                .filter(limit -> begun.passed().plus(each.multipliedBy(2)).compareTo(limit) > 0)
                .isPresent();
        if (late || repetition >= most) {
            return List.of();
        }
        return state.goOnForCpu(repetition, most)
                .map(said -> {
                    state.note(said);
                    events.say(said);
                    return Schedule.of(options.arms(), repetition + 1).stream()
                            .filter(turn -> turn.repetition() == repetition + 1)
                            .toList();
                })
                .orElse(List.of());
    }

    /// One JVM, and a fresh one for what is left whenever a path breaks it.
    private void raceOne(Supervisor supervisor, ArmSource arms, Schedule.Turn turn, Lap.Generators generators)
            throws InterruptedException {
        List<String> left = state.paths();
        for (Schedule.Turn jvm = turn; !left.isEmpty(); jvm = jvm.again()) {
            left = raceJvm(supervisor, arms, jvm, generators, left);
        }
    }

    /// @return paths of this turn that are left to be raced in another JVM
    private List<String> raceJvm(
            Supervisor supervisor, ArmSource arms, Schedule.Turn turn, Lap.Generators generators, List<String> paths)
            throws InterruptedException {
        Since begun = Since.now();
        List<LoadSpan> spans = List.of();
        Optional<Observation> observed = Optional.empty();
        Path output = options.kept();
        try (ArmRun run = arms.start(turn, supervisor, events::say)) {
            output = run.output();
            try {
                Optional<String> broken = drive(supervisor, arms.by(turn.arm()), turn, run, begun, generators, paths);
                if (broken.isEmpty()) {
                    observed = observe(turn, run, generators.beside());
                }
                return broken.map(path -> state.broken().left(turn, paths, path))
                        .orElse(List.of());
            } finally {
                spans = run.spans();
            }
        } catch (PathFailure failure) {
            tell(state.broken().broke(turn, failure));
            return state.broken().left(turn, paths, failure.workload());
        } catch (Failure failure) {
            if (isOneOfMany(turn, failure)) {
                tell(turn.arm().label() + " " + turn.repetition() + " is started again: " + failure.sentence());
                return paths;
            }
            tell(state.broken().fell(turn, failure));
            return List.of();
        } finally {
            settle(arms, turn, begun, spans);
            if (observed.isPresent()) {
                state.observed(observed.orElseThrow().printing(PrintedLines.of(output)));
            }
        }
    }

    /// What the JVM does after its trials, and when it is asked to end: only of those that serve.
    private Optional<Observation> observe(Schedule.Turn turn, ArmRun run, Generator generator)
            throws InterruptedException {
        List<String> paths = state.soundPaths();
        if (paths.isEmpty()) {
            return Optional.empty();
        }
        String slowest = paths.stream()
                .max(Comparator.comparingDouble(path -> millis(turn, path)))
                .orElseThrow();
        return Optional.of(
                new Observer(generator).look(run, turn.arm().label(), paths, slowest, millis(turn, slowest)));
    }

    private double millis(Schedule.Turn turn, String path) {
        return state.bounds(turn).serviceOf(path).millis();
    }

    /// Whether the target failed while it was asked for all paths at once: the next JVM is asked for one after the
    /// other, and so tells which.
    private static boolean isOneOfMany(Schedule.Turn turn, Failure failure) {
        return turn.start() == 1 && TargetFault.is(failure) && !TargetFault.isNeverReady(failure);
    }

    private void tell(String what) {
        state.note(what);
        events.say(what);
        events.save(state.race());
    }

    /// @return the path that broke the JVM, where it is judged by its trials
    private Optional<String> drive(
            Supervisor supervisor,
            Switch by,
            Schedule.Turn turn,
            ArmRun run,
            Since begun,
            Lap.Generators generators,
            List<String> paths)
            throws InterruptedException {
        try {
            run.requirePeersAllowed();
            putDataBack(supervisor);
            long counted = state.bounds(turn).areKnown()
                    ? 0
                    : run.logAfter(Instant.now()).requests();
            ServiceTimes services = new ServiceTimes(generators.raced(), pace, options.timeout());
            for (String workload : paths) {
                List<Answer> answers = tried(run, services, workload);
                run.tlsNote(answers.getLast()).ifPresent(state::note);
                CookieNote.of(run.entries(workload), answers).ifPresent(state::note);
            }
            run.requirePeersAllowed();
            run.endWatch();
            boolean first = !state.bounds(turn).areKnown();
            if (!first) {
                warmUp(run, turn, services, paths);
                state.saw(turn, run.log(), run.output());
            } else {
                findBounds(run, turn, by, services, counted, paths);
            }
            List<Forecast.Planned> planned = paths.stream()
                    .flatMap(workload -> inOrder(state.closed(workload), state.openByBounds(workload, turn))
                            .flatMap(List::stream)
                            .map(load -> new Forecast.Planned(
                                    workload,
                                    load,
                                    pace.trial(load),
                                    state.bounds(turn).least(turn.arm(), workload, load))))
                    .toList();
            Lap lap = new Lap(
                    options,
                    events,
                    state,
                    pace,
                    run,
                    turn,
                    by,
                    generators,
                    services,
                    planned,
                    begun.passed(),
                    () -> putDataBack(supervisor));
            if (first && state.last().isEmpty()) {
                events.say(timeLeft().estimate(turn, planned, begun.passed()));
                pace.most(options).map(TimeLimit::words).ifPresent(words -> {
                    state.note(words);
                    events.say(words);
                });
            }
            Optional<String> broken = trials(supervisor, lap, paths);
            if (broken.isEmpty() && options.capacity().isPresent()) {
                searchCapacities(supervisor, lap, options.capacity().orElseThrow(), paths);
            }
            return broken;
        } catch (PathFailure failure) {
            throw new PathFailure(failure.workload(), run.explained(failure.failure()));
        } catch (Failure failure) {
            throw run.explained(failure);
        }
    }

    /// A path that answers badly before anything was measured is a mistake of whoever names it; later it is one that
    /// breaks the target.
    private List<Answer> tried(ArmRun run, ServiceTimes services, String workload) throws InterruptedException {
        return state.last().isEmpty()
                ? services.tryEach(run, workload)
                : PathFailure.asking(workload, () -> services.tryEach(run, workload));
    }

    /// @return the path after which the JVM cannot go on
    private Optional<String> trials(Supervisor supervisor, Lap lap, List<String> paths) throws InterruptedException {
        Optional<TrialOutcome> before = Optional.empty();
        for (String workload : paths) {
            Supplier<List<Load>> closed = () -> state.closed(workload);
            Supplier<List<Load>> open = () -> state.open(workload);
            List<Supplier<List<Load>>> loads = inOrder(closed, open).toList();
            boolean refused = false;
            for (Supplier<List<Load>> some : loads) {
                for (Load load : refused ? List.<Load>of() : some.get()) {
                    // a closed loop leaves as many requests behind as it has connections
                    if (before.filter(earlier -> leavesMuch(earlier.trial())).isPresent()) {
                        lap.drain(workload);
                    }
                    putDataBack(supervisor);
                    Lap.Step step = new Lap.Step(workload, load, true);
                    if (!PathFailure.asking(workload, () -> lap.trial(step))) {
                        return Optional.of(workload);
                    }
                    before = state.last();
                    Optional<PathFailure> failure =
                            before.flatMap(trial -> state.broken().refused(lap.turn(), trial));
                    if (failure.isPresent()) {
                        tell(state.broken().broke(lap.turn(), failure.orElseThrow()));
                        refused = true;
                        break;
                    }
                }
            }
            if (!workload.equals(paths.getLast())) {
                // what a path leaves behind must neither run into the next one nor be blamed on it
                PathFailure.asking(workload, () -> {
                    lap.drain(workload);
                    return workload;
                });
            }
        }
        return Optional.empty();
    }

    /// The quick form ends with the closed loop, whose backlog then ends with the JVM; the long form begins with it,
    /// which warms up more, and shows which rates are carried.
    private <T> Stream<T> inOrder(T closed, T open) {
        return options.quick() ? Stream.of(open, closed) : Stream.of(closed, open);
    }

    private TimeLeft timeLeft() {
        return new TimeLeft(options, state.bounds());
    }

    /// Whether what a closed loop leaves behind is more than the next trial's settling takes.
    private boolean leavesMuch(Trial trial) {
        return trial.load() instanceof Load.Closed
                && (trial.throughput() <= 0
                        || trial.errors() + trial.timeouts() > 0
                        || trial.inFlightAtStop() / trial.throughput() * 1e9
                                > pace.trial(trial.load()).settleMin().toNanos());
    }

    private void putDataBack(Supervisor supervisor) throws InterruptedException {
        if (options.beforeTrial().isPresent()) {
            new BeforeTrial(options.beforeTrial().orElseThrow(), options.kept().resolve("before-trial.log"))
                    .run(supervisor);
        }
    }

    /// The JVM has ended, and the agent has written its last word. Where no trial was finished the whole JVM is
    /// told of: what held its carriers may be why. Of a service that already ran there is nothing to tell.
    private void settle(ArmSource arms, Schedule.Turn turn, Since begun, List<LoadSpan> spans) {
        Optional<Path> flight = arms.flight(turn);
        if (flight.isEmpty()) {
            return;
        }
        AgentLog log = arms.lastWord(turn);
        List<Path> recordings = flight.filter(Files::exists)
                .map(List::of)
                .orElseGet(() -> log.jfrFolders().stream()
                        .flatMap(folder -> FlightFolder.chunks(folder).stream())
                        .toList());
        List<CarrierWatch.Window> trials = state.windows();
        List<CarrierWatch.Window> windows = trials.isEmpty()
                ? List.of(new CarrierWatch.Window(begun.at(), begun.at().plus(begun.passed())))
                : trials;
        state.settle(turn, log, carriers.of(log.trace(recordings), windows), spans);
        log.jfrFolders().forEach(FlightFolder::delete);
        flight.ifPresent(FlightFolder::deleteFile);
    }

    private void searchCapacities(Supervisor supervisor, Lap lap, Objective objective, List<String> paths)
            throws InterruptedException {
        CapacityRunner runner = new CapacityRunner(lap.generators().raced(), pace, objective, events);
        for (String workload : paths) {
            state.add(
                    workload,
                    runner.run(
                            lap.run(),
                            lap.turn(),
                            workload,
                            state.bounds(lap.turn()).serviceOf(workload).millis(),
                            options.mostConnections(),
                            state.firstGuess(lap.turn(), workload),
                            () -> putDataBack(supervisor),
                            () -> lap.services().requireServing(lap.run(), workload)));
            events.save(state.race());
        }
    }

    /// A JVM that does not answer while it warms up is asked once more by its first trial, which is then judged. One
    /// that takes the place of another warms up one path after the other, so that the path that breaks it is known.
    private void warmUp(ArmRun run, Schedule.Turn turn, ServiceTimes services, List<String> paths)
            throws InterruptedException {
        try {
            if (turn.start() == 1 && paths.size() > 1) {
                services.warmTogether(run, paths, options.mostConnections());
                return;
            }
            for (String workload : paths) {
                PathFailure.asking(workload, () -> warmed(run, services, workload));
            }
        } catch (PathFailure failure) {
            if (!TargetFault.isUnanswered(failure.failure())) {
                throw failure;
            }
        } catch (Failure failure) {
            if (!TargetFault.isUnanswered(failure)) {
                throw failure;
            }
        }
    }

    private ServiceTimes.Warm warmed(ArmRun run, ServiceTimes services, String workload) throws InterruptedException {
        ServiceTimes.Warm warm = services.warm(run, workload, options.mostConnections());
        services.drain(run, workload);
        return warm;
    }

    private static ServiceTime alone(ArmRun run, ServiceTimes services, ServiceTimes.Warm warm)
            throws InterruptedException {
        ServiceTime time = services.alone(run, warm);
        services.drain(run, warm.workload());
        return time;
    }

    /// @param counted requests that the agent had counted before the first one was sent to a path
    private void findBounds(
            ArmRun run, Schedule.Turn turn, Switch by, ServiceTimes services, long counted, List<String> paths)
            throws InterruptedException {
        Proof.requireThreads(run.logAfter(Instant.now()), counted);
        List<ServiceTimes.Warm> warmed = new ArrayList<>();
        for (String workload : paths) {
            warmed.add(PathFailure.asking(workload, () -> warmed(run, services, workload)));
        }
        state.saw(turn, run.log(), run.output());
        for (ServiceTimes.Warm warm : warmed) {
            state.bounds(turn).service(PathFailure.asking(warm.workload(), () -> alone(run, services, warm)), warm);
        }
        for (String workload : state.bounds(turn).likelyLocked(run.log().requestThreads(turn.arm(), by))) {
            services.lock(run, workload, waits)
                    .ifPresent(owner -> state.bounds(turn).locked(workload, owner));
        }
        List<Bound> bounds = state.bounds().find(turn.arm(), by, run.log());
        events.bounds(bounds);
    }
}
