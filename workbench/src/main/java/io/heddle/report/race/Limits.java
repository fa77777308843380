package io.heddle.report.race;

import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// The bounds of one path in words, least first; what holds for every arm is said once.
///
/// @param lines by connections, ascending, then by throughput
record Limits(String workload, List<Line> lines) {

    /// @param arms labels of the arms that it holds for
    /// @param least whether nothing bounds these arms more at these connections
    record Line(int connections, List<String> arms, boolean everyArm, Bound bound, boolean least) {

        String who() {
            return everyArm && arms.size() == 2
                    ? "both arms"
                    : everyArm && arms.size() > 2 ? "all arms" : Formats.list(arms);
        }
    }

    static Limits of(List<Bound> all, String workload) {
        List<Bound> bounds = all.stream()
                .filter(bound -> bound.workload().equals(workload) && Double.isFinite(bound.throughput()))
                .toList();
        long arms = bounds.stream().map(Bound::arm).distinct().count();
        List<Line> lines = new ArrayList<>();
        for (Bound bound : bounds) {
            List<Bound> same =
                    bounds.stream().filter(other -> alike(bound, other)).toList();
            if (same.getFirst() == bound) {
                List<String> labels = same.stream().map(Bound::arm).distinct().toList();
                lines.add(new Line(bound.connections(), labels, labels.size() == arms, bound, least(bounds, bound)));
            }
        }
        lines.sort(Comparator.comparingInt(Line::connections)
                .thenComparingDouble(line -> line.bound().throughput()));
        return new Limits(workload, List.copyOf(lines));
    }

    /// All of them, under the path and the connections.
    List<String> all(Style style) {
        return connections()
                .mapToObj(connections ->
                        group(workload + ", at " + Formats.count(connections, "connection"), connections, style))
                .flatMap(List::stream)
                .toList();
    }

    /// Those of the most connections; empty when there are none.
    List<String> highest(Style style) {
        OptionalInt most = connections().max();
        return most.isEmpty()
                ? List.of()
                : group("bounds at " + Formats.count(most.getAsInt(), "connection"), most.getAsInt(), style);
    }

    private IntStream connections() {
        return lines.stream().mapToInt(Line::connections).distinct();
    }

    private List<String> group(String title, int connections, Style style) {
        List<String> text = new ArrayList<>(LineWrapper.lines(title, style.width(), "  ", "  "));
        lines.stream()
                .filter(line -> line.connections() == connections)
                .forEach(line -> text.addAll(described(line, style)));
        return text;
    }

    private static List<String> described(Line line, Style style) {
        String words = Formats.resource(line.bound()) + ": " + line.bound().why()
                + (line.everyArm() && line.arms().size() > 1 ? "" : " (" + line.who() + ")");
        List<String> folded = LineWrapper.lines(
                words,
                style.width(),
                "    " + LineWrapper.right(Figures.rate(line.bound().throughput()), 10) + "  ",
                " ".repeat(16));
        return line.least()
                ? folded
                : folded.stream().map(text -> style.paint(Ink.FAINT, text)).toList();
    }

    private static boolean alike(Bound one, Bound other) {
        return one.connections() == other.connections()
                && one.kind() == other.kind()
                && one.name().equals(other.name())
                && one.why().equals(other.why())
                && Math.abs(one.throughput() - other.throughput()) <= 1e-3 * one.throughput();
    }

    private static boolean least(List<Bound> bounds, Bound bound) {
        return bounds.stream()
                .filter(other -> other.arm().equals(bound.arm()) && other.connections() == bound.connections())
                .allMatch(other -> other.throughput() >= bound.throughput());
    }
}
