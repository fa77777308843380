package io.heddle.report.race;

import io.heddle.report.LineWrapper;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;

/// Lays a sheet out in columns of text.
final class ResultTableText {

    private static final int LABEL = 24;
    private static final int LEAST_VALUE = 11;

    /// For arms whose labels are too long for their columns.
    private static final List<String> LETTERS = List.of("A", "B", "C", "D", "E", "F");

    private static final String UNDER = " ".repeat(LABEL + 2);

    private ResultTableText() {}

    static List<String> of(ResultTable sheet, Limits limits, Style style) {
        int wanted = Math.max(
                LEAST_VALUE,
                2
                        + sheet.arms().stream()
                                .mapToInt(arm -> LineWrapper.columns(TerminalSanitizer.of(arm)))
                                .max()
                                .orElse(0));
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(
                Ink.TITLE,
                LineWrapper.lines(sheet.workload(), style.width(), "", "").getFirst()));
        boolean fits = sheet.arms().size() <= 2 || LABEL + sheet.arms().size() * wanted <= style.width();
        int value = fits ? wanted : LEAST_VALUE;
        List<String> heads =
                fits ? sheet.arms() : LETTERS.subList(0, sheet.arms().size());
        if (!fits) {
            for (int i = 0; i < heads.size(); i++) {
                lines.addAll(
                        LineWrapper.lines(heads.get(i) + " = " + sheet.arms().get(i), style.width(), "  ", "      "));
            }
        }
        if (sheet.sections().isEmpty()) {
            lines.add("  nothing was measured");
            lines.addAll(limits.highest(style));
        }
        for (ResultTable.Section section : sheet.sections()) {
            lines.add(heading(heads, section, value, style));
            section.rows().forEach(row -> lines.addAll(row(row, value, style)));
            if (section == sheet.sections().getFirst()) {
                lines.addAll(limits.highest(style));
            }
        }
        if (sheet.sections().stream()
                .flatMap(section -> section.rows().stream())
                .flatMap(row -> row.ratios().stream())
                .anyMatch(ResultTable.Versus::same)) {
            lines.add(style.paint(Ink.FAINT, "  = no difference shown: the interval holds 1"));
        }
        return lines;
    }

    private static String ratio(ResultTable.Versus versus) {
        return versus.same() ? versus.ratio() + " =" : versus.ratio();
    }

    private static String heading(List<String> arms, ResultTable.Section section, int value, Style style) {
        StringBuilder line = new StringBuilder(LineWrapper.left("  " + section.title(), LABEL));
        arms.forEach(arm -> line.append(LineWrapper.right(TerminalSanitizer.of(arm), value)));
        if (arms.size() == 2
                && section.rows().stream().anyMatch(row -> !row.ratios().isEmpty())) {
            line.append("  ratio [interval]");
        }
        return style.paint(
                Ink.FAINT,
                LineWrapper.lines(line.toString(), style.width(), "", "").getFirst());
    }

    /// The values on one line, with the ratio and the remark as long as they fit; else these follow on lines of
    /// their own.
    private static List<String> row(ResultTable.Row row, int value, Style style) {
        StringBuilder line = new StringBuilder(LineWrapper.left((row.detail() ? "    " : "  ") + row.label(), LABEL));
        row.values().forEach(text -> line.append(LineWrapper.right(text, value)));
        List<String> under = new ArrayList<>();
        row.ratios().stream()
                .filter(versus -> versus.arms().isEmpty())
                .forEach(versus -> append(line, ratio(versus), under, style));
        if (!row.remark().isEmpty()) {
            append(line, row.remark(), under, style);
        }
        List<String> lines = new ArrayList<>(LineWrapper.lines(line.toString(), style.width(), "", UNDER));
        under.forEach(text -> lines.addAll(LineWrapper.lines(text, style.width(), UNDER, UNDER)));
        row.ratios().stream()
                .filter(versus -> !versus.arms().isEmpty())
                .forEach(versus -> lines.addAll(
                        LineWrapper.lines(versus.arms() + "  " + ratio(versus), style.width(), UNDER, UNDER)));
        return lines;
    }

    private static void append(StringBuilder line, String text, List<String> under, Style style) {
        if (LineWrapper.columns(line) + 2 + LineWrapper.columns(text) <= style.width()) {
            line.append("  ").append(text);
        } else {
            under.add(text);
        }
    }
}
