package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Overload;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.arm.ArmSource;
import io.heddle.race.arm.FlightFolder;
import io.heddle.race.bound.ServiceTimes;
import io.heddle.race.load.Generator;
import io.heddle.race.overload.OverloadTrial;
import io.heddle.race.plan.OverloadChoice;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.target.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// After the trials: overloads each arm on its paths, in JVMs of their own. A JVM that did not come back is not used
/// again.
final class OverloadPhase {

    private static final int SERVICE_TIMES = 5;

    private final RaceOptions options;
    private final OverloadChoice choice;
    private final RaceEvents events;
    private final RaceState state;
    private final Pace pace;
    private final CapacityRunner.Between before;

    /// @param before runs before each overload
    OverloadPhase(
            RaceOptions options,
            OverloadChoice choice,
            RaceEvents events,
            RaceState state,
            Pace pace,
            CapacityRunner.Between before) {
        this.options = options;
        this.choice = choice;
        this.events = events;
        this.state = state;
        this.pace = pace;
        this.before = before;
    }

    void run(Supervisor supervisor, ArmSource arms, Generator generator) throws InterruptedException {
        List<Job> jobs = jobs();
        if (jobs.isEmpty()) {
            return;
        }
        List<Arm> all = new ArrayList<>(options.arms());
        if (choice.limit().isPresent()) {
            all.add(choice.limited(options.arms()));
        }
        events.say(String.format(
                Locale.ROOT,
                "overload: %s, in each of %d arms; %d s at most",
                words(jobs),
                all.size(),
                OverloadTrial.most(choice.length())
                        .multipliedBy((long) jobs.size() * all.size())
                        .toSeconds()));
        for (Arm arm : all) {
            int jvm = options.repetitions();
            int next = 0;
            while (next < jobs.size()) {
                jvm++;
                next = orWhyNot(supervisor, arms, new Schedule.Turn(arm, jvm), generator, jobs, next);
            }
        }
    }

    /// @param lower the lower arm's capacity on this path
    private record Job(String workload, double factor, double lower) {}

