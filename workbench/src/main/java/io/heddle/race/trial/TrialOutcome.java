package io.heddle.race.trial;

import io.heddle.model.Bound;
import io.heddle.model.Bystander;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Trial;
import io.heddle.race.plan.Schedule;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A trial with what a verdict needs beside it.
///
/// @param bounds refined by the trial's own service and hold times, least first; empty when nothing is known
/// @param serviceMillis the path's service time, refined likewise
/// @param silent whether the target had stopped to answer at the end, and did not begin again
/// @param delayed whether virtual threads had to wait for a carrier; known once the JVM has ended
/// @param from when the window began
/// @param to when it ended
/// @param cpuShare of the CPU time that the target could have, what it had itself, 0 to 1; 0 where it is not known
public record TrialOutcome(
        Trial trial,
        List<Bound> bounds,
        double serviceMillis,
        boolean silent,
        boolean delayed,
        Instant from,
        Instant to,
        double cpuShare) {

    /// Of a target whose CPU time is not known.
    public TrialOutcome(
            Trial trial,
            List<Bound> bounds,
            double serviceMillis,
            boolean silent,
            boolean delayed,
            Instant from,
            Instant to) {
        this(trial, bounds, serviceMillis, silent, delayed, from, to, 0);
    }

    public boolean is(String arm, String workload, Load load) {
        return trial.arm().equals(arm)
                && trial.workload().equals(workload)
                && trial.load().equals(load);
    }

    public boolean of(Schedule.Turn turn) {
        return trial.arm().equals(turn.arm().label()) && trial.repetition() == turn.repetition();
    }

    /// Whether its times are those of the service at work: an error may be quick.
    public boolean isSound() {
        return trial.requests() > 0 && failures() == 0;
    }

    /// Requests without a good answer.
    public long failures() {
        return trial.errors() + trial.timeouts();
    }

    /// The same of a target that answers again, as far as is known.
    public TrialOutcome answering() {
        return new TrialOutcome(trial, bounds, serviceMillis, false, delayed, from, to, cpuShare);
    }

    /// The same with what another path got meanwhile.
    public TrialOutcome beside(@Nullable Bystander bystander) {
        return of(trial.withBystander(bystander));
    }

    /// The same with other figures.
    public TrialOutcome of(Trial other) {
        return new TrialOutcome(other, bounds, serviceMillis, silent, delayed, from, to, cpuShare);
    }

    /// The same trial with what is known of its carriers once its JVM has ended.
    public TrialOutcome with(@Nullable Pins pins, CarrierWatch.View view) {
        Trial known = trial.withCarriers(
                pins == null ? null : pins.without(view.aside()),
                view.stalls().orElse(null),
                view.watch().holders());
        return new TrialOutcome(
                known, bounds, serviceMillis, silent, view.watch().state().isOfCarriers(), from, to, cpuShare);
    }
}
