package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.report.Fold;
import io.heddle.report.Plain;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.Words;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A check as text for a terminal. The summary stands last: it is what stays on the screen.
///
/// Text of the target goes through [io.heddle.report.Plain]; nothing is wider than [Style#width()].
public final class CheckTerminal {

    private static final int UNREADABLE = 5;
    private static final int UNKNOWN = 20;

    /// What is wanted beside the findings.
    ///
    /// @param explain each rule's reason at its first finding
    /// @param unknown call sites that were not followed
    /// @param most findings that are shown, at least 1
    public record Wish(boolean explain, boolean unknown, int most) {}

    private final CheckReport report;
    private final Wish wish;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private CheckTerminal(CheckReport report, Wish wish, Style style) {
        this.report = report;
        this.wish = wish;
        this.style = style;
    }

    /// The whole report, with a line feed at the end.
    public static String render(CheckReport report, Wish wish, Style style) {
        return new CheckTerminal(report, wish, style).text();
    }

    private String text() {
        Check check = report.check();
        title("Heddle " + check.version() + " check: " + String.join(", ", check.targets()));
        lines.addAll(
                fold("for JDK " + check.jdks().stream().map(String::valueOf).collect(Collectors.joining(" and ")), ""));
        findings();
        if (report.reference() instanceof Reference.Older older && !older.went().isEmpty()) {
            section(
                    "Gone since " + older.target(),
                    older.went().stream()
                            .map(finding -> finding.rule() + " at " + Said.place(finding))
                            .toList(),
                    wish.most());
        }
        section(
                "Not read whole",
                check.read().unreadable().stream()
                        .map(file -> file.place() + ": " + file.why())
                        .toList(),
                UNREADABLE);
        if (wish.unknown()) {
            section(
                    "Not followed, most targets first",
                    check.read().unknown().stream()
                            .sorted(Comparator.comparing(site -> -site.targets()))
                            .map(site -> site.site() + " calls " + site.called() + ": " + Said.number(site.targets())
                                    + " targets")
                            .toList(),
                    Math.max(UNKNOWN, wish.most()));
        }
        section("Notes", check.notes(), Integer.MAX_VALUE);
        lines.add("");
        lines.addAll(fold(Said.count(report), ""));
        if (!Said.moving(report).isEmpty()) {
            lines.addAll(fold(Said.moving(report), ""));
        }
        lines.addAll(fold(Said.read(check), ""));
        style.html().ifPresent(html -> lines.addAll(Fold.lines(html, style.width(), "HTML report  ", "             ")));
        return lines.stream().map(Plain::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private void findings() {
        List<Item> fresh = report.fresh();
        List<Cause> causes = Cause.of(fresh);
        List<Cause> shown = causes.subList(0, Math.min(wish.most(), causes.size()));
        Set<String> explained = new HashSet<>();
        for (Map.Entry<String, List<Cause>> group :
                CheckReport.byArtifact(shown, Cause::item).entrySet()) {
            lines.add("");
            columns(
                            group.getKey(),
                            report.check().jdks().stream().map(String::valueOf).toList())
                    .forEach(line -> lines.add(style.paint(Ink.TITLE, line)));
            for (Cause cause : group.getValue()) {
                Finding finding = cause.item().finding();
                lines.add("");
                finding(finding, cause.more());
                if (wish.explain() && explained.add(finding.rule())) {
                    explain(finding.rule());
                }
            }
        }
        if (shown.size() < causes.size()) {
            int hidden = fresh.size() - shown.stream().mapToInt(Cause::count).sum();
            lines.add("");
            lines.addAll(fold(
                    "… and " + Words.count(hidden, "finding") + " more, none worse: --limit " + causes.size()
                            + " shows them here, --html FILE and --json FILE hold them all",
                    ""));
        }
    }

    private void finding(Finding finding, String more) {
        String kind = Words.spelled(finding.severity());
        List<String> marks = report.check().jdks().stream()
                .map(jdk -> finding.holdsOn(jdk) ? "yes" : "–")
                .toList();
        String head = columns(Fold.left(kind, 9) + finding.rule(), marks).getFirst();
        lines.add(style.paint(ink(finding), kind) + head.substring(kind.length()));
        lines.addAll(Fold.lines(Said.place(finding), style.width(), "  at ", "     "));
        Names.written(finding.type(), finding.method())
                .ifPresent(name -> lines.addAll(Fold.lines(name, style.width(), "     = ", "       ")));
        List<String> steps = Said.steps(finding, wish.explain() ? Integer.MAX_VALUE - 1 : 4);
        if (!steps.isEmpty()) {
            lines.addAll(path(steps));
        }
        String reach = switch (finding.reach()) {
            case REQUEST -> "reached by requests";
            case START_UP -> "reached at start-up";
            case UNKNOWN -> "";
        };
        String sure = Words.spelled(finding.confidence())
                + (finding.reason().isEmpty() ? "" : ": " + finding.reason())
                + more
                + (reach.isEmpty() ? "" : "; " + reach);
        Fold.lines(sure, style.width(), "  ", "  ").forEach(line -> lines.add(style.paint(Ink.FAINT, line)));
        lines.addAll(Fold.lines(Said.advice(finding), style.width(), "  → ", "    "));
    }

    /// Steps on as few lines as they fit, none broken in two.
    private List<String> path(List<String> steps) {
        List<String> folded = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String step : steps) {
            String next = line.isEmpty() ? step : line + " > " + step;
            if (!line.isEmpty() && Fold.columns(next) + 5 > style.width() - 2) {
                folded.add(line + " >");
                next = step;
            }
            line = new StringBuilder(next);
        }
        folded.add(line.toString());
        return folded.stream()
                .flatMap(text -> Fold.lines(text, style.width(), "     ", "     ").stream())
                .toList();
    }

    private void explain(String name) {
        if (report.rules().containsKey(name)) {
            String why = report.rules().get(name).why();
            for (String paragraph : why.split("\n\n", -1)) {
                lines.addAll(Fold.lines(paragraph.replace('\n', ' '), style.width(), "  | ", "  | "));
            }
            lines.addAll(Fold.lines("heddle explain " + name, style.width(), "  | more: ", "  | "));
        }
    }

    /// A text with one column a JDK at the right edge of its first line, where there is more than one.
    private List<String> columns(String text, List<String> marks) {
        if (marks.size() < 2) {
            return fold(text, "");
        }
        String right = marks.stream().map(mark -> Fold.right(mark, 5)).collect(Collectors.joining());
        int room = style.width() - Fold.columns(right);
        List<String> folded = new ArrayList<>(Fold.lines(text, room, "", ""));
        folded.set(0, Fold.left(folded.getFirst(), room) + right);
        return folded;
    }

    private void title(String text) {
        fold(text, "").forEach(line -> lines.add(style.paint(Ink.TITLE, line)));
    }

    private void section(String title, List<String> items, int most) {
        if (items.isEmpty()) {
            return;
        }
        lines.add("");
        title(title);
        items.stream().limit(most).forEach(item -> lines.addAll(Fold.lines(item, style.width(), "  - ", "    ")));
        if (items.size() > most) {
            lines.add("  … and " + Said.number(items.size() - most) + " more: --json FILE holds them all");
        }
    }

    private List<String> fold(String text, String indent) {
        return Fold.lines(text, style.width(), indent, indent);
    }

    private static Ink ink(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK, STALL -> Ink.HARM;
            case SLOW, MEMORY -> Ink.UNDECIDED;
            case ADVICE -> Ink.NO_GAIN;
        };
    }
}
