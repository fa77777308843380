package io.heddle.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against mean value analysis, which is another algorithm for the same network, and against what is known by hand.
class ClosedNetworkTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 50, 400})
    void agreesWithMeanValueAnalysis(int customers) {
        List<Station> stations =
                List.of(new Station(Station.POOL, "one", 1, 0.004), new Station(Station.POOL, "two", 1, 0.010));
        double[] queues = new double[stations.size()];
        double throughput = 0;
        for (int n = 1; n <= customers; n++) {
            double[] times = new double[queues.length];
            double round = 0.1;
            for (int i = 0; i < queues.length; i++) {
                times[i] = stations.get(i).demand() * (1 + queues[i]);
                round += times[i];
            }
            throughput = n / round;
            for (int i = 0; i < queues.length; i++) {
                queues[i] = throughput * times[i];
            }
        }
        assertEquals(throughput, new ClosedNetwork(0.1, stations).throughput(customers), 1e-6 * throughput);
    }

    /// The machine repair model: N machines, r repairers (Gross and Harris, Fundamentals of Queueing Theory).
    @Test
    void agreesWithTheRepairModelWhereAStationHasSeveralServers() {
        int machines = 6;
        int repairers = 2;
        double up = 1;
        double repair = 0.5;
        double sum = 0;
        double busy = 0;
        for (int down = 0; down <= machines; down++) {
            double weight = 1;
            for (int i = 1; i <= down; i++) {
                weight *= (machines - i + 1) * (repair / up) / Math.min(i, repairers);
            }
            sum += weight;
            busy += weight * Math.min(down, repairers);
        }
        assertEquals(
                busy / sum / repair,
                new ClosedNetwork(up, List.of(new Station(Station.POOL, "", repairers, repair))).throughput(machines),
                1e-9);
    }

    @Test
    void whoeverWaitsForNobodyIsLimitedByTheirNumber() {
        assertEquals(50, new ClosedNetwork(0.1, List.of()).throughput(5), 1e-9);
        assertEquals(20_000 / 0.1, new ClosedNetwork(0.1, List.of()).throughput(20_000), 1e-6);
    }

    @Test
    void manyCustomersFillTheFirstStationToItsBound() {
        ClosedNetwork network = new ClosedNetwork(
                0.05, List.of(new Station(Station.POOL, "", 10, 0.02), new Station(Station.CPU, "", 4, 0.001)));
        assertEquals(500, network.bound(), 1e-9);
        assertEquals(500, network.throughput(900), 1);
        assertEquals(500, network.throughput(5_000), 1e-9);
    }
}
