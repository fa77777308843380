package io.heddle.report.race;

import io.heddle.model.Bystander;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Stalls;
import io.heddle.model.Trial;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// The trials of one arm at one load on one path: each a JVM of its own, which is the unit of the race.
///
/// Means over JVMs are geometric, so that two arms' figures divide to the ratio that is compared. A JVM that answered
/// nothing has no figure where others have one: no comparison counts it either.
///
/// @param trials at least one
record Cell(String workload, String arm, Load load, List<Trial> trials) {

    double throughput() {
        return mean(Trial::throughput);
    }

    double latency(ToDoubleFunction<LatencyMillis> figure) {
        return mean(trial -> figure.applyAsDouble(trial.latencyMillis()));
    }

    /// CPU time of the target for each answered request, in milliseconds; not a number where nothing was answered.
    double cpuMillis() {
        return 1000
                * trials.stream().mapToDouble(Trial::cpuSeconds).sum()
                / trials.stream().mapToLong(Trial::requests).sum();
    }

    long rssBytes() {
        return trials.stream().mapToLong(Trial::rssBytes).max().orElse(0);
    }

    int threads() {
        return trials.stream().mapToInt(Trial::peakPlatformThreads).max().orElse(0);
    }

    DoubleStream virtualShares() {
        return trials.stream()
                .flatMap(trial -> Stream.ofNullable(trial.virtualShare()))
                .mapToDouble(Double::doubleValue);
    }

    /// Pins of the trials whose JVM could tell.
    List<Pins> pins() {
        return trials.stream().flatMap(trial -> Stream.ofNullable(trial.pins())).toList();
    }

    /// Stalls of the trials in which a probe ran.
    List<Stalls> stalls() {
        return trials.stream()
                .flatMap(trial -> Stream.ofNullable(trial.stalls()))
                .toList();
    }

    /// What another path got in the trials in which one was asked.
    List<Bystander> bystanders() {
        return trials.stream()
                .flatMap(trial -> Stream.ofNullable(trial.bystander()))
                .toList();
    }

    long errors() {
        return trials.stream().mapToLong(Trial::errors).sum();
    }

    long timeouts() {
        return trials.stream().mapToLong(Trial::timeouts).sum();
    }

    /// Whether the machine had less than a tenth of its CPU left.
    boolean busy() {
        return trials.stream().mapToDouble(Trial::machineCpu).average().orElse(0) > 0.9;
    }

    /// Whether an open load asked for more than was answered, by more than 3 %.
    boolean fellShort() {
        return load instanceof Load.Open open && throughput() < 0.97 * open.rate();
    }

    private double mean(ToDoubleFunction<Trial> figure) {
        List<Trial> answered =
                trials.stream().filter(trial -> trial.requests() > 0).toList();
        double[] values = (answered.isEmpty() ? trials : answered)
                .stream().mapToDouble(figure).filter(Double::isFinite).toArray();
        boolean positive = DoubleStream.of(values).allMatch(value -> value > 0);
        OptionalDouble mean = positive
                ? DoubleStream.of(values).map(Math::log).average()
                : DoubleStream.of(values).average();
        return mean.isEmpty() ? Double.NaN : positive ? Math.exp(mean.getAsDouble()) : mean.getAsDouble();
    }
}
