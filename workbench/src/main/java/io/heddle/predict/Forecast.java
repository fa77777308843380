package io.heddle.predict;

import io.heddle.model.Prediction.CarriersHeld;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.Need;
import io.heddle.model.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a service can carry on either kind of threads.
///
/// @param demand of the interval in which it was busiest
/// @param seen requests a second in that interval, as [Demand#rate] has them unless another was asked about
/// @param threads that may serve requests at the same time
/// @param headroom how many times the rate threads should carry
record Forecast(Demand demand, double seen, int threads, double headroom) {

    /// The race's: less is no gain, and as much less is harm.
    private static final double GAIN = 1.05;
    private static final double HARM = 0.95;

    /// Threads need not carry what brings other limits near their ends: queues there are long before.
    private static final double OTHERS = 0.9;

    /// Carriers that are held for less than so much of the time in which they compute limit as processors do.
    private static final double TIE = 0.05;

    /// Where no carrier is left for so much of the time, requests wait.
    private static final double ALL_HELD = 0.05;

    /// Errors of the model for rates and utilisations where the resource is half used at least, and where it is not:
    /// Lazowska and others, *Quantitative System Performance*, 1984, chapter 1, has 5 to 10 %, and less load shows
    /// less of how times grow.
    private static final double ERROR_NEAR = 0.1;
    private static final double ERROR_FAR = 0.25;

    /// The first JDK on which a monitor holds no carrier (JEP 491).
    static final int MONITORS_MENDED = 24;

    /// How long requests take, and how far they differ: their standard deviation is about so many times the mean.
    private static final double VARIATION = 1.5;
    private static final double NORMAL = 1.96;

    /// At the rate that was seen.
    Forecast(Demand demand, int threads, double headroom) {
        this(demand, demand.rate(), threads, headroom);
    }

    /// What limits a kind of threads.
    ///
    /// @param capacity requests a second
    /// @param limit empty where nothing is known to limit
    record Carried(Estimate capacity, Optional<Station> limit) {}

    /// The verdict for one JDK.
    ///
    /// @param worst what virtual threads carry if all unexplained time holds a carrier, and no pool is larger than
    ///     it was seen to be; empty where the number of carriers is not known
    record Judged(Verdict.Kind kind, String code, Optional<Carried> best, Optional<Carried> worst) {}

    /// On platform threads: the closed network with as many customers as threads.
    Carried platform() {
        return platform(demand.stations());
    }

    private Carried platform(List<Station> stations) {
        double carried = demand.network(stations).throughput(threads);
        Station own = new Station(Station.THREADS, "", threads, threads / carried);
        Optional<Station> first = first(stations);
        return new Carried(
                within(carried, own),
                first.filter(station -> station.bound() * HARM <= carried).or(() -> Optional.of(own)));
    }

    /// On virtual threads, if no unexplained time holds a carrier; empty where nothing is known to limit them.
    ///
    /// @param jdk feature release
    Optional<Carried> virtual(int jdk) {
        Stream<Station> carriers = demand.held(jdk) > TIE * demand.computed()
                ? demand.cpus().stream().map(cpus -> carriers(cpus, demand.held(jdk)))
                : Stream.empty();
        return carried(Stream.concat(demand.stations().stream(), carriers).toList());
    }

    private Station carriers(int cpus, double held) {
        return new Station(Station.CARRIERS, "", cpus, held + demand.computed());
    }

    /// Whether threads limit: they do not carry what is asked.
    Need need() {
        Carried platform = platform();
        double others = first(demand.stations())
                .map(station -> station.bound() * OTHERS)
                .orElse(Double.POSITIVE_INFINITY);
        double asked = Math.min(headroom * demand.rate(), others);
        return new Need(platform.capacity().estimate() < HARM * asked, demand.rate(), headroom, platform.capacity());
    }

    /// @param jdk feature release
    Judged judged(int jdk) {
        Optional<Carried> best = virtual(jdk);
        Optional<Carried> worst = worst(jdk);
        Verdict.Kind hoped = kind(platform(), best);
        Verdict.Kind feared = kind(platform(all()), worst);
        Optional<CarriersHeld> held = carriers(jdk);
        if (held.isPresent() && hoped != Verdict.Kind.HARM) {
            double error = demand.holding().orElseThrow().on(jdk).error();
            if (allHeld(jdk, Math.max(0, 1 - error)) >= ALL_HELD) {
                // The throughput of requests that never wait for a carrier tells nothing of those that do.
                return hoped == Verdict.Kind.GAIN
                        ? new Judged(Verdict.Kind.UNDECIDED, "carriers-held", best, worst)
                        : new Judged(Verdict.Kind.HARM, Station.CARRIERS, best, worst);
            }
            if (allHeld(jdk, 1 + error) >= ALL_HELD) {
                return new Judged(Verdict.Kind.UNDECIDED, "carriers-held", best, worst);
            }
        }
        if (hoped == feared) {
            return new Judged(hoped, code(hoped, best), best, worst);
        }
        return new Judged(
                Verdict.Kind.UNDECIDED,
                demand.unexplained(jdk) > 0 ? "unexplained-time" : "size-not-known",
                best,
                worst);
    }

