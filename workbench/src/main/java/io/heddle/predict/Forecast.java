package io.heddle.predict;

import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.Need;
import io.heddle.model.Verdict;
import java.util.Comparator;
import java.util.Optional;

/// What a service can carry on either kind of threads.
///
/// @param demand of the interval in which it was busiest
/// @param threads that may serve requests at the same time
/// @param headroom how many times the rate threads should carry
record Forecast(Demand demand, int threads, double headroom) {

    /// The race's: less is no gain, and as much less is harm.
    private static final double GAIN = 1.05;
    private static final double HARM = 0.95;

    /// Threads need not carry what brings other limits near their ends: queues there are long before.
    private static final double OTHERS = 0.9;

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

    /// What limits a kind of threads.
    ///
    /// @param capacity requests a second
    /// @param limit empty where nothing is known to limit
    record Carried(Estimate capacity, Optional<Station> limit) {}

    /// The verdict for one JDK.
    ///
    /// @param worst what virtual threads carry if all unexplained time holds a carrier; empty where the number of
    ///     carriers is not known
    record Judged(Verdict.Kind kind, String code, Optional<Carried> best, Optional<Carried> worst) {}

    /// On platform threads: the closed network with as many customers as threads.
    Carried platform() {
        double carried = demand.network().throughput(threads);
        Station own = new Station(Station.THREADS, "", threads, threads / carried);
        Optional<Station> first = first();
        return new Carried(
                within(carried, own),
                first.filter(station -> station.bound() * HARM <= carried).or(() -> Optional.of(own)));
    }

    /// On virtual threads, if no unexplained time holds a carrier; empty where nothing is known to limit them.
    Optional<Carried> virtual() {
        return first().map(station -> new Carried(within(station.bound(), station), Optional.of(station)));
    }

    /// Whether threads limit: they do not carry what is asked.
    Need need() {
        Carried platform = platform();
        double others = first().map(station -> station.bound() * OTHERS).orElse(Double.POSITIVE_INFINITY);
        double asked = Math.min(headroom * demand.rate(), others);
        return new Need(platform.capacity().estimate() < HARM * asked, demand.rate(), headroom, platform.capacity());
    }

    /// @param jdk feature release
    Judged judged(int jdk) {
        Optional<Carried> best = virtual();
        Optional<Carried> worst = worst(jdk);
        Verdict.Kind hoped = kind(best);
        Verdict.Kind feared = worst.isEmpty() ? Verdict.Kind.UNDECIDED : kind(worst);
        if (hoped == feared) {
            return new Judged(hoped, code(hoped, best), best, worst);
        }
        return new Judged(Verdict.Kind.UNDECIDED, "unexplained-time", best, worst);
    }

    /// The same if whatever might hold a carrier does.
    private Optional<Carried> worst(int jdk) {
        return demand.cpus().map(cpus -> {
            Station carriers = new Station(
                    Station.CARRIERS, "", cpus, demand.unexplained(jdk < MONITORS_MENDED) + demand.computed());
            return first().filter(station -> station.bound() <= carriers.bound())
                    .map(station -> new Carried(within(station.bound(), station), Optional.of(station)))
                    .orElseGet(() -> new Carried(within(carriers.bound(), carriers), Optional.of(carriers)));
        });
    }

    /// By the race's rules, with intervals: what may be either is undecided.
    private Verdict.Kind kind(Optional<Carried> virtual) {
        Estimate platform = platform().capacity();
        double most = platform.estimate();
        if (virtual.isEmpty()) {
            return Verdict.Kind.GAIN;
        }
        Carried carried = virtual.orElseThrow();
        double ratio = carried.capacity().estimate() / most;
        double low = carried.capacity().low() / most;
        double high = carried.capacity().high() / most;
        boolean same = platform().limit().equals(carried.limit());
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
    private Optional<Station> first() {
        return demand.stations().stream()
                .filter(station -> Double.isFinite(station.bound()))
                .min(Comparator.comparingDouble(Station::bound));
    }

    private Estimate within(double carried, Station station) {
        boolean near = demand.rate() >= station.bound() / 2;
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
