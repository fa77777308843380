package io.heddle.report.race;

import io.heddle.model.Bound;
import io.heddle.model.Capacity;
import io.heddle.model.CarrierLife;
import io.heddle.model.Certainty;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.Finding;
import io.heddle.model.Holder;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.model.Race;
import io.heddle.model.Ratio;
import io.heddle.model.Remedies;
import io.heddle.model.Stalls;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Races as they should not be, and are.
final class OddRaces {

    /// Marks the page when it runs: as a script, as a handler, or by ending the element that holds the data.
    static final String PLANTED =
            "</script></pre></noscript><script>document.documentElement.setAttribute('data-owned','1');document.title='owned'</script>"
                    + "<img src=x onerror=\"document.documentElement.setAttribute('data-owned','1')\" id=\"planted\">{{data}}[[policy]]$1\\u003c<!--\u2028\u2029\u0000"
                    + "\u001b[2J\u001b]0;owned\u0007\u202e\r\nInjected: yes \uD83D";

    private OddRaces() {}

    /// Stopped before the first trial.
    static Race empty() {
        Race race = SampleRace.quick();
        return new Race(
                race.version(),
                race.started(),
                3.2,
                true,
                List.of(),
                race.machine(),
                new Target(List.of(), "25.0.3", "", "agent", List.of(), "", List.of()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Verdict(
                        "",
                        Verdict.Kind.UNDECIDED,
                        "nothing was measured",
                        Verdict.Limit.NONE,
                        List.of(),
                        List.of(),
                        List.of()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true,
                "interrupted before the first trial");
    }

    /// The second arm never answered.
    static Race oneArm() {
        Race race = SampleRace.quick();
        List<Trial> trials = race.trials().stream()
                .filter(trial -> trial.arm().equals("platform"))
                .toList();
        return with(
                race,
                race.target(),
                race.bounds(),
                trials,
                List.of(),
                List.of(),
                List.of(),
                "the virtual arm exited with code 1 before it answered");
    }

    /// Every figure that can be unknown is.
    static Race unknown() {
        Race race = SampleRace.quick();
        double nan = Double.NaN;
        List<Trial> trials = race.trials().stream()
                .map(trial -> new Trial(
                        trial.arm(),
                        trial.repetition(),
                        trial.workload(),
                        trial.load(),
                        nan,
                        nan,
                        Double.POSITIVE_INFINITY,
                        0,
                        7,
                        3,
                        Map.of("reset", 7L),
                        0,
                        new LatencyMillis(
                                nan,
                                nan,
                                nan,
                                nan,
                                nan,
                                Double.POSITIVE_INFINITY,
                                List.of(new LatencyMillis.Point(50, nan))),
                        null,
                        nan,
                        nan,
                        nan,
                        0,
                        0,
                        null,
                        null,
                        List.of(),
                        List.of(new PoolUse("p", "HikariCP", 1, 0, 0, 0, nan, nan)),
                        nan,
                        false,
                        List.of(),
                        null))
                .toList();
        List<Comparison> comparisons = race.comparisons().stream()
                .map(comparison -> new Comparison(
                        comparison.arm(),
                        comparison.against(),
                        comparison.workload(),
                        comparison.load(),
                        comparison.metric(),
                        comparison.primary(),
                        new Ratio(nan, 0, Double.POSITIVE_INFINITY),
                        1,
                        nan,
                        ""))
                .toList();
        List<Bound> bounds = race.bounds().stream()
                .map(bound -> new Bound(
                        bound.workload(),
                        bound.arm(),
                        bound.connections(),
                        bound.kind(),
                        bound.name(),
                        Double.POSITIVE_INFINITY,
                        "nothing / 0 ms",
                        bound.units()))
                .toList();
        return with(race, race.target(), bounds, trials, comparisons, List.of(), List.of(), "");
    }

    /// Whatever the target may name carries something planted.
    static Race hostile() {
        return planted(text -> text + PLANTED);
    }

    /// Like [#hostile], with names of the length of a novel.
    static Race longNames() {
        return planted(text -> text + "/long-name".repeat(60));
    }

    private static Race planted(UnaryOperator<String> plant) {
        Race race = SampleRace.quick();
        Target target = new Target(
                race.target().command().stream().map(plant).toList(),
                plant.apply("25"),
                plant.apply("Tomcat"),
                plant.apply("agent"),
                List.of(plant.apply("hook")),
                plant.apply("target.log"),
                List.of(plant.apply("note")));
        List<Bound> bounds = race.bounds().stream()
                .map(bound -> new Bound(
                        plant.apply(bound.workload()),
                        bound.arm(),
                        bound.connections(),
                        bound.kind(),
                        plant.apply(bound.name()),
                        bound.throughput(),
                        plant.apply(bound.why()),
                        bound.units()))
                .toList();
        List<Trial> trials = race.trials().stream()
                .map(trial -> new Trial(
                        trial.arm(),
                        trial.repetition(),
                        plant.apply(trial.workload()),
                        trial.load(),
                        trial.seconds(),
                        trial.throughput(),
                        trial.bound(),
                        trial.requests(),
                        1,
                        0,
                        Map.of(plant.apply("reset"), 1L),
                        0,
                        trial.latencyMillis(),
                        trial.virtualShare(),
                        trial.cpuSeconds(),
                        trial.generatorCpuSeconds(),
                        trial.machineCpu(),
                        trial.rssBytes(),
                        trial.peakPlatformThreads(),
                        new Pins(1, 0.1),
                        new Stalls(1, 2),
                        List.of(holder(plant)),
                        trial.pools().stream()
                                .map(pool -> new PoolUse(
                                        plant.apply(pool.name()), plant.apply(pool.kind()), 20, 20, 1, 1, 1, 1))
                                .toList(),
                        1,
                        true,
                        List.of(plant.apply("doubt")),
                        null))
                .toList();
        List<Comparison> comparisons = race.comparisons().stream()
                .map(comparison -> new Comparison(
                        comparison.arm(),
                        comparison.against(),
                        plant.apply(comparison.workload()),
                        comparison.load(),
                        comparison.metric(),
                        comparison.primary(),
                        comparison.ratio(),
                        comparison.pairs(),
                        comparison.confidence(),
                        plant.apply("text")))
                .toList();
        List<Verdict> verdicts = race.verdicts().stream()
                .map(verdict -> new Verdict(
                        plant.apply(verdict.workload()),
                        verdict.kind(),
                        plant.apply(verdict.text()),
                        new Verdict.Limit(
                                verdict.limit().kind(),
                                plant.apply(verdict.limit().name()),
                                verdict.limit().bound()),
                        List.of(new Culprit(
                                holder(plant),
                                1,
                                2,
                                new Remedies.Remedy(plant.apply("wait"), plant.apply("rule")),
                                "")),
                        List.of(),
                        List.of(plant.apply("note"))))
                .toList();
        // Half a character is lost on the way, and a finding's fingerprint would change with it.
        UnaryOperator<String> whole = text -> plant.apply(text).replaceAll("\\p{Cs}", "\ufffd");
        Finding finding = new Finding(
                whole.apply("rule"),
                21,
                Optional.empty(),
                Finding.Severity.STALL,
                Finding.Confidence.LIKELY,
                whole.apply("reason"),
                Finding.Reach.REQUEST,
                whole.apply("artifact"),
                whole.apply("Type"),
                whole.apply("method"),
                "()V",
                whole.apply("source"),
                1,
                List.of(),
                whole.apply("sink"),
                whole.apply("advice"),
                Optional.of(new Finding.Seen(1, 2)));
        return with(
                race,
                target,
                bounds,
                trials,
                comparisons,
                verdicts,
                List.of(new Matched(finding, Match.PREDICTED_AND_SEEN)),
                plant.apply("stopped"));
    }

    private static Holder holder(UnaryOperator<String> plant) {
        return new Holder(
                Holder.Cause.MONITOR,
                plant.apply("Type"),
                plant.apply("method"),
                7,
                plant.apply("artifact"),
                3,
                150,
                50,
                0.9,
                Certainty.CONFIRMED,
                List.of(plant.apply("signal")),
                List.of(plant.apply("frame")),
                plant.apply("detail"));
    }

    /// One load, one JVM an arm: no interval.
    static Race oneJvm() {
        Race race = new SampleRace(List.of("platform-1", "platform-2"), List.of(1), 1, 10).race();
        Load load = new Load.Closed(1);
        List<Comparison> comparisons = List.of(new Comparison(
                "platform-2",
                "platform-1",
                "/api/users",
                load,
                Comparison.Metric.THROUGHPUT,
                true,
                new Ratio(1.004, 0, Double.POSITIVE_INFINITY),
                1,
                0.95,
                "no difference shown"));
        return with(race, race.target(), race.bounds(), race.trials(), comparisons, List.of(), List.of(), "");
    }

    /// Searched for capacities: one that was found, one without an end, one that no rate keeps.
    static Race searched() {
        Race race = SampleRace.quick();
        List<Capacity.Step> steps = List.of(
                new Capacity.Step(600, true, 0.998, 151.2, 599.7, 4_800, 0, 8.01, List.of()),
                new Capacity.Step(
                        660,
                        false,
                        0.71,
                        802,
                        640,
                        5_100,
                        17,
                        8,
                        List.of(
                                "foreign load: other processes used some 30 % of the machine's CPU while this was measured")));
        Capacity quote = new Capacity(
                "/api/quote",
                "p99<200ms",
                List.of(
                        new Capacity.OfArm("platform", 612, 583, 643),
                        new Capacity.OfArm("virtual", 1_230, 1_150, 1_320)),
                List.of(new Capacity.Versus(
                        "virtual",
                        "platform",
                        new Ratio(2.01, 1.85, 2.19),
                        "p99<200ms is met up to 1,230/s virtual, 612/s platform: 2.01× [1.85–2.19]")),
                List.of(
                        new Capacity.Search("platform", 1, 600, 630, "met twice at 600/s, missed at 630/s", steps),
                        new Capacity.Search(
                                "virtual", 1, 1_200, 1_260, "met twice at 1,200/s, missed at 1,260/s", List.of())));
        Capacity users = new Capacity(
                "/api/users",
                "p99<200ms",
                List.of(
                        new Capacity.OfArm("platform", 0, 0, 2.5),
                        new Capacity.OfArm("virtual", 9_000, 9_000, Double.POSITIVE_INFINITY)),
                List.of(),
                List.of(
                        new Capacity.Search("platform", 1, 0, 2.5, "missed at every rate down to 2.50/s", List.of()),
                        new Capacity.Search(
                                "virtual",
                                1,
                                9_000,
                                Double.POSITIVE_INFINITY,
                                "still met at 9,000/s, where the search gave up",
                                List.of())));
        return new Race(
                race.version(),
                race.started(),
                race.seconds(),
                race.quick(),
                race.command(),
                race.machine(),
                race.target(),
                race.arms(),
                race.bounds(),
                race.trials(),
                race.comparisons(),
                race.verdict(),
                race.verdicts(),
                List.of(),
                List.of(),
                List.of(users, quote),
                false,
                "");
    }

    private static Race with(
            Race race,
            Target target,
            List<Bound> bounds,
            List<Trial> trials,
            List<Comparison> comparisons,
            List<Verdict> verdicts,
            List<Matched> findings,
            String stopped) {
        return new Race(
                race.version(),
                race.started(),
                race.seconds(),
                race.quick(),
                race.command(),
                race.machine(),
                target,
                race.arms(),
                bounds,
                trials,
                comparisons,
                verdicts.isEmpty()
                        ? new Verdict(
                                "",
                                Verdict.Kind.UNDECIDED,
                                "too little was measured",
                                Verdict.Limit.NONE,
                                List.of(),
                                List.of(),
                                List.of())
                        : verdicts.getFirst(),
                verdicts,
                List.of(new CarrierLife("virtual", 1, List.of(0.5, 1.0), List.of(10L, 20L), List.of("", "/a"))),
                findings,
                race.capacities(),
                !stopped.isEmpty(),
                stopped);
    }

    static List<Race> all() {
        return List.of(empty(), searched(), oneArm(), unknown(), hostile(), longNames(), oneJvm());
    }
}
