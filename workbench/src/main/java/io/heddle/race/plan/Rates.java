package io.heddle.race.plan;

import io.heddle.model.Load;
import java.util.List;
import java.util.OptionalDouble;

/// At which constant rates both arms are compared.
///
/// The long form waits until the first JVM of each arm has shown its capacity, and takes shares of the lower one. The
/// quick form cannot wait: it takes a share of what the bounds allow, which may turn out to be more than 80 % of the
/// lower capacity; then the latency is not judged.
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