    /// Carriers that are held at the rate that is asked about; empty where no stacks tell.
    ///
    /// @param jdk feature release
    Optional<CarriersHeld> carriers(int jdk) {
        return demand.holding()
                .map(known -> new CarriersHeld(
                        Estimate.within(
                                demand.heldInAll(jdk) * demand.rate(),
                                known.on(jdk).error()),
                        demand.cpus().isEmpty() ? 0 : allHeld(jdk, 1),
                        demand.cpus()));
    }

    private double allHeld(int jdk, double factor) {
        double mean = demand.heldInAll(jdk) * demand.rate() * factor;
        if (demand.cpus().isEmpty() || mean == 0) {
            return 0;
        }
        Holding.On on = demand.holding().orElseThrow().on(jdk);
        List<Double> locks = on.alone()
                ? List.of()
                : on.locks().stream()
                        .map(lock -> Math.min(1, lock * factor * demand.rate() / seen))
                        .toList();
        double held = demand.held(jdk) * demand.rate() * factor;
        // Who has the lock is counted with it.
        double apart = on.alone()
                ? 0
                : Math.max(0, held - locks.stream().mapToDouble(lock -> lock).sum());
        return CarrierTail.allHeld(apart, locks, demand.cpus().orElseThrow());
    }

    private List<Station> all() {
        return Stream.concat(demand.stations().stream(), demand.suspected().stream())
                .toList();
    }

    /// The same if whatever might hold a carrier does, and nothing is larger than it was seen to be.
    private Optional<Carried> worst(int jdk) {
        Stream<Station> carriers =
                Stream.of(carriers(demand.cpus().orElse(1), demand.held(jdk) + demand.unexplained(jdk)));
        return carried(Stream.concat(all().stream(), carriers).toList());
    }

    private Optional<Carried> carried(List<Station> stations) {
        return first(stations).map(station -> new Carried(within(station.bound(), station), Optional.of(station)));
    }

    /// By the race's rules, with intervals: what may be either is undecided.
    private static Verdict.Kind kind(Carried own, Optional<Carried> virtual) {
        double most = own.capacity().estimate();
        if (virtual.isEmpty()) {
            return Verdict.Kind.GAIN;
        }
        Carried carried = virtual.orElseThrow();
        double ratio = carried.capacity().estimate() / most;
        double low = carried.capacity().low() / most;
        double high = carried.capacity().high() / most;
        boolean same = own.limit().equals(carried.limit());
        if (same || ratio >= HARM && ratio < GAIN) {
            return Verdict.Kind.NO_GAIN;
        }
        if (low >= GAIN) {
            return Verdict.Kind.GAIN;
        }
        return high < HARM ? Verdict.Kind.HARM : Verdict.Kind.UNDECIDED;
    }

    private static String code(Verdict.Kind kind, Optional<Carried> virtual) {
        String limit = virtual.flatMap(Carried::limit).map(Station::kind).orElse("");
        return switch (kind) {
            case GAIN -> "threads-limit";
            case NO_GAIN -> limit.isEmpty() ? "no-limit-known" : limit;
            case HARM -> limit.isEmpty() ? "carriers" : limit;
            case UNDECIDED -> "too-close";
        };
    }

    /// The station that is full first.
    private static Optional<Station> first(List<Station> stations) {
        return stations.stream()
                .filter(station -> Double.isFinite(station.bound()))
                .min(Comparator.comparingDouble(Station::bound));
    }

    private Estimate within(double carried, Station station) {
        boolean near = seen >= station.bound() / 2;
        double model = near ? ERROR_NEAR : ERROR_FAR;
        return Estimate.within(carried, Math.hypot(model, counted(demand.requests())));
    }

    /// Half of the interval of 95 % of a mean time, as a part of it.
    ///
    /// @param requests over which it is the mean
    static double counted(double requests) {
        return NORMAL * VARIATION / Math.sqrt(Math.max(1, requests));
    }
}
