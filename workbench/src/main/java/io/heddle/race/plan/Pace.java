package io.heddle.race.plan;

import io.heddle.model.Load;
import io.heddle.race.load.Phases;
import java.time.Duration;
import java.util.Optional;

/// How long a trial settles and measures: at least 2 and 5 mean latencies, since a saturated pool of 20 behind 400
/// connections has a cycle of 2 s.
///
/// @param quick less sure, and said so
/// @param asked least measured window; empty for the usual one
public record Pace(boolean quick, Optional<Duration> asked, Duration timeout) {

    /// Least measured time of a trial at a number of connections, in seconds. What varies between the JVMs of an arm is
    /// more than what varies between windows of one JVM.
    public static final int CLOSED_SECONDS = 4;

    /// At a constant rate a trial lasts for 1,000 requests, within these seconds.
    public static final int LEAST_OPEN_SECONDS = 5;

    /// The other end of that range.
    public static final int MOST_OPEN_SECONDS = 10;

    /// Least measured time of a trial of a quick race, in seconds, at a number of connections.
    public static final double QUICK_CLOSED_SECONDS = 1.5;

    /// The same at a constant rate.
    public static final int QUICK_OPEN_SECONDS = 2;

    private static final int SETTLE_LATENCIES = 2;
    private static final int MEASURE_LATENCIES = 5;
    private static final int MOST_ALONE = 10_000;
    private static final Duration USUAL = Duration.ofSeconds(MOST_OPEN_SECONDS);
    private static final Duration LEAST_OPEN = Duration.ofSeconds(LEAST_OPEN_SECONDS);
    /// So that ten of them are beyond the 99th percentile.
    private static final double OPEN_REQUESTS = 1_000;
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_QUICK = Duration.ofSeconds(20);
    private static final Duration QUICK_JVM = Duration.ofSeconds(30);
    private static final Duration QUICK_TRIAL = Duration.ofSeconds(10);
    private static final Duration QUICK_COMMAND = Duration.ofMinutes(1);
    private static final Duration QUICK_CAPACITY = Duration.ofMinutes(5);

    /// The window of a trial.
    public Phases trial(Load load) {
        Duration measure = asked.orElse(
                switch (load) {
                    case Load.Closed closed ->
                        Duration.ofMillis((long) (1e3 * (quick ? QUICK_CLOSED_SECONDS : CLOSED_SECONDS)));
                    case Load.Open open ->
                        quick ? Duration.ofSeconds(QUICK_OPEN_SECONDS) : untilPercentile(open.rate());
                });
        Duration settle = quick ? Duration.ofMillis(500) : Duration.ofSeconds(1);
        Duration settleMost = quick ? Duration.ofSeconds(6) : Duration.ofSeconds(30);
        Duration longest = !quick ? LONGEST : measure.compareTo(LONGEST_QUICK) > 0 ? measure : LONGEST_QUICK;
        return new Phases(SETTLE_LATENCIES, MEASURE_LATENCIES, settle, settleMost, measure, longest, timeout);
    }

    /// Between 5 and 10 s.
    private static Duration untilPercentile(double rate) {
        long millis = (long) (1e3 * OPEN_REQUESTS / rate);
        return Duration.ofMillis(Math.clamp(millis, LEAST_OPEN.toMillis(), USUAL.toMillis()));
    }

    /// The longest that a quick race may take: for each JVM 30 s to start, warm up and end, or half of what it may
    /// take until it answers where that is more; for each of its trials 10 s beside the time that was asked for;
    /// 5 min for each search for a capacity; a minute for each command before a trial; and for each overload of an
    /// arm three times its length and a JVM. Empty where it is not quick.
    public Optional<Duration> most(RaceOptions options) {
        if (!quick) {
            return Optional.empty();
        }
        int paths = options.workloadNames().size();
        int rates = options.capacity().isPresent()
                ? options.rates().size()
                : Math.max(1, options.rates().size());
        int trials = paths * (options.connections().size() + rates);
        Duration start = options.ready().dividedBy(2);
        Duration jvm = (start.compareTo(QUICK_JVM) > 0 ? start : QUICK_JVM)
                .plus(QUICK_TRIAL.plus(asked.orElse(Duration.ZERO)).multipliedBy(trials));
        Duration searches = options.capacity().isPresent() ? QUICK_CAPACITY.multipliedBy(paths) : Duration.ZERO;
        Duration commands = options.beforeTrial().isPresent() ? QUICK_COMMAND.multipliedBy(trials + 1L) : Duration.ZERO;
        return Optional.of(jvm.plus(searches)
                .plus(commands)
                .multipliedBy((long) options.arms().size() * options.repetitions())
                .plus(overload(options, paths, start.compareTo(QUICK_JVM) > 0 ? start : QUICK_JVM)));
    }

    /// How near a search for a capacity comes to it: the rate that missed over the one that met, less 1.
    public double resolution() {
        return quick ? 0.1 : 0.05;
    }

    /// One window of a search for a capacity. It is so long that an overload of half the resolution makes requests
    /// wait for longer than the objective allows, and that the percentile rests on ten requests beyond it, three
    /// with `quick`; a minute at most.
    public Phases capacity(Objective objective, double rate) {
        double queues = objective.limit().toNanos() / 1e9 / (resolution() / 2);
        double requests = (quick ? 3 : 10) / (1 - objective.share()) / rate;
        double least = asked.orElse(quick ? Duration.ofSeconds(3) : USUAL).toMillis() / 1e3;
        Duration measure = Duration.ofMillis((long) (1e3 * Math.min(60, Math.max(least, Math.max(queues, requests)))));
        Duration settle = Duration.ofSeconds(quick ? 1 : 2);
        return new Phases(
                SETTLE_LATENCIES,
                MEASURE_LATENCIES,
                settle,
                settle.multipliedBy(3),
                measure,
                measure.multipliedBy(2),
                timeout);
    }

    /// Three times the length of each overload, and a JVM for it, in each arm.
    private static Duration overload(RaceOptions options, int paths, Duration jvm) {
        return options.overload()
                .map(over -> over.length()
                        .multipliedBy(3)
                        .plus(jvm)
                        .multipliedBy((long) paths
                                * over.factors().size()
                                * (options.arms().size() + (over.limit().isPresent() ? 1 : 0))))
                .orElse(Duration.ZERO);
    }

    /// Warm-up of at least the given number of requests.
    public Phases warm(int requests, int connections) {
        return new Phases(
                0,
                Math.ceilDiv(requests, connections),
                Duration.ZERO,
                AT_ONCE,
                Duration.ofMillis(500),
                LONGEST,
                timeout);
    }

    /// The window in which one connection is measured.
    ///
    /// @param leastShare of the rarest request, which has to come several times too
    public Phases alone(double leastShare) {
        int latencies = (int) Math.min(MOST_ALONE, Math.ceil((quick ? 10 : 30) / leastShare));
        return new Phases(
                1, latencies, Duration.ZERO, AT_ONCE, Duration.ofMillis(500), Duration.ofSeconds(30), timeout);
    }
}
