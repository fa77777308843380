package io.heddle.report.race;

import io.heddle.model.Bound;
import io.heddle.model.Bystander;
import io.heddle.model.Capacity;
import io.heddle.model.Comparison;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Stalls;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/// What one path's figures say, arm beside arm, ready to be laid out: the terminal and the HTML report show the same
/// rows.
///
/// @param arms labels, one column each
record ResultTable(String workload, List<String> arms, List<Section> sections) {

    record Section(String title, List<Row> rows) {}

    /// @param detail whether it explains the row above
    /// @param values one an arm
    /// @param ratios the comparisons of this row, usually none or one
    record Row(String label, boolean detail, List<String> values, List<Versus> ratios, String remark) {}

    /// @param arms which arm over which; empty when there are only two
    /// @param ratio with its interval
    /// @param same whether no difference is shown
    record Versus(String arms, String ratio, boolean same) {}

    static ResultTable of(TrialMatrix grid, String workload) {
        Rows rows = new Rows(grid, workload);
        List<Section> sections = List.of(
                new Section("throughput", rows.throughput()),
                new Section("capacity", rows.capacity()),
                new Section("latency at equal load", rows.latency()),
                new Section("what others got meanwhile", rows.bystanders()),
                new Section("cost", rows.cost()),
                new Section("proof", rows.proof()));
        return new ResultTable(
                workload,
                grid.arms(),
                sections.stream().filter(section -> !section.rows().isEmpty()).toList());
    }

    /// Writes the rows of one path.
    private record Rows(TrialMatrix grid, String workload) {

        List<Row> throughput() {
            List<Row> rows = new ArrayList<>();
            for (Load load : grid.loads(workload)) {
                List<Cell> cells = grid.cells(workload, load);
                boolean closed = load instanceof Load.Closed;
                if (closed || cells.stream().anyMatch(Cell::fellShort)) {
                    rows.add(row(
                            closed ? Formats.load(load) : Formats.load(load) + " offered",
                            values(load, cell -> Formats.rate(cell.throughput())),
                            ratios(load, Comparison.Metric.THROUGHPUT),
                            ""));
                }
                if (closed && cells.stream().anyMatch(cell -> least(cell).isPresent())) {
                    rows.add(new Row(
                            "bound",
                            true,
                            values(
                                    load,
                                    cell -> Formats.rate(
                                            least(cell).map(Bound::throughput).orElse(Double.NaN))),
                            List.of(),
                            limits(load)));
                }
            }
            List<Optional<Knee>> knees = grid.arms().stream()
                    .map(arm -> Knee.of(grid, workload, arm))
                    .toList();
            if (knees.stream().anyMatch(Optional::isPresent)) {
                rows.add(row(
                        "knee",
                        knees.stream()
                                .map(knee -> knee.map(Knee::text).orElse(Formats.NOTHING))
                                .toList(),
                        List.of(),
                        "connections; those beyond wait"));
            }
            return rows;
        }

        List<Row> capacity() {
            List<Row> rows = new ArrayList<>();
            for (Capacity capacity : grid.capacities(workload)) {
                List<Versus> ratios = capacity.ratios().stream()
                        .map(versus -> new Versus(
                                grid.arms().size() <= 2 ? "" : versus.arm() + " / " + versus.against(),
                                Formats.ratio(versus.ratio()),
                                Formats.same(versus.ratio())))
                        .toList();
                rows.add(row(
                        capacity.objective() + " up to",
                        of(capacity, arm -> arm.estimate() > 0 ? Formats.rate(arm.estimate()) : "no rate"),
                        ratios,
                        capacity.doubt().orElse("")));
                rows.add(new Row(
                        "from",
                        true,
                        of(capacity, arm -> arm.low() > 0 ? Formats.rate(arm.low()) : Formats.NOTHING),
                        List.of(),
                        "lower end of the interval"));
                rows.add(new Row("to", true, of(capacity, arm -> Formats.rate(arm.high())), List.of(), "upper end"));
            }
            return rows;
        }

