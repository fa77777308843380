package io.heddle.race.plan;

import io.heddle.model.Load;
import java.util.List;
import java.util.OptionalDouble;

/// The constant rates at which both arms are compared: those that the user asked for, or else shares of the lower arm's
/// capacity. The capacities are known once the first JVM of each arm has been measured; until then there are no rates.
public final class Rates {

    private static final List<Double> SHARES = List.of(0.5, 0.8);

    private Rates() {}

    /// @param asked rates that the user asked for; empty for shares
    /// @param capacities throughput of each arm's first JVM at the most connections; fewer than the arms
    ///     while it is not known
    public static List<Load> of(List<Double> asked, List<Double> capacities, int arms, int connections) {
        List<Double> rates = asked;
        if (asked.isEmpty()) {
            OptionalDouble lower = capacities.size() < arms
                    ? OptionalDouble.empty()
                    : capacities.stream().mapToDouble(c -> c).min();
            rates = lower.isEmpty()
                    ? List.of()
                    : SHARES.stream()
                            .map(share -> rounded(share * lower.getAsDouble()))
                            .toList();
        }
        return rates.stream()
                .map(rate -> (Load) new Load.Open(rate, connections))
                .toList();
    }

    /// Two digits that mean something, so that a rate can be said and typed.
    private static double rounded(double rate) {
        if (rate < 10) {
            return Math.max(0.1, Math.round(rate * 10) / 10.0);
        }
        double unit = Math.pow(10, Math.floor(Math.log10(rate)) - 1);
        return Math.floor(rate / unit) * unit;
    }
}
