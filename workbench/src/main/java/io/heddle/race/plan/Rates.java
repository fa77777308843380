package io.heddle.race.plan;

import io.heddle.model.Load;
import java.util.List;
import java.util.OptionalDouble;

/// The constant rates at which both arms are compared: those that the user asked for, or else shares of a capacity.
public final class Rates {

    private static final List<Double> SHARES = List.of(0.5, 0.8);

    private Rates() {}

    /// @param asked rates that the user asked for; empty for shares
    /// @param capacity requests a second that each arm carries; empty while it is not known
    public static List<Load> of(List<Double> asked, OptionalDouble capacity, int connections) {
        List<Double> rates = !asked.isEmpty()
                ? asked
                : capacity.stream()
                        .boxed()
                        .flatMap(carried -> SHARES.stream().map(share -> rounded(share * carried)))
                        .toList();
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
