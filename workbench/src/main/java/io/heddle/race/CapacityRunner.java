package io.heddle.race;

import io.heddle.model.Capacity;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.TooFewConnections;
import io.heddle.race.plan.Objective;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.Schedule;
import io.heddle.race.trial.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// Searches one JVM of one arm for its capacity.
final class CapacityRunner {

    /// Connections for each request that is in flight when the objective is just met: the open loop must not wait
    /// for its own.
    private static final double SPARE = 2;
    private static final int MOST_CONNECTIONS = 20_000;

    private final Generator generator;
    private final Pace pace;
    private final Objective objective;
    private final RaceEvents events;

    CapacityRunner(Generator generator, Pace pace, Objective objective, RaceEvents events) {
        this.generator = generator;
        this.pace = pace;
        this.objective = objective;
        this.events = events;
    }

    /// @param serviceMillis of the path at one connection
    /// @param connections that the open loop has at least
    /// @param start first rate to try
    /// @param before runs before each window
    /// @param serving asks whether the target still serves, after a window with failures
    Capacity.Search run(
            ArmRun run,
            Schedule.Turn turn,
            String workload,
            double serviceMillis,
            int connections,
            double start,
            Between before,
            Between serving)
            throws InterruptedException {
        String who = turn.arm().label() + " " + turn.repetition() + ", " + workload + ", " + objective.text();
        AtomicInteger most = new AtomicInteger(MOST_CONNECTIONS);
        Capacity.Search search = new CapacitySearch(
                        rate -> {
                            Meter meter = new Meter(
                                    run,
                                    (fraction, throughput) -> events.progress(
                                            who + " at " + Figures.rate(rate), fraction, throughput, Duration.ZERO));
                            Measurement measured = measure(who, connections, most, () -> {
                                run.drain(generator, workload, serviceMillis);
                                before.run();
                                int wanted = (int) Math.min(
                                        most.get(),
                                        Math.ceil(
                                                SPARE * rate * objective.limit().toNanos() / 1e9));
                                Load.Open load = new Load.Open(rate, Math.max(connections, wanted));
                                return run.measure(
                                        generator,
                                        workload,
                                        load,
                                        pace.capacity(objective, rate),
                                        meter,
                                        "the search for " + who);
                            });
                            meter.requireCores(measured);
                            Capacity.Step step = step(rate, measured, meter.foreign());
                            events.say(String.format(
                                    Locale.ROOT,
                                    "%s: %s at %s (%.2f %% in time, %s at that share)",
                                    who,
                                    step.met() ? "met" : "missed",
                                    Figures.rate(rate),
                                    100 * step.within(),
                                    Figures.millis(step.millis())));
                            if (measured.silent() || step.failed() > 0) {
                                serving.run();
                            }
                            return step;
                        },
                        start,
                        pace.resolution())
                .run(turn.arm().label(), turn.repetition());
        events.say(who + ": " + search.ended());
        return search;
    }

    /// Where the target accepts fewer connections than asked for, the search goes on with half of those that it
    /// did: of the others some wait, accepted by the system alone. An open loop with fewer connections counts what
    /// its requests wait for one.
    ///
    /// @param least connections that the target is known to serve
    /// @param most connections that are asked for from here on
    /// @throws Failure when it accepts too few even of those
    private Measurement measure(String who, int least, AtomicInteger most, Window window) throws InterruptedException {
        while (true) {
            try {
                return window.measure();
            } catch (Failure failure) {
                if (!(failure.getCause() instanceof TooFewConnections few) || most.get() <= least) {
                    throw failure;
                }
                most.set((int) Math.max(least, Math.min(most.get() - 1, few.open() / 2)));
                events.say(who + ": " + failure.sentence() + "; the search goes on with " + most.get());
            }
        }
    }

    private interface Window {

        Measurement measure() throws InterruptedException;
    }

    /// What is done between two windows.
    interface Between {

        void run() throws InterruptedException;
    }

    /// What falls behind the rate does not meet the objective, however quick what was answered is: the rest still
    /// waits.
    private Capacity.Step step(double rate, Measurement measured, List<String> doubts) {
        double within = objective.within(measured);
        boolean kept = measured.throughput() + (measured.errors() + measured.timeouts()) / measured.seconds()
                >= (1 - pace.resolution()) * rate;
        return new Capacity.Step(
                rate,
                within >= objective.share() && kept && !measured.silent(),
                within,
                objective.millis(measured),
                measured.throughput(),
                measured.requests(),
                measured.errors() + measured.timeouts(),
                measured.seconds(),
                doubts);
    }
}
