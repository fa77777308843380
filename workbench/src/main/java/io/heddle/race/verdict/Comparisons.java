package io.heddle.race.verdict;

import io.heddle.model.Arm;
import io.heddle.model.Comparison;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Ratio;
import io.heddle.model.Trial;
import io.heddle.race.stats.Holm;
import io.heddle.race.stats.MeanRatio;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Arms against each other, load by load. One comparison a path is primary, throughput at the most connections; the
/// others are corrected for being many.
public final class Comparisons {

    private Comparisons() {}

    /// A comparison with what a verdict needs beside it.
    ///
    /// @param above trials of the arm above the line
    /// @param below trials of the arm below it
    public record Compared(Comparison comparison, MeanRatio ratio, List<TrialOutcome> above, List<TrialOutcome> below) {

        double meanAbove() {
            return mean(above, metric());
        }

        double meanBelow() {
            return mean(below, metric());
        }

        private ToDoubleFunction<Trial> metric() {
            return figure(comparison.metric());
        }
    }

    /// All comparisons of one path between two arms; the primary one first. Empty when an arm has no trial at a
    /// common load.
    ///
    /// @param confidence of the primary comparison's interval, by the JVMs that each arm has: looking more
    ///     than once has its price
    public static List<Compared> of(
            String workload, Arm above, Arm below, List<TrialOutcome> outcomes, IntToDoubleFunction confidence) {
        return of(workload, List.of(above), below, outcomes, confidence);
    }

    /// All comparisons of one path between each of some arms and the same other one, by arm, the primary one of
    /// each first. The primary ones are one family for Holm's correction, and the others are another.
    public static List<Compared> of(
            String workload, List<Arm> above, Arm below, List<TrialOutcome> outcomes, IntToDoubleFunction confidence) {
        List<Compared> all = above.stream()
                .flatMap(arm -> uncorrected(workload, arm, below, outcomes).stream())
                .toList();
        List<Compared> corrected = new ArrayList<>();
        corrected.addAll(corrected(all, true, confidence));
        corrected.addAll(corrected(all, false, confidence));
        return above.stream().flatMap(arm -> of(arm, corrected).stream()).toList();
    }

    /// Those of one arm against the other.
    public static List<Compared> of(Arm above, List<Compared> all) {
        return all.stream()
                .filter(c -> c.comparison().arm().equals(above.label()))
                .toList();
    }

    private static List<Compared> uncorrected(String workload, Arm above, Arm below, List<TrialOutcome> outcomes) {
        List<Load> loads = outcomes.stream()
                .filter(o -> o.trial().workload().equals(workload))
                .map(o -> o.trial().load())
                .distinct()
                .toList();
        Optional<Load.Closed> highest = loads.stream()
                .filter(Load.Closed.class::isInstance)
                .map(Load.Closed.class::cast)
                .max(Comparator.comparingInt(Load.Closed::connections));
        List<Compared> all = new ArrayList<>();
        for (Load load : loads) {
            for (Comparison.Metric metric : metrics(load)) {
                List<TrialOutcome> up = usable(outcomes, above, workload, load, metric);
                List<TrialOutcome> down = usable(outcomes, below, workload, load, metric);
                if (!up.isEmpty() && !down.isEmpty()) {
                    boolean primary = metric == Comparison.Metric.THROUGHPUT
                            && highest.isPresent()
                            && load.equals(highest.orElseThrow());
                    all.add(new Compared(
                            new Comparison(
                                    above.label(),
                                    below.label(),
                                    workload,
                                    load,
                                    metric,
                                    primary,
                                    new Ratio(1, 0, Double.POSITIVE_INFINITY),
                                    Math.min(up.size(), down.size()),
                                    0,
                                    ""),
                            MeanRatio.of(figures(up, metric), figures(down, metric)),
                            up,
                            down));
                }
            }
        }
        return all;
    }

    private static List<Comparison.Metric> metrics(Load load) {
        return switch (load) {
            case Load.Closed closed -> List.of(Comparison.Metric.THROUGHPUT, Comparison.Metric.BYSTANDER_P99);
            case Load.Open open -> List.of(Comparison.Metric.P99);
        };
    }

    /// One family of comparisons with the confidence that Holm's correction asks of each.
    private static List<Compared> corrected(List<Compared> all, boolean primary, IntToDoubleFunction confidence) {
        List<Compared> family =
                all.stream().filter(c -> c.comparison().primary() == primary).toList();
        // A load that has ended has fewer pairs, and is looked at as often as those that go on.
        int jvms = all.stream().mapToInt(c -> c.comparison().pairs()).max().orElse(0);
        List<Double> levels =
                Holm.confidences(family.stream().map(c -> c.ratio().p()).toList(), 1 - confidence.applyAsDouble(jvms));
        return IntStream.range(0, family.size())
                .mapToObj(i -> at(levels.get(i), family.get(i)))
                .toList();
    }

    private static Compared at(double confidence, Compared c) {
        Comparison.Metric metric = c.comparison().metric();
        String above = c.comparison().arm();
        String below = c.comparison().against();
        Ratio interval = c.ratio().interval(confidence);
        String figures = switch (metric) {
            case THROUGHPUT ->
                Figures.rate(c.meanAbove()) + " " + above + ", " + Figures.rate(c.meanBelow()) + " " + below;
            case P99 -> "p99 " + millis(c, above, below);
            case BYSTANDER_P99 -> "p99 of " + Bystanders.path(c.above()) + " meanwhile " + millis(c, above, below);
        };
        boolean holdsOne = interval.low() <= 1 && interval.high() >= 1;
        return new Compared(
                new Comparison(
                        above,
                        below,
                        c.comparison().workload(),
                        c.comparison().load(),
                        metric,
                        c.comparison().primary(),
                        interval,
                        c.comparison().pairs(),
                        confidence,
                        figures + ": " + (holdsOne ? "no difference shown, " : "") + Figures.times(interval)),
                c.ratio(),
                c.above(),
                c.below());
    }

    private static String millis(Compared c, String above, String below) {
        return Figures.millis(c.meanAbove()) + " " + above + ", " + Figures.millis(c.meanBelow()) + " " + below;
    }

    private static List<TrialOutcome> usable(
            List<TrialOutcome> outcomes, Arm arm, String workload, Load load, Comparison.Metric metric) {
        return outcomes.stream()
                .filter(o -> o.is(arm.label(), workload, load))
                .filter(o -> switch (metric) {
                    case THROUGHPUT, P99 ->
                        o.trial().requests() > 0 && o.trial().throughput() > 0 && !DoubtfulTrials.is(o.trial());
                    case BYSTANDER_P99 -> o.trial().bystander() != null;
                })
                .toList();
    }

    private static List<Double> figures(List<TrialOutcome> outcomes, Comparison.Metric metric) {
        return outcomes.stream()
                .map(o -> figure(metric).applyAsDouble(o.trial()))
                .toList();
    }

    private static double mean(List<TrialOutcome> outcomes, ToDoubleFunction<Trial> figure) {
        return Math.exp(outcomes.stream()
                .mapToDouble(o -> Math.log(figure.applyAsDouble(o.trial())))
                .average()
                .orElseThrow());
    }

    private static ToDoubleFunction<Trial> figure(Comparison.Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> Trial::throughput;
            case P99 -> t -> t.latencyMillis().p99();
            case BYSTANDER_P99 -> Bystanders::p99;
        };
    }
}
