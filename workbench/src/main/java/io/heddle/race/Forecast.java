package io.heddle.race;

import io.heddle.model.Load;
import io.heddle.race.load.Phases;
import java.time.Duration;
import java.util.List;

/// How long the race will still take, from Little's law: a trial lasts a number of mean latencies.
final class Forecast {

    /// What a trial takes beside its phases: opening its connections, and the agent's last word.
    private static final Duration AROUND = Duration.ofMillis(750);

    /// What a JVM takes to end, and its recording to be read.
    private static final Duration END = Duration.ofSeconds(2);

    private Forecast() {}

    /// A trial that was planned.
    ///
    /// @param bound least bound for it, requests a second; not a number when nothing is known
    record Planned(String workload, Load load, Phases phases, double bound) {

        Duration length() {
            double latency = switch (load) {
                case Load.Closed(int connections) -> Double.isNaN(bound) ? 0 : connections / bound;
                case Load.Open open -> 0;
            };
            double settle = Math.max(seconds(phases.settleMin()), phases.settleLatencies() * latency);
            double measure = Math.max(seconds(phases.measureMin()), phases.measureLatencies() * latency);
            return Duration.ofMillis(Math.round((settle + measure) * 1_000)).plus(AROUND);
        }

        private static double seconds(Duration duration) {
            return duration.toNanos() / 1e9;
        }
    }

    /// What is left of a JVM.
    ///
    /// @param trials of this JVM, in order
    /// @param done trials that have ended
    /// @param fraction of the trial that runs, 0 to 1
    static Duration here(List<Planned> trials, int done, double fraction) {
        Duration rest = trials.stream().skip(done).map(Planned::length).reduce(Duration.ZERO, Duration::plus);
        Duration gone = done < trials.size()
                ? Duration.ofMillis(Math.round(trials.get(done).length().toMillis() * fraction))
                : Duration.ZERO;
        return rest.minus(gone).plus(END);
    }

    /// A JVM from its start to its end.
    ///
    /// @param overhead what it takes beside its trials
    static Duration jvm(List<Planned> trials, Duration overhead) {
        return here(trials, 0, 0).plus(overhead);
    }
}
