package io.heddle.report.race;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Capacity;
import io.heddle.model.Comparison;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The trials of a race by path, load and arm, in the order in which reports show them.
final class TrialMatrix {

    private final Race race;

    TrialMatrix(Race race) {
        this.race = race;
    }

    /// In the order of the verdicts, then of the trials and bounds.
    List<String> paths() {
        return Stream.of(
                        race.verdicts().stream().map(Verdict::workload),
                        race.trials().stream().map(Trial::workload),
                        race.bounds().stream().map(bound -> bound.workload()))
                .flatMap(paths -> paths)
                .distinct()
                .toList();
    }

    /// Labels, first the arm that the others are held against.
    List<String> arms() {
        return Stream.of(
                        race.arms().stream().map(Arm::label),
                        race.trials().stream().map(Trial::arm))
                .flatMap(arms -> arms)
                .distinct()
                .toList();
    }

    /// What the path was put under: closed by connections, then open by rate.
    List<Load> loads(String workload) {
        return race.trials().stream()
                .filter(trial -> trial.workload().equals(workload))
                .map(Trial::load)
                .distinct()
                .sorted(Comparator.comparing((Load load) -> load instanceof Load.Open)
                        .thenComparingDouble(TrialMatrix::size))
                .toList();
    }

    /// The closed load with the most connections; empty when there was none.
    Optional<Load> highest(String workload) {
        return loads(workload).stream().filter(Load.Closed.class::isInstance).reduce((lower, higher) -> higher);
    }

    /// Empty when no such trial was run.
    Optional<Cell> cell(String workload, String arm, Load load) {
        List<Trial> trials = race.trials().stream()
                .filter(trial -> trial.workload().equals(workload)
                        && trial.arm().equals(arm)
                        && trial.load().equals(load))
                .toList();
        return trials.isEmpty() ? Optional.empty() : Optional.of(new Cell(workload, arm, load, trials));
    }

    /// All cells of one path, by arm within load.
    List<Cell> cells(String workload) {
        return loads(workload).stream()
                .flatMap(load -> cells(workload, load).stream())
                .toList();
    }

    /// One for each arm that ran this load.
    List<Cell> cells(String workload, Load load) {
        return arms().stream()
                .flatMap(arm -> cell(workload, arm, load).stream())
                .toList();
    }

    /// Everything that one arm ran on one path.
    List<Cell> cells(String workload, String arm) {
        return loads(workload).stream()
                .flatMap(load -> cell(workload, arm, load).stream())
                .toList();
    }

    List<Comparison> comparisons(String workload, Load load, Comparison.Metric metric) {
        return race.comparisons().stream()
                .filter(comparison -> comparison.workload().equals(workload)
                        && comparison.load().equals(load)
                        && comparison.metric() == metric)
                .toList();
    }

    List<Capacity> capacities(String workload) {
        return race.capacities().stream()
                .filter(capacity -> capacity.workload().equals(workload))
                .toList();
    }

    /// Whether a closed load brought some arm to nine tenths of a bound other than its own connections, or the
    /// machine to nine tenths of its CPU: from there on latency is waiting, and grows with connections.
    boolean saturated(String workload, Load load) {
        return load instanceof Load.Closed closed
                && cells(workload, load).stream()
                        .anyMatch(cell -> cell.busy()
                                || bounds(workload, cell.arm(), closed)
                                        .anyMatch(bound -> bound.kind() != Bound.Kind.CONNECTIONS
                                                && 0.9 * bound.throughput() <= cell.throughput()));
    }

    /// The path whose verdict is the race's; empty when none is.
    Optional<Verdict> deciding() {
        Verdict race = this.race.verdict();
        return this.race.verdicts().stream()
                .filter(verdict -> verdict.kind() == race.kind()
                        && verdict.arm().equals(race.arm())
                        && race.text().endsWith(verdict.text()))
                .findFirst();
    }

    /// What bounds an arm most at a closed load; empty when nothing is known to.
    Optional<Bound> least(String workload, String arm, Load load) {
        return load instanceof Load.Closed closed
                ? bounds(workload, arm, closed).min(Comparator.comparingDouble(Bound::throughput))
                : Optional.empty();
    }

    /// Requests a second that one connection carries at most, by the service time measured before any load; empty
    /// where it was not measured.
    OptionalDouble eachConnection(String workload, String arm) {
        return race.bounds().stream()
                .filter(bound -> bound.workload().equals(workload)
                        && bound.arm().equals(arm)
                        && bound.kind() == Bound.Kind.CONNECTIONS
                        && Double.isFinite(bound.throughput()))
                .mapToDouble(bound -> bound.throughput() / bound.connections())
                .findFirst();
    }

    private Stream<Bound> bounds(String workload, String arm, Load.Closed closed) {
        return race.bounds().stream()
                .filter(bound -> bound.workload().equals(workload)
                        && bound.arm().equals(arm)
                        && bound.connections() == closed.connections()
                        && Double.isFinite(bound.throughput()));
    }

    /// One for each arm that is held against the first.
    List<Verdict> verdicts(String workload) {
        return race.verdicts().stream()
                .filter(verdict -> verdict.workload().equals(workload))
                .toList();
    }

    /// How many arms are held against the first.
    static long pairs(Race race) {
        return race.verdicts().stream().map(Verdict::arm).distinct().count();
    }

    private static double size(Load load) {
        return switch (load) {
            case Load.Closed closed -> closed.connections();
            case Load.Open open -> open.rate();
        };
    }
}
