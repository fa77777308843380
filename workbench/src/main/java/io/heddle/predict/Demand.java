package io.heddle.predict;

import java.util.List;
import java.util.Optional;

/// What a request asks of a service, in the interval in which it was busiest.
///
/// @param rate requests a second, above 0; where nobody told the rate that was seen, in parts of it
/// @param response mean seconds that a request has its thread, above 0
/// @param queued of these, seconds in queues for pools
/// @param waiting of these, seconds in which it is known to wait for another service, with or without a connection of a
/// pool
/// @param stations pools and processors, as far as their sizes are known
/// @param suspected stations that have as many servers as these at least, and maybe more
/// @param cpus processors that the process has; empty when unknown
/// @param requests that were counted, or visits that tell as much
/// @param holding what holds carriers, as far as stacks tell; empty where the source has no stacks
record Demand(
        double rate,
        double response,
        double queued,
        double waiting,
        List<Station> stations,
        List<Station> suspected,
        Optional<Integer> cpus,
        double requests,
        Optional<Holding> holding) {

    /// From metrics.
    Demand(
            double rate,
            double response,
            double queued,
            double waiting,
            List<Station> stations,
            Optional<Integer> cpus,
            double requests) {
        this(rate, response, queued, waiting, stations, List.of(), cpus, requests, Optional.empty());
    }

    /// Mean number of threads that serve requests, by Little's law.
    double busy() {
        return rate * response;
    }

    /// The same at another rate, as long as a request takes as long.
    ///
    /// @param other requests a second, above 0
    Demand at(double other) {
        return new Demand(other, response, queued, waiting, stations, suspected, cpus, requests, holding);
    }

    /// The service with all that is known to be shared.
    ClosedNetwork network(List<Station> some) {
        double known = some.stream().mapToDouble(Station::demand).sum();
        return new ClosedNetwork(Math.max(0, response - queued - known), some);
    }

    /// Seconds of a request in which it computes; 0 where that is not known.
    double computed() {
        return stations.stream()
                .filter(station -> station.kind().equals(Station.CPU))
                .mapToDouble(Station::demand)
                .sum();
    }

    /// Seconds of a request in which it is known to hold a carrier while it waits.
    ///
    /// @param jdk feature release
    double held(int jdk) {
        return holding.map(known -> known.on(jdk).held()).orElse(0.0);
    }

    /// Seconds of a request in which it holds a carrier, in line for a monitor too.
    ///
    /// @param jdk feature release
    double heldInAll(int jdk) {
        return held(jdk) + holding.map(known -> known.on(jdk).inLine()).orElse(0.0);
    }

    /// Seconds of a request of which nobody knows whether they would hold a carrier.
    ///
    /// @param jdk feature release
    double unexplained(int jdk) {
        return holding.map(known -> known.on(jdk).unexplained())
                .orElseGet(() ->
                        Math.max(0, response - computed() - (jdk < Forecast.MONITORS_MENDED ? 0 : queued + waiting)));
    }
}
