package io.heddle.lab.bench;

import io.heddle.race.load.Measurement;
import java.util.Locale;

/// What a server gave under load.
///
/// @param measurement the generator's own account
/// @param body of one answer
/// @param cpuMillis that the server used for each request
/// @param memoryMib resident at the end
/// @param generatorMillis CPU time that the generator used in the window, in milliseconds
/// @param openMillis from the begin until all connections were open, in milliseconds; known to 50 ms
/// @param machine share of all cores that was busy in the window, 0 to 1
public record Loaded(
        Measurement measurement,
        String body,
        double cpuMillis,
        long memoryMib,
        double generatorMillis,
        double openMillis,
        double machine) {

    /// Share of the window from which on the generator's own waiting for a core is told; behind a target that
    /// keeps two cores busy it was up to 0.7 with nobody else there.
    private static final double WAITED = 0.75;

    private static final double MICROS = 1e3;
    private static final double MILLIS = 1e6;

    /// The throughput as a row's figure, with latency, cost and doubts.
    public Outcome outcome(Limit bound) {
        return described(Outcome.of(measurement.throughput(), "req/s")
                .within(bound)
                .also("p50", millis(50))
                .also("p99", millis(99)));
    }

    /// The 99th percentile of the latency as a row's figure.
    public Outcome latency(Limit bound) {
        return described(Outcome.of(latencyMillis(99), "ms")
                .within(bound)
                .also("p50", millis(50))
                .also("throughput", String.format(Locale.ROOT, "%.0f/s", measurement.throughput())));
    }

    /// A percentile of the latency in milliseconds.
    public double latencyMillis(double percentile) {
        return measurement.latencyNanos().getValueAtPercentile(percentile) / MILLIS;
    }

    /// Cores that the server used, on average.
    public double serverCores() {
        return cpuMillis * measurement.requests() / (measurement.seconds() * 1e3);
    }

    /// Cores that the generator used, on average.
    public double generatorCores() {
        return generatorMillis / (measurement.seconds() * 1e3);
    }

    private String millis(double percentile) {
        return String.format(Locale.ROOT, "%.1f ms", latencyMillis(percentile));
    }

    private Outcome described(Outcome figure) {
        Outcome outcome = figure.also("CPU a request", String.format(Locale.ROOT, "%.0f µs", cpuMillis * MICROS))
                .also("memory", memoryMib + " MiB");
        if (measurement.errors() + measurement.timeouts() > 0) {
            outcome = outcome.remark(measurement.errors() + " errors " + measurement.errorKinds() + ", "
                    + measurement.timeouts() + " time-outs");
        }
        outcome = MachineWatch.saturated(outcome, machine);
        if (measurement.runDelay() > WAITED) {
            outcome = outcome.remark(String.format(
                    Locale.ROOT,
                    "the load generator waited for a core for %.0f %% of the time: it may be the limit",
                    100 * measurement.runDelay()));
        }
        for (String doubt : measurement.doubts()) {
            outcome = outcome.remark(doubt);
        }
        return outcome;
    }
}
