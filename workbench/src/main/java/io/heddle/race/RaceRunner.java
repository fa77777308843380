package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.race.load.Generator;
import io.heddle.race.target.Supervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;

/// Runs a race: arms in turn, each in a fresh JVM, bounds before loads, loads before verdicts.
public final class RaceRunner {

    private static final int EVENT_LOOPS = 1;

    private final RaceOptions options;
    private final RaceEvents events;
    private final Path agentJar;
    private final RaceState state;
    private final Pace pace;

    /// @param command Heddle's own command line, secrets redacted
    public RaceRunner(RaceOptions options, String version, List<String> command, Path agentJar, RaceEvents events) {
        this.options = options;
        this.events = events;
        this.agentJar = agentJar;
        this.pace = new Pace(options.quick(), options.duration(), options.timeout());
        this.state = new RaceState(options, version, command);
    }

    /// How a race ended.
    ///
    /// @param race all that was found
    /// @param failure what ended it before its plan; empty when nothing did
    public record Ended(Race race, Optional<Failure> failure) {
    }

    /// Runs the whole race. What was measured is handed to [RaceEvents#save] whatever happens; an interrupt ends the race with a report of what there is.
    public Ended run() {
        Optional<Failure> ended = Optional.empty();
        try (Supervisor supervisor = Supervisor.start(options.scratch())) {
            supervisor.guaranteeOff().ifPresent(why -> {
                state.note(why);
                events.say(why);
            });
            raceWith(supervisor);
        } catch (Failure failure) {
            if (Thread.interrupted()) {
                state.interrupted();
            } else {
                state.stopped(failure);
                ended = Optional.of(failure);
            }
        } catch (InterruptedException stop) {
            state.interrupted();
        }
        Race race = state.race();
        events.save(race);
        return new Ended(race, ended);
    }

    private void raceWith(Supervisor supervisor) throws InterruptedException {
        Map<String, String> environment = switch (options.target()) {
            case RaceOptions.TargetChoice.Demo demo -> Backstage.start(supervisor, demo.backstage(), options, events::say);
            case RaceOptions.TargetChoice.Jar jar -> Map.of();
            case RaceOptions.TargetChoice.Exec exec -> Map.of();
        };
        TargetPlan plan = TargetPlan.of(options, environment, agentJar);
        state.target(plan);
        try (Generator generator = new Generator(EVENT_LOOPS)) {
            for (Schedule.Turn turn : Schedule.of(options.arms(), options.repetitions())) {
                raceOne(supervisor, plan, turn, generator);
            }
        }
    }

    private void raceOne(Supervisor supervisor, TargetPlan plan, Schedule.Turn turn, Generator generator) throws InterruptedException {
        Instant begun = Instant.now();
        TargetPlan.Prepared prepared = plan.prepare(turn);
        try (ArmRun run = ArmRun.start(supervisor, prepared, options, events::say)) {
            run.requirePeersAllowed();
            ServiceTimes services = new ServiceTimes(generator, pace, options.timeout());
            // the first path has answered already, or the target would not be ready
            for (String path : options.paths().subList(1, options.paths().size())) {
                services.tryOnce(run, path);
            }
            run.requirePeersAllowed();
            run.endWatch();
            if (state.hasBounds()) {
                services.warmTogether(run, options.paths(), state.mostConnections());
                state.saw(run.log(), run.output());
            } else {
                findBounds(run, plan.by(), services);
            }
            TrialRunner runner = new TrialRunner(generator, plan.by(), pace, state.cores());
            Duration overhead = Duration.between(begun, Instant.now());
            List<Step> steps = options.paths().stream().flatMap(path -> state.loads(path, turn).stream().map(load -> new Step(path, load))).toList();
            List<Forecast.Planned> planned = steps.stream()
                    .map(s -> new Forecast.Planned(s.load(), pace.trial(s.load()), state.leastBound(turn, s.path(), s.load()))).toList();
            Optional<Step> before = Optional.empty();
            for (Step step : steps) {
                // a closed loop leaves as many requests behind as it has connections
                if (before.filter(earlier -> earlier.load() instanceof Load.Closed).isPresent()) {
                    run.drain(generator, run.request(step.path()), state.serviceOf(step.path()).millis());
                }
                before = Optional.of(step);
                trial(run, plan.by(), runner, turn, step, generator, fraction -> state.left(turn, planned, fraction, overhead));
            }
        } finally {
            AgentLog log = AgentLog.read(prepared.agentLog());
            state.settlePins(turn, log);
            log.jfrFolders().forEach(FlightFolder::delete);
        }
    }

    private void findBounds(ArmRun run, Switch by, ServiceTimes services) throws InterruptedException {
        List<ServiceTimes.Warm> warmed = new ArrayList<>();
        for (String path : options.paths()) {
            warmed.add(services.warm(run, path, state.mostConnections()));
        }
        state.saw(run.log(), run.output());
        for (ServiceTimes.Warm warm : warmed) {
            state.service(services.alone(run, warm), warm.throughput());
        }
        List<Bound> bounds = state.firstBounds(by, run.log());
        events.bounds(bounds);
    }

    private record Step(String path, Load load) {
    }

    private void trial(ArmRun run, Switch by, TrialRunner runner, Schedule.Turn turn, Step step, Generator generator, DoubleFunction<Duration> left)
            throws InterruptedException {
        ServiceTime service = state.serviceOf(step.path());
        int threads = TrialRunner.requestThreads(turn.arm(), by, run.log());
        String what = turn.arm().label() + " " + turn.repetition() + ", " + step.path() + ", " + RaceState.describe(step.load());
        Outcome outcome = runner.run(run, new TrialRunner.Plan(turn, step.path(), step.load(), service, threads),
                (fraction, throughput) -> events.progress(what, fraction, throughput, left.apply(fraction)));
        state.add(outcome);
        events.finished(outcome.trial());
        events.save(state.race());
        requireAnswers(outcome.trial(), run.output());
        if (outcome.trial().timeouts() > 0) {
            new ServiceTimes(generator, pace, options.timeout()).tryOnce(run, step.path());
        }
    }

    /// An arm that answers nothing has no throughput to compare.
    private static void requireAnswers(Trial trial, Path output) {
        if (trial.requests() == 0) {
            throw new Failure("the " + trial.arm() + " arm answered none of its requests to " + trial.path() + " at " + RaceState.describe(trial.load())
                    + ": " + trial.errorKinds() + ", " + trial.timeouts() + " timeouts", "look into the target's output in " + output);
        }
    }
}
