package io.heddle.report.race;

import io.heddle.model.Load;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Where more connections stop to bring more requests: what they can bring at most grows with them, what the arm
/// carries at most does not, and here the two lines cross (the saturation point of Denning and Buzen, "The operational
/// analysis of queueing network models", ACM Computing Surveys 1978).
///
/// @param connections above 0, seldom a whole number
/// @param throughput that the arm carried at most, requests a second
record Knee(double connections, double throughput) {

    /// Two points are a line, whatever they are.
    private static final int LEAST_COUNTS = 3;

    /// Throughput is flat where it grows by less than this share of what connections grow by, on logarithms: by 7
    /// % where they double.
    private static final double FLAT = 0.1;

    /// How much more connections must be to show whether throughput is flat.
    private static final double STEP = 1.25;

    /// Empty with fewer than three numbers of connections, where throughput still grows at the most of them, and
    /// where nobody measured what one connection carries.
    static Optional<Knee> of(TrialMatrix grid, String workload, String arm) {
        List<Cell> cells = grid.cells(workload, arm).stream()
                .filter(cell -> cell.load() instanceof Load.Closed && cell.throughput() > 0)
                .toList();
        OptionalDouble each = grid.eachConnection(workload, arm);
        if (cells.size() < LEAST_COUNTS || each.isEmpty() || !flat(cells)) {
            return Optional.empty();
        }
        double most = cells.stream().mapToDouble(Cell::throughput).max().orElseThrow();
        Knee knee = new Knee(most / each.getAsDouble(), most);
        return knee.connections() <= connections(cells.getLast()) ? Optional.of(knee) : Optional.empty();
    }

    /// Connections as people count them, such as `20`.
    String text() {
        return String.format(Locale.ROOT, "%,d", Math.max(1, Math.round(connections)));
    }

    private static boolean flat(List<Cell> cells) {
        Cell last = cells.getLast();
        return cells.stream()
                .filter(cell -> connections(cell) * STEP <= connections(last))
                .reduce((fewer, more) -> more)
                .filter(before -> Math.log(last.throughput() / before.throughput())
                        < FLAT * Math.log(connections(last) / connections(before)))
                .isPresent();
    }

    private static double connections(Cell cell) {
        return cell.load() instanceof Load.Closed(int connections) ? connections : Double.NaN;
    }
}