        private List<String> of(Capacity capacity, Function<Capacity.OfArm, String> figure) {
            return grid.arms().stream()
                    .map(label -> capacity.arms().stream()
                            .filter(arm -> arm.arm().equals(label))
                            .findFirst()
                            .map(figure)
                            .orElse(Formats.NOTHING))
                    .toList();
        }

        List<Row> latency() {
            List<Row> rows = new ArrayList<>();
            for (Load load : grid.loads(workload)) {
                if (!grid.saturated(workload, load)) {
                    rows.add(row("p50 at " + Formats.load(load), millis(load, LatencyMillis::p50), List.of(), ""));
                    rows.add(row(
                            "p99 at " + Formats.load(load),
                            millis(load, LatencyMillis::p99),
                            ratios(load, Comparison.Metric.P99),
                            ""));
                }
            }
            return rows;
        }

        List<Row> bystanders() {
            List<Row> rows = new ArrayList<>();
            for (Load load : grid.loads(workload)) {
                List<String> asked = grid.cells(workload, load).stream()
                        .flatMap(cell -> cell.bystanders().stream())
                        .map(Bystander::path)
                        .distinct()
                        .toList();
                if (!asked.isEmpty()) {
                    rows.add(row(
                            "p99 at " + Formats.load(load),
                            values(load, cell -> bystander(cell, Bystander::p99Millis)),
                            ratios(load, Comparison.Metric.BYSTANDER_P99),
                            "of " + Formats.list(asked)));
                    rows.add(new Row(
                            "longest",
                            true,
                            values(load, cell -> bystander(cell, Bystander::maxMillis)),
                            List.of(),
                            ""));
                }
            }
            return rows;
        }

        private static String bystander(Cell cell, ToDoubleFunction<Bystander> figure) {
            return cell.bystanders().isEmpty()
                    ? Formats.NOTHING
                    : Formats.millis(
                            cell.bystanders().stream().mapToDouble(figure).max().orElse(0));
        }

        List<Row> cost() {
            if (grid.cells(workload).isEmpty()) {
                return List.of();
            }
            List<Row> rows = new ArrayList<>();
            grid.loads(workload).stream()
                    .filter(load -> grid.saturated(workload, load))
                    .forEach(load -> rows.add(row(
                            "p99 at " + Formats.load(load),
                            millis(load, LatencyMillis::p99),
                            ratios(load, Comparison.Metric.P99),
                            "saturated")));
            rows.add(row(
                    "platform threads, peak",
                    overall(cells ->
                            seen(cells.stream().mapToLong(Cell::threads).max().orElse(0), String::valueOf)),
                    List.of(),
                    ""));
            rows.add(row(
                    "resident memory, peak",
                    overall(cells ->
                            seen(cells.stream().mapToLong(Cell::rssBytes).max().orElse(0), Formats::bytes)),
                    List.of(),
                    ""));
            grid.highest(workload)
                    .ifPresent(load -> rows.add(row(
                            "CPU a request",
                            values(load, cell -> Formats.millis(cell.cpuMillis())),
                            List.of(),
                            "at " + Formats.load(load))));
            return rows;
        }

