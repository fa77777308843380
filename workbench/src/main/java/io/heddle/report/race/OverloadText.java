package io.heddle.report.race;

import io.heddle.model.Overload;
import io.heddle.model.OverloadAdvice;
import io.heddle.model.Race;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What became of the arms under overload, in lines.
final class OverloadText {

    private static final int VALUE = 11;
    static final List<String> HEADS = List.of("offered", "in time", "in flight", "heap", "back after");

    private OverloadText() {}

    static List<String> lines(Race race, Style style) {
        List<String> lines = new ArrayList<>();
        race.overloads().stream().map(Overload::workload).distinct().forEach(workload -> {
            List<Overload> own = race.overloads().stream()
                    .filter(overload -> overload.workload().equals(workload))
                    .toList();
            lines.add("");
            lines.addAll(path(own, style));
        });
        return lines;
    }

    private static List<String> path(List<Overload> own, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Ink.TITLE, first("Overload of " + own.getFirst().workload(), style)));
        lines.addAll(LineWrapper.lines(words(own.getFirst()), style.width(), "  ", "  "));
        int label = own.stream()
                        .mapToInt(overload -> LineWrapper.columns(label(overload)))
                        .max()
                        .orElse(0)
                + 2;
        StringBuilder head = new StringBuilder(" ".repeat(label));
        HEADS.forEach(text -> head.append(LineWrapper.right(text, VALUE)));
        lines.add(style.paint(Ink.FAINT, first(head.toString(), style)));
        for (Overload overload : own) {
            StringBuilder line = new StringBuilder(LineWrapper.left(label(overload), label));
            values(overload).forEach(text -> line.append(LineWrapper.right(text, VALUE)));
            lines.add(first(line.toString(), style));
        }
        for (Overload overload : own) {
            lines.addAll(LineWrapper.lines(
                    label(overload).strip() + " " + said(overload) + ": " + sentence(overload),
                    style.width(),
                    "  ",
                    "    "));
        }
        OverloadAdvice.of(own).forEach(text -> lines.addAll(LineWrapper.lines(text, style.width(), "  ", "    ")));
        return lines;
    }

    /// What was offered.
    static String words(Overload overload) {
        return "clients wait " + Formats.duration(overload.patienceSeconds())
                + " for an answer; before and after, half of the lower arm's capacity is offered";
    }

    private static String label(Overload overload) {
        return "  " + TerminalSanitizer.of(overload.arm()) + " " + factor(overload);
    }

    static String factor(Overload overload) {
        return String.format(
                Locale.ROOT,
                "%sx",
                overload.factor() == Math.rint(overload.factor())
                        ? String.valueOf((long) overload.factor())
                        : String.valueOf(overload.factor()));
    }

    static String said(Overload overload) {
        return overload.verdict().name().toLowerCase(Locale.ROOT);
    }

    /// What the heads name.
    static List<String> values(Overload overload) {
        return List.of(
                Formats.rate(overload.rate()),
                Formats.rate(overload.goodput()),
                String.format(Locale.ROOT, "%,d", overload.inFlightMax()),
                overload.heapMaxBytes() == 0 ? "unknown" : Formats.bytes(overload.heapMaxBytes()),
                Double.isFinite(overload.recoverySeconds())
                        ? String.format(Locale.ROOT, "%.1f s", overload.recoverySeconds())
                        : "never");
    }

    /// Why, the errors, and what limits.
    static String sentence(Overload overload) {
        String errors = overload.errors().isEmpty()
                ? ""
                : ". Errors: "
                        + overload.errors().entrySet().stream()
                                .map(kind -> String.format(Locale.ROOT, "%,d × %s", kind.getValue(), kind.getKey()))
                                .collect(Collectors.joining(", "));
        return overload.why() + errors + ". " + limit(overload.limit()) + doubts(overload);
    }

    private static String limit(Overload.Limit limit) {
        String what = limit.kind() + (limit.name().isEmpty() ? "" : " " + limit.name());
        return limit.permits() == 0
                ? "Limited by: " + what
                : String.format(
                        Locale.ROOT,
                        "Limited by: %s, full with %,d requests at once (%s)",
                        what,
                        limit.permits(),
                        limit.why());
    }

    private static String doubts(Overload overload) {
        return overload.doubts().isEmpty() ? "" : ". Doubts: " + String.join("; ", overload.doubts());
    }

    private static String first(String text, Style style) {
        return LineWrapper.lines(text, style.width(), "", "").getFirst();
    }
}
