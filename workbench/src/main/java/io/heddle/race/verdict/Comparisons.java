package io.heddle.race.verdict;

import io.heddle.model.Arm;
import io.heddle.model.Comparison;
import io.heddle.model.Figures;
import io.heddle.model.Load;
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
                    MeanRatio ratio = MeanRatio.of(figures(up, metric), figures(down, metric));
                    boolean primary = metric == Comparison.Metric.THROUGHPUT
                            && highest.isPresent()
                            && load.equals(highest.orElseThrow());
                    all.add(compared(
                            workload,
                            above,
                            below,
                            load,
                            metric,
                            primary,
                            ratio,
                            confidence.applyAsDouble(Math.min(up.size(), down.size())),
                            up,
                            down));
                }
            }
        }
        return corrected(workload, above, below, all, confidence);
    }

    private static List<Comparison.Metric> metrics(Load load) {
        return switch (load) {
            case Load.Closed closed -> List.of(Comparison.Metric.THROUGHPUT, Comparison.Metric.BYSTANDER_P99);
            case Load.Open open -> List.of(Comparison.Metric.P99);
        };
    }

    private static List<Compared> corrected(
            String workload, Arm above, Arm below, List<Compared> all, IntToDoubleFunction confidence) {
        List<Compared> secondary =
                all.stream().filter(c -> !c.comparison().primary()).toList();
        int jvms = all.stream()
                .mapToInt(c -> Math.min(c.above().size(), c.below().size()))
                .min()
                .orElse(0);
        List<Double> levels = Holm.confidences(
                secondary.stream().map(c -> c.ratio().p()).toList(), 1 - confidence.applyAsDouble(jvms));
        List<Compared> result = new ArrayList<>(
                all.stream().filter(c -> c.comparison().primary()).toList());
        for (int i = 0; i < secondary.size(); i++) {
            Compared c = secondary.get(i);
            result.add(compared(
                    workload,
                    above,
                    below,
                    c.comparison().load(),
                    c.comparison().metric(),
                    false,
                    c.ratio(),
                    levels.get(i),
                    c.above(),
                    c.below()));
        }
        return result;
    }

    private static Compared compared(
            String workload,
            Arm above,
            Arm below,
            Load load,
            Comparison.Metric metric,
            boolean primary,
            MeanRatio ratio,
            double confidence,
            List<TrialOutcome> up,
            List<TrialOutcome> down) {
        String figures = switch (metric) {
            case THROUGHPUT ->
                Figures.rate(mean(up, figure(metric))) + " " + above.label() + ", "
                        + Figures.rate(mean(down, figure(metric))) + " " + below.label();
            case P99 -> "p99 " + millis(up, metric, above) + ", " + millis(down, metric, below);
            case BYSTANDER_P99 ->
                "p99 of " + Bystanders.path(up) + " meanwhile " + millis(up, metric, above) + ", "
                        + millis(down, metric, below);
        };
        boolean holdsOne = ratio.interval(confidence).low() <= 1
                && ratio.interval(confidence).high() >= 1;
        String text =
                figures + ": " + (holdsOne ? "no difference shown, " : "") + Figures.times(ratio.interval(confidence));
        Comparison comparison = new Comparison(
                above.label(),
                below.label(),
                workload,
                load,
                metric,
                primary,
                ratio.interval(confidence),
                Math.min(up.size(), down.size()),
                confidence,
                text);
        return new Compared(comparison, ratio, up, down);
    }

    private static String millis(List<TrialOutcome> outcomes, Comparison.Metric metric, Arm arm) {
        return Figures.millis(mean(outcomes, figure(metric))) + " " + arm.label();
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
