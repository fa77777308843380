package io.heddle.report.fix;

import io.heddle.model.Finding;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A fix as text for a terminal. What a newer JDK removes stands first, then what was mended, what was refused and why,
/// and what people do themselves.
public final class FixTerminal {

    private final Fix fix;
    private final int most;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private FixTerminal(Fix fix, int most, Style style) {
        this.fix = fix;
        this.most = most;
        this.style = style;
    }

    /// The whole report.
    ///
    /// @param most answers that are shown, at least 1
    public static Lines render(Fix fix, int most, Style style) {
        return new FixTerminal(fix, most, style).text();
    }

    private Lines text() {
        lines.addAll(LineWrapper.lines(first(fix), style.width(), "", ""));
        int shown = 0;
        for (Kind kind : Kind.values()) {
            List<Answer> answers = fix.answers().stream()
                    .filter(answer -> answer.kind() == kind)
                    .toList();
            if (!answers.isEmpty()) {
                lines.add("");
                lines.add(style.paint(Ink.TITLE, title(kind, answers.size())));
                for (List<Answer> alike : alike(answers)) {
                    if (shown++ < most) {
                        entry(alike);
                    }
                }
            }
        }
        if (shown > most) {
            lines.add("");
            lines.add("… and " + (shown - most) + " more: --limit " + shown + " shows them here");
        }
        summary();
        return new Lines(lines);
    }

    /// What every answer begins with.
    public static String first(Fix fix) {
        int left = fix.findings() - fix.removed();
        return "JDK " + fix.newer() + " removes " + fix.removed() + " of " + fix.findings() + "; what is left: "
                + (left == 0 ? "nothing" : left + " (" + byRule(fix) + ")");
    }

    private static String byRule(Fix fix) {
        Map<String, Long> rules = new TreeMap<>(fix.answers().stream()
                .map(Answer::finding)
                .filter(finding -> finding.holdsOn(fix.newer()))
                .collect(Collectors.groupingBy(Finding::rule, Collectors.counting())));
        return rules.isEmpty()
                ? "none of them asked for"
                : rules.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    private String title(Kind kind, int count) {
        return switch (kind) {
            case MENDED -> "Mended on JDK " + fix.jdk() + " by an edit that is proven: " + count;
            case REFUSED -> "Refused, with the reason: " + count;
            case ADVISED -> "For you to do: " + count;
        };
    }

    /// Refusals with one reason are one entry, such as those of a library.
    private static List<List<Answer>> alike(List<Answer> answers) {
        return List.copyOf(answers.stream()
                .collect(Collectors.groupingBy(
                        answer -> answer.kind() == Kind.REFUSED
                                ? List.of(answer.refusal(), answer.why(), answer.next())
                                : answer,
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values());
    }

    private void entry(List<Answer> alike) {
        Answer answer = alike.getFirst();
        lines.add("");
        if (alike.size() == 1) {
            one(answer);
        } else {
            Map<String, Long> rules = alike.stream()
                    .collect(Collectors.groupingBy(
                            one -> one.finding().rule(), LinkedHashMap::new, Collectors.counting()));
            String told = rules.entrySet().stream()
                    .map(rule -> rule.getKey() + " " + rule.getValue())
                    .collect(Collectors.joining(", "));
            String head = answer.refusal().map(Formats::spelled).orElse("refused");
            lines.add(style.paint(Ink.TITLE, head) + "  " + alike.size() + " findings");
            lines.addAll(LineWrapper.lines(told, style.width(), "  ", "  "));
        }
        lines.addAll(LineWrapper.lines(answer.why(), style.width(), "  ", "  "));
        lines.addAll(LineWrapper.lines(answer.next(), style.width(), "  → ", "    "));
    }

    private void one(Answer answer) {
        Finding finding = answer.finding();
        String head = switch (answer.kind()) {
            case REFUSED -> answer.refusal().map(Formats::spelled).orElse("refused");
            case MENDED, ADVISED -> Formats.spelled(answer.mend());
        };
        lines.add(style.paint(Ink.TITLE, head) + "  " + finding.rule() + " (" + Formats.spelled(finding.severity())
                + ")");
        String place = finding.type() + "." + finding.method()
                + (finding.line() > 0 ? " (" + finding.source() + ":" + finding.line() + ")" : "");
        lines.addAll(LineWrapper.lines(place, style.width(), "  at ", "     "));
    }

    private void summary() {
        lines.add("");
        Map<String, Long> refusals = new LinkedHashMap<>(fix.answers().stream()
                .flatMap(answer -> answer.refusal().stream())
                .collect(Collectors.groupingBy(Formats::spelled, TreeMap::new, Collectors.counting())));
        if (!refusals.isEmpty()) {
            lines.addAll(LineWrapper.lines(
                    "refused: "
                            + refusals.entrySet().stream()
                                    .map(entry -> entry.getKey() + " " + entry.getValue())
                                    .collect(Collectors.joining(", "))
                            + "; heddle explain NAME shows why",
                    style.width(),
                    "",
                    "  "));
        }
        long mended = fix.answers().size() - fix.remaining();
        String files = Formats.count(fix.changes().size(), "file");
        String edits = fix.changes().isEmpty()
                ? "no edit is offered"
                : fix.written()
                        ? files + " written: run your tests"
                        : files + " would change: --patch FILE writes the patch, --write changes the source";
        lines.addAll(LineWrapper.lines(
                mended + " of " + Formats.count(fix.answers().size(), "finding") + " mended on JDK " + fix.jdk() + "; "
                        + edits,
                style.width(),
                "",
                "  "));
        fix.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "note: ", "      ")));
        lines.add(String.format(java.util.Locale.ROOT, "%.1f s", fix.seconds()));
    }
}