        List<Row> proof() {
            if (grid.cells(workload).isEmpty()) {
                return List.of();
            }
            return List.of(
                    row("on virtual threads", overall(Rows::virtualShare), List.of(), "of requests"),
                    row("pins", overall(cells -> pins(cells, (count, _) -> String.valueOf(count))), List.of(), ""),
                    row(
                            "pinned carrier time",
                            overall(cells -> pins(cells, (_, seconds) -> Formats.millis(1000 * seconds))),
                            List.of(),
                            ""),
                    row(
                            "stalls",
                            overall(cells -> stalls(
                                    cells,
                                    stalls -> String.valueOf(stalls.stream()
                                            .mapToLong(Stalls::count)
                                            .sum()))),
                            List.of(),
                            "of 50 ms or more"),
                    row(
                            "longest stall",
                            overall(cells -> stalls(
                                    cells,
                                    stalls -> Formats.millis(stalls.stream()
                                            .mapToDouble(Stalls::longestMillis)
                                            .max()
                                            .orElse(0)))),
                            List.of(),
                            ""),
                    row(
                            "errors",
                            overall(cells -> String.valueOf(
                                    cells.stream().mapToLong(Cell::errors).sum())),
                            List.of(),
                            ""),
                    row(
                            "timeouts",
                            overall(cells -> String.valueOf(
                                    cells.stream().mapToLong(Cell::timeouts).sum())),
                            List.of(),
                            ""));
        }

        private static Row row(String label, List<String> values, List<Versus> ratios, String remark) {
            return new Row(label, false, values, ratios, remark);
        }

        private List<String> values(Load load, Function<Cell, String> figure) {
            return grid.arms().stream()
                    .map(arm -> grid.cell(workload, arm, load).map(figure).orElse(Formats.NOTHING))
                    .toList();
        }

        private List<String> millis(Load load, ToDoubleFunction<LatencyMillis> figure) {
            return values(load, cell -> Formats.millis(cell.latency(figure)));
        }

        private List<String> overall(Function<List<Cell>, String> figure) {
            return grid.arms().stream()
                    .map(arm -> grid.cells(workload, arm))
                    .map(cells -> cells.isEmpty() ? Formats.NOTHING : figure.apply(cells))
                    .toList();
        }

        /// A process has some memory and some threads: 0 says that nobody looked.
        private static String seen(long value, LongFunction<String> words) {
            return value == 0 ? Formats.NOTHING : words.apply(value);
        }

        private List<Versus> ratios(Load load, Comparison.Metric metric) {
            boolean one = grid.arms().size() <= 2;
            return grid.comparisons(workload, load, metric).stream()
                    .map(comparison -> new Versus(
                            one ? "" : comparison.arm() + " / " + comparison.against(),
                            Formats.ratio(comparison.ratio()),
                            Formats.same(comparison.ratio())))
                    .toList();
        }

        private Optional<Bound> least(Cell cell) {
            return grid.least(workload, cell.arm(), cell.load());
        }

        /// The resource that bounds each arm; once when it is the same.
        private String limits(Load load) {
            List<String> limits = grid.arms().stream()
                    .flatMap(arm -> grid.least(workload, arm, load).stream())
                    .map(Formats::resource)
                    .toList();
            return String.join(" | ", limits.stream().distinct().count() == 1 ? limits.subList(0, 1) : limits);
        }

        /// The figure that says least for the arm: the range over its trials, or one figure where they agree.
        private static String virtualShare(List<Cell> cells) {
            double[] shares =
                    cells.stream().flatMapToDouble(Cell::virtualShares).sorted().toArray();
            if (shares.length == 0) {
                return "unknown";
            }
            String least = Formats.percent(shares[0]);
            String most = Formats.percent(shares[shares.length - 1]);
            return least.equals(most) ? least : least.replace(" %", "") + "–" + most;
        }

        private static String pins(List<Cell> cells, BiFunction<Long, Double, String> words) {
            List<Pins> pins =
                    cells.stream().flatMap(cell -> cell.pins().stream()).toList();
            return pins.isEmpty()
                    ? "unknown"
                    : words.apply(
                            pins.stream().mapToLong(Pins::count).sum(),
                            pins.stream().mapToDouble(Pins::seconds).sum());
        }

        private static String stalls(List<Cell> cells, Function<List<Stalls>, String> words) {
            List<Stalls> stalls =
                    cells.stream().flatMap(cell -> cell.stalls().stream()).toList();
            return stalls.isEmpty() ? "unknown" : words.apply(stalls);
        }
    }
}
