package io.heddle.report.race;

import io.heddle.report.Fold;
import io.heddle.report.Plain;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.List;

/// Lays a sheet out in columns of text.
final class SheetLines {

    private static final int LABEL = 24;
    private static final String UNDER = " ".repeat(LABEL + 2);

    private SheetLines() {}

    static List<String> of(Sheet sheet, Limits limits, Style style) {
        int value = Math.max(
                11,
                2
                        + sheet.arms().stream()
                                .mapToInt(arm -> Fold.columns(Plain.of(arm)))
                                .max()
                                .orElse(0));
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(
                Ink.TITLE, Fold.lines(sheet.path(), style.width(), "", "").getFirst()));
        if (sheet.sections().isEmpty()) {
            lines.add("  nothing was measured");
            lines.addAll(limits.highest(style));
        }
        for (Sheet.Section section : sheet.sections()) {
            lines.add(heading(sheet, section, value, style));
            section.rows().forEach(row -> lines.addAll(row(row, value, style)));
            if (section == sheet.sections().getFirst()) {
                lines.addAll(limits.highest(style));
            }
        }
        if (sheet.sections().stream()
                .flatMap(section -> section.rows().stream())
                .flatMap(row -> row.ratios().stream())
                .anyMatch(Sheet.Versus::same)) {
            lines.add(style.paint(Ink.FAINT, "  = no difference shown: the interval holds 1"));
        }
        return lines;
    }

    private static String ratio(Sheet.Versus versus) {
        return versus.same() ? versus.ratio() + " =" : versus.ratio();
    }

    private static String heading(Sheet sheet, Sheet.Section section, int value, Style style) {
        StringBuilder line = new StringBuilder(Fold.left("  " + section.title(), LABEL));
        sheet.arms().forEach(arm -> line.append(Fold.right(Plain.of(arm), value)));
        if (sheet.arms().size() == 2
                && section.rows().stream().anyMatch(row -> !row.ratios().isEmpty())) {
            line.append("  ratio [interval]");
        }
        return style.paint(
                Ink.FAINT, Fold.lines(line.toString(), style.width(), "", "").getFirst());
    }

    /// The values on one line, with the ratio and the remark as long as they fit; else these follow on lines of
    /// their own.
    private static List<String> row(Sheet.Row row, int value, Style style) {
        StringBuilder line = new StringBuilder(Fold.left((row.detail() ? "    " : "  ") + row.label(), LABEL));
        row.values().forEach(text -> line.append(Fold.right(text, value)));
        List<String> under = new ArrayList<>();
        row.ratios().stream()
                .filter(versus -> versus.arms().isEmpty())
                .forEach(versus -> append(line, ratio(versus), under, style));
        if (!row.remark().isEmpty()) {
            append(line, row.remark(), under, style);
        }
        List<String> lines = new ArrayList<>(Fold.lines(line.toString(), style.width(), "", UNDER));
        under.forEach(text -> lines.addAll(Fold.lines(text, style.width(), UNDER, UNDER)));
        row.ratios().stream()
                .filter(versus -> !versus.arms().isEmpty())
                .forEach(versus ->
                        lines.addAll(Fold.lines(versus.arms() + "  " + ratio(versus), style.width(), UNDER, UNDER)));
        return lines;
    }

    private static void append(StringBuilder line, String text, List<String> under, Style style) {
        if (Fold.columns(line) + 2 + Fold.columns(text) <= style.width()) {
            line.append("  ").append(text);
        } else {
            under.add(text);
        }
    }
}
