package io.heddle.race;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.heddle.model.Trial;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.bound.ServiceTimes;
import io.heddle.race.bystander.BystanderLoad;
import io.heddle.race.load.Generator;
import io.heddle.race.load.NoAnswer;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.Starvation;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Bystanders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The trials of one JVM, and what each says of the arm.
///
/// @param planned every trial of a JVM
/// @param overhead what a JVM takes beside its trials
/// @param before runs before each trial
record Lap(
        RaceOptions options,
        RaceEvents events,
        RaceState state,
        Pace pace,
        ArmRun run,
        Schedule.Turn turn,
        Switch by,
        Generators generators,
        ServiceTimes services,
        List<Forecast.Planned> planned,
        Duration overhead,
        CapacityRunner.Between before) {

    /// @param beside for bystanders, whose answers must not wait for those of the load
    record Generators(Generator raced, Generator beside) {}

    /// @param first whether it was not tried before
    record Step(String workload, Load load, boolean first) {

        Step again() {
            return new Step(workload, load, false);
        }
    }

    /// @return whether there is more to be had from this JVM
    boolean trial(Step step) throws InterruptedException {
        int threads = run.log().requestThreads(turn.arm(), by);
        String what = turn.arm().label() + " " + turn.repetition() + ", " + step.workload() + ", "
                + RaceState.describe(step.load());
        TrialRunner runner = new TrialRunner(generators.raced(), by, pace, state.targetCores());
        TrialRunner.Plan plan = new TrialRunner.Plan(
                turn,
                step.workload(),
                step.load(),
                state.bounds(turn).serviceOf(step.workload()),
                threads,
                state.bounds(turn).oneAtATime(step.workload()),
                options.pools());
        TrialOutcome outcome;
        Optional<BystanderLoad> bystander = beside(step);
        try {
            outcome = runner.run(
                    run,
                    plan,
                    (fraction, throughput) -> events.progress(
                            what,
                            fraction,
                            throughput,
                            new TimeLeft(options, state.bounds()).of(turn, state.done(), planned, fraction, overhead)));
            if (bystander.isPresent()) {
                outcome = outcome.beside(bystander.orElseThrow().end());
            }
        } catch (Failure failure) {
            if (step.first() && Starvation.is(failure)) {
                bystander.ifPresent(BystanderLoad::close);
                events.say("the last trial decides nothing and is repeated: " + failure.sentence());
                drain(step.workload());
                before.run();
                return trial(step.again());
            }
            outcome = onlyTimeouts(runner, plan, failure).orElseThrow(() -> failure);
        } finally {
            bystander.ifPresent(BystanderLoad::close);
        }
        boolean unanswered = outcome.trial().requests() == 0;
        if (step.first() && !unanswered && DoubtfulTrials.is(outcome.trial())) {
            events.finished(outcome.trial());
            events.say("the last trial decides nothing and is repeated: "
                    + outcome.trial().doubts().getFirst());
            drain(step.workload());
            before.run();
            return trial(step.again());
        }
        state.add(unanswered ? outcome : outcome.answering());
        events.finished(outcome.trial());
        events.save(state.race());
        if (unanswered && state.isSilencedAlone(outcome)) {
            boolean answers = outcome.trial().errors() > 0;
            if (!answers) {
                state.note(turn.arm().label() + " " + turn.repetition() + " answered nothing at "
                        + RaceState.describe(step.load())
                        + ", not even with an error, so that no other load was put on it");
            }
            return answers;
        }
        requireAnswers(outcome.trial(), run.lookAtOutput());
        return !outcome.silent() && outcome.failures() == 0 || stillServes(step, outcome);
    }

    /// Waits until what was left behind is answered.
    ///
    /// @param workload is asked next
    void drain(String workload) throws InterruptedException {
        run.drain(
                generators.raced(),
                workload,
                state.bounds(turn).serviceOf(workload).millis());
    }

    private Optional<BystanderLoad> beside(Step step) {
        return Bystanders.choose(options, state.bounds().first(), state.judgedPaths(), step.workload(), step.load())
                .map(other -> BystanderLoad.start(other.name(), () -> run.once(generators.beside(), other.probe())));
    }

    /// A target that fell silent, and does not answer any more, ends the race unless the other arm answers all at
    /// that load: then it is the arm that must not go to production.
    private boolean stillServes(Step step, TrialOutcome outcome) throws InterruptedException {
        try {
            services.requireServing(run, step.workload());
            return true;
        } catch (Failure failure) {
            if (!outcome.silent() || !state.isSilencedAlone(outcome)) {
                throw failure;
            }
            state.fellSilent(outcome);
            state.note(turn.arm().label() + " " + turn.repetition() + " fell silent at "
                    + RaceState.describe(step.load())
                    + " and did not answer again, so that no other load was put on it");
            events.save(state.race());
            return false;
        }
    }

    /// The trial of an arm that hangs, where it is the only one.
    private Optional<TrialOutcome> onlyTimeouts(TrialRunner runner, TrialRunner.Plan plan, Failure failure) {
        return failure.getCause() instanceof NoAnswer none
                ? Optional.of(runner.unanswered(run, plan, none)).filter(state::isSilencedAlone)
                : Optional.empty();
    }

    /// An arm that answers nothing has no throughput to compare.
    private static void requireAnswers(Trial trial, String lookAtOutput) {
        if (trial.requests() == 0) {
            throw new Failure(
                    "the " + trial.arm() + " arm answered none of its requests to " + trial.workload() + " at "
                            + RaceState.describe(trial.load()) + ": " + trial.errorKinds() + ", " + trial.timeouts()
                            + " timeouts",
                    lookAtOutput);
        }
    }
}
