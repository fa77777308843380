package io.heddle.predict;

import java.util.List;
import java.util.Optional;

/// What a request asks of a service, in the interval in which it was busiest.
///
/// @param rate requests a second, above 0
/// @param response mean seconds that a request has its thread, above 0
/// @param queued of these, seconds in queues for pools
/// @param waiting of these, seconds in which it is known to wait for another service, with or without a connection of a
/// pool
/// @param stations pools and processors, as far as their sizes are known
/// @param cpus processors that the process has; empty when unknown
/// @param requests that were counted
record Demand(
        double rate,
        double response,
        double queued,
        double waiting,
        List<Station> stations,
        Optional<Integer> cpus,
        double requests) {

    /// Mean number of threads that serve requests, by Little's law.
    double busy() {
        return rate * response;
    }

    /// The same at another rate, as long as a request takes as long.
    ///
    /// @param other requests a second, above 0
    Demand at(double other) {
        return new Demand(other, response, queued, waiting, stations, cpus, requests);
    }

    /// The service with all that is known to be shared.
    ClosedNetwork network() {
        double known = stations.stream().mapToDouble(Station::demand).sum();
        return new ClosedNetwork(Math.max(0, response - queued - known), stations);
    }

    /// Seconds of a request in which it computes; 0 where that is not known.
    double computed() {
        return stations.stream()
                .filter(station -> station.kind().equals(Station.CPU))
                .mapToDouble(Station::demand)
                .sum();
    }

    /// Seconds of a request of which nobody knows whether they would hold a carrier.
    ///
    /// @param monitorsHold whether a monitor holds the carrier of a thread that waits inside: then any wait might
    double unexplained(boolean monitorsHold) {
        return Math.max(0, response - computed() - (monitorsHold ? 0 : queued + waiting));
    }
}
