package io.heddle.predict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/// A closed queueing network of one class: customers go round a delay and stations with several servers each.
///
/// Its throughput is that of the product form: with G(n) the normalising constant of n customers,
/// X(n) = G(n − 1) ÷ G(n). The delay contributes Zⁿ ÷ n!, a station with m servers Dⁿ ÷ ∏ min(i, m) (Buzen,
/// *Computational Algorithms for Closed Queueing Networks with Exponential Servers*, CACM 16/9, 1973). All of that is
/// reckoned in logarithms.
///
/// @param delay seconds that a customer spends outside of all stations, 0 or more
record ClosedNetwork(double delay, List<Station> stations) {

    /// With more customers the first full station decides, to less than a percent.
    static final int MOST = 1_000;

    ClosedNetwork {
        stations = stations.stream().filter(station -> station.demand() > 0).toList();
    }

    /// @param customers at least 1
    /// @return customers a second; infinite where none of them spends any time
    double throughput(int customers) {
        if (delay == 0 && stations.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        if (customers > MOST) {
            return Math.min(bound(), customers / spent());
        }
        double[] constants = factors(customers, delay, Integer.MAX_VALUE);
        for (Station station : stations) {
            constants = convolved(constants, factors(customers, station.demand(), station.servers()));
        }
        return Math.exp(constants[customers - 1] - constants[customers]);
    }

    /// Customers a second that no number of customers exceeds.
    double bound() {
        return stations.stream().mapToDouble(Station::bound).min().orElse(Double.POSITIVE_INFINITY);
    }

    /// Seconds of one round where nobody else is there.
    private double spent() {
        return delay + stations.stream().mapToDouble(Station::demand).sum();
    }

    /// Logarithms of what a station contributes with 0, 1, 2 and more customers in it.
    private static double[] factors(int customers, double demand, int servers) {
        double[] logs = new double[customers + 1];
        for (int n = 1; n <= customers; n++) {
            logs[n] = logs[n - 1] + Math.log(demand) - Math.log(Math.min(n, servers));
        }
        return logs;
    }

    private static double[] convolved(double[] one, double[] other) {
        double[] all = new double[one.length];
        for (int n = 0; n < all.length; n++) {
            double[] terms = new double[n + 1];
            for (int i = 0; i <= n; i++) {
                terms[i] = one[i] + other[n - i];
            }
            all[n] = logOfSum(terms);
        }
        return all;
    }

    private static double logOfSum(double[] logs) {
        double most = Arrays.stream(logs).max().orElseThrow();
        return most == Double.NEGATIVE_INFINITY
                ? most
                : most
                        + Math.log(DoubleStream.of(logs)
                                .map(log -> Math.exp(log - most))
                                .sum());
    }
}
