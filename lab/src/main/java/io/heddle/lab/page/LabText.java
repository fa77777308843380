package io.heddle.lab.page;

import io.heddle.lab.Expectation;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import java.util.ArrayList;
import java.util.List;

/// A result as people read it on a terminal.
public final class LabText {

    private static final int WIDTH = 110;

    private LabText() {}

    /// The whole text.
    public static Lines render(Result result) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(result.experiment().name() + ": " + result.experiment().question());
        lines.addAll(LineWrapper.lines("claimed in " + result.experiment().source(), WIDTH, "  ", "  "));
        lines.addAll(LineWrapper.lines(Cells.setting(result), WIDTH, "  ", "  "));
        lines.add("");
        table(result.rows(), lines);
        lines.add("");
        lines.add("What must hold anywhere:");
        for (Expectation expectation : result.expectations()) {
            lines.addAll(LineWrapper.lines(
                    expectation.says() + ": " + expectation.because(),
                    WIDTH,
                    "  " + LineWrapper.left(Cells.sign(expectation.state()), 8),
                    " ".repeat(10)));
        }
        return new Lines(lines);
    }

    /// One row, as it is told when it is there.
    public static String line(Row row) {
        List<String> cells = Cells.of(row);
        String bound = cells.get(4).isEmpty() ? "" : ", bound " + cells.get(4);
        String below = row.state() == Row.State.MEASURED ? "" : ": " + row.remark();
        return "  " + row.name() + ", JDK " + row.jdk() + ": " + cells.get(3) + bound + below;
    }

    private static void table(List<Row> rows, List<String> lines) {
        List<List<String>> table = new ArrayList<>();
        table.add(Cells.HEADS);
        rows.forEach(row -> table.add(Cells.of(row)));
        int[] widths = new int[Cells.HEADS.size()];
        table.forEach(cells -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], LineWrapper.columns(cells.get(i)));
            }
        });
        lines.add(line(Cells.HEADS, widths));
        for (Row row : rows) {
            lines.add(line(Cells.of(row), widths));
            if (!Cells.below(row).isEmpty()) {
                lines.addAll(LineWrapper.lines(Cells.below(row), WIDTH, "      ", "      "));
            }
        }
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int i = 0; i < widths.length; i++) {
            boolean words = i == 0 || i == 2;
            line.append(words ? LineWrapper.left(cells.get(i), widths[i]) : LineWrapper.right(cells.get(i), widths[i]))
                    .append("  ");
        }
        return line.toString().stripTrailing();
    }
}