    private List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        for (String workload : choice.everyPath() ? state.judgedPaths() : state.worthOverloading()) {
            OptionalDouble lower = options.arms().stream()
                    .mapToDouble(arm -> state.most(arm.label(), workload))
                    .filter(rate -> rate > 0)
                    .min();
            lower.ifPresent(rate -> choice.factors().forEach(factor -> jobs.add(new Job(workload, factor, rate))));
        }
        return jobs;
    }

    private static String words(List<Job> jobs) {
        return String.join(
                ", ",
                jobs.stream()
                        .map(job -> String.format(
                                Locale.ROOT,
                                "%s at %s (%s times the lower arm's %s)",
                                job.workload(),
                                Figures.rate(job.factor() * job.lower()),
                                Figures.number(job.factor()),
                                Figures.rate(job.lower())))
                        .toList());
    }

    /// What the trials showed stands, whatever becomes of an arm here.
    private int orWhyNot(
            Supervisor supervisor, ArmSource arms, Schedule.Turn turn, Generator generator, List<Job> jobs, int from)
            throws InterruptedException {
        try {
            return inOneJvm(supervisor, arms, turn, generator, jobs, from);
        } catch (Failure failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw failure;
            }
            String told = "no overload of the " + turn.arm().label() + " arm: " + failure.sentence();
            state.note(told);
            events.say(told);
            return jobs.size();
        }
    }

    /// @param from number of the first job
    /// @return number of the next job, which needs a JVM of its own
    private int inOneJvm(
            Supervisor supervisor, ArmSource arms, Schedule.Turn turn, Generator generator, List<Job> jobs, int from)
            throws InterruptedException {
        int next = from;
        try (ArmRun run = arms.start(turn, supervisor, events::say)) {
            run.requirePeersAllowed();
            run.endWatch();
            ServiceTimes services = new ServiceTimes(generator, pace, options.timeout());
            while (next < jobs.size()) {
                Job job = jobs.get(next);
                before.run();
                services.warm(run, job.workload(), options.mostConnections());
                run.drain(generator, job.workload(), service(turn.arm(), job));
                requireLimited(run, turn.arm());
                Overload overload = one(run, arms, turn, generator, job);
                state.add(overload);
                events.say(overload.arm() + " " + overload.verdict().name().toLowerCase(Locale.ROOT) + " at "
                        + Figures.rate(overload.rate()) + ": " + overload.why());
                events.save(state.race());
                next++;
                if (Double.isInfinite(overload.recoverySeconds())) {
                    return afterCollapse(jobs, next, turn.arm());
                }
            }
        } finally {
            arms.lastWord(turn).jfrFolders().forEach(FlightFolder::delete);
            arms.flight(turn).ifPresent(FlightFolder::deleteFile);
        }
        return next;
    }

    /// An arm that does not come back from one overload does not come back from a larger one: the larger is run
    /// only where it was asked for.
    ///
    /// @param next number of the job after the one that it did not come back from
    private int afterCollapse(List<Job> jobs, int next, Arm arm) {
        Job collapsed = jobs.get(next - 1);
        int then = next;
        while (!choice.everyPath()
                && then < jobs.size()
                && jobs.get(then).workload().equals(collapsed.workload())
                && jobs.get(then).factor() > collapsed.factor()) {
            String told = String.format(
                    Locale.ROOT,
                    "the %s arm gets no overload of %s times the capacity, since it did not come back from %s times; --overload %sx runs it",
                    arm.label(),
                    Figures.number(jobs.get(then).factor()),
                    Figures.number(collapsed.factor()),
                    Figures.number(jobs.get(then).factor()));
            state.note(told);
            events.say(told);
            then++;
        }
        return then;
    }

    private void requireLimited(ArmRun run, Arm arm) {
        if (choice.limitOf(arm).isPresent() && !run.log().seesRunning()) {
            throw new Failure(
                    "--limit works on Tomcat, Jetty and Undertow, and the agent met none of them in this service: set a limit in the service, and race that",
                    "leave --limit out");
        }
    }

    private double service(Arm arm, Job job) {
        return state.bounds().of(arm).serviceOf(job.workload()).millis();
    }

    private Overload one(ArmRun run, ArmSource arms, Schedule.Turn turn, Generator generator, Job job)
            throws InterruptedException {
        Arm arm = turn.arm();
        String what = arm.label() + ", " + job.workload() + ", overload " + Figures.rate(job.factor() * job.lower());
        double own = state.most(judgedBy(arm), job.workload());
        Duration patience = Duration.ofMillis((long) Math.max(
                choice.patience().toMillis(),
                Math.min(options.timeout().toMillis(), SERVICE_TIMES * service(arm, job))));
        return new OverloadTrial(
                        job.workload(),
                        arm.label(),
                        job.factor(),
                        job.lower(),
                        own > 0 ? own : job.lower(),
                        service(arm, job),
                        state.race().bounds().stream()
                                .filter(bound -> bound.workload().equals(job.workload())
                                        && bound.arm().equals(judgedBy(arm)))
                                .toList(),
                        run.log().requestThreads(arm, arms.by(arm)),
                        state.targetCores(),
                        choice.length(),
                        patience)
                .run(
                        run,
                        generator,
                        (done, rate) -> events.progress(what, done, rate, Duration.ofMillis((long) ((1 - done)
                                * OverloadTrial.most(choice.length()).toMillis()))));
    }

    /// The arm with a limit was in no trial: what it could do is what the arm on virtual threads does.
    private String judgedBy(Arm arm) {
        return options.arms().contains(arm)
                ? arm.label()
                : options.arms().stream()
                        .filter(other -> other.mode() == Arm.Mode.VIRTUAL)
                        .map(Arm::label)
                        .findFirst()
                        .orElse(arm.label());
    }
}
