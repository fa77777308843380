package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.RunBy;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.MethodNames;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.check.CheckReport.Reference;
import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A check as text for a terminal. It starts with what is the target's own and what requests meet, in one line, and
/// ends with what was counted and read.
///
/// Nothing is wider than [Style#width()].
public final class CheckTerminal {

    private static final int UNREADABLE = 5;
    private static final int UNKNOWN = 20;

    /// So many entries of one's own code are read, however likely they are.
    private static final int FEW = 5;

    /// What is wanted beside the findings.
    ///
    /// @param explain each rule's reason at its first finding
    /// @param unknown call sites that were not followed
    /// @param all every finding of the libraries, and not only the worst of each that requests meet
    /// @param most findings that are shown, at least 1
    public record Wish(boolean explain, boolean unknown, boolean all, int most) {

        /// With all findings.
        public Wish(boolean explain, boolean unknown, int most) {
            this(explain, unknown, true, most);
        }
    }

    private final CheckReport report;
    private final Wish wish;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private CheckTerminal(CheckReport report, Wish wish, Style style) {
        this.report = report;
        this.wish = wish;
        this.style = style;
    }

    /// The whole report.
    public static Lines render(CheckReport report, Wish wish, Style style) {
        return new CheckTerminal(report, wish, style).text();
    }

    private Lines text() {
        Check check = report.check();
        title("Heddle " + check.version() + " check: "
                + check.targets().stream().map(CheckTerminal::brief).collect(Collectors.joining(", ")));
        lines.addAll(
                fold("for JDK " + check.jdks().stream().map(String::valueOf).collect(Collectors.joining(" and ")), ""));
        if (check.notes().contains(Check.NO_REQUESTS)) {
            lines.addAll(fold(Check.NO_REQUESTS, ""));
        }
        check.notes().stream()
                .filter(note -> note.startsWith(Check.NOT_READ))
                .forEach(note -> lines.addAll(fold(note, "")));
        List<FindingGroup> causes = FindingGroup.of(report.fresh());
        causes.stream()
                .map(FindingGroup::finding)
                .filter(finding -> finding.rule().equals("unread-source"))
                .forEach(finding ->
                        lines.addAll(fold("not read: " + finding.reason().replaceFirst("^.*?: ", ""), "")));
        if (!causes.isEmpty()) {
            lines.addAll(fold(CheckPhrases.summary(report, causes), ""));
        }
        findings(causes);
        if (report.reference() instanceof Reference.Older older && !older.went().isEmpty()) {
            section(
                    "Gone since " + older.target(),
                    older.went().stream()
                            .map(finding -> finding.rule() + " at " + CheckPhrases.place(finding))
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
                            .map(site -> site.site() + " calls " + site.called() + ": "
                                    + CheckPhrases.number(site.targets()) + " targets")
                            .toList(),
                    Math.max(UNKNOWN, wish.most()));
        }
        section(
                "Notes",
                check.notes().stream()
                        .filter(note -> !note.equals(Check.NO_REQUESTS) && !note.startsWith(Check.NOT_READ))
                        .toList(),
                Integer.MAX_VALUE);
        lines.add("");
        lines.addAll(fold(CheckPhrases.count(report), ""));
        if (!CheckPhrases.moving(report).isEmpty()) {
            lines.addAll(fold(CheckPhrases.moving(report), ""));
        }
        lines.addAll(fold(CheckPhrases.read(check), ""));
        style.html()
                .ifPresent(
                        html -> lines.addAll(LineWrapper.lines(html, style.width(), "HTML report  ", "             ")));
        return new Lines(lines);
    }

    // A class path may have hundreds of entries.
    private static String brief(String target) {
        List<String> entries = List.of(target.split(File.pathSeparator, -1));
        return entries.size() <= FEW
                ? target
                : entries.getFirst() + " and " + CheckPhrases.number(entries.size() - 1) + " more of a class path";
    }

    private void findings(List<FindingGroup> causes) {
        List<FindingGroup> own = causes.stream().filter(FindingGroup::isOwn).toList();
        // Where it is known what requests get to.
        boolean served = causes.stream().anyMatch(FindingGroup::isReachedByRequests);
        boolean few = own.size() <= FEW && own.stream().noneMatch(this::isSomebodyElses);
        List<FindingGroup> full = wish.all()
                ? causes
                : own.stream().filter(cause -> isShown(cause, served, few)).toList();
        List<FindingGroup> shown = full.subList(0, Math.min(wish.most(), full.size()));
        Set<String> explained = new HashSet<>();
        for (Map.Entry<String, List<FindingGroup>> group :
                CheckReport.byArtifact(shown, FindingGroup::item).entrySet()) {
            lines.add("");
            columnsTitle(group.getKey());
            for (FindingGroup cause : group.getValue()) {
                Finding finding = cause.finding();
                lines.add("");
                finding(finding, cause.more(), cause.runBy());
                if (wish.explain() && explained.add(finding.rule())) {
                    explain(finding.rule());
                }
            }
        }
        List<FindingGroup> told = new ArrayList<>(shown);
        if (!wish.all()) {
            told.addAll(libraries(causes, wish.most() - shown.size()));
        }
        hidden(causes, told);
    }

    // What was asked for by its coordinates.
    private boolean isSomebodyElses(FindingGroup cause) {
        return report.check().targets().contains(cause.finding().artifact());
    }

    // What is new of one's own code is what a build fails for, however likely it is. What requests meet of it needs to
    // be rather right than wrong.
    private boolean isShown(FindingGroup cause, boolean served, boolean few) {
        boolean enough = cause.isCertainOfOwn() && !isSomebodyElses(cause)
                || (few
                        ? cause.isMetByRequests() || cause.isLikely()
                        : cause.isSure() || cause.isMetByRequests() && cause.isLikely() && !isSomebodyElses(cause));
        return enough && !(served && cause.isRunAtStart()) || !(report.reference() instanceof Reference.None);
    }

    /// The worst of each library that requests meet, told in short.
    private List<FindingGroup> libraries(List<FindingGroup> causes, int most) {
        Map<String, List<FindingGroup>> met = CheckReport.byArtifact(
                causes.stream()
                        .filter(cause -> !cause.isOwn() && cause.isMetByRequests() && cause.isSure())
                        .toList(),
                FindingGroup::item);
        if (met.isEmpty() || most <= 0) {
            return List.of();
        }
        lines.add("");
        columnsTitle("Libraries that requests meet, the worst of each");
        List<FindingGroup> told = new ArrayList<>();
        met.values().stream().limit(most).forEach(library -> {
            lines.add("");
            library(library);
            told.add(library.getFirst());
        });
        return told;
    }

    private void library(List<FindingGroup> causes) {
        Finding worst = causes.getFirst().finding();
        head(worst, worst.artifact());
        List<String> steps = CheckPhrases.steps(worst, 2);
        LineWrapper.lines(
                        CheckPhrases.place(worst) + (steps.isEmpty() ? "" : " > " + steps.getLast()),
                        style.width(),
                        "  ",
                        "    ")
                .forEach(lines::add);
        String more = causes.size() == 1 ? "" : "; " + CheckPhrases.number(causes.size() - 1) + " more in it";
        LineWrapper.lines(
                        worst.rule() + ", " + Formats.spelled(worst.confidence()) + "; " + CheckPhrases.exposure(worst)
                                + more,
                        style.width(),
                        "  ",
                        "    ")
                .forEach(line -> lines.add(style.paint(Ink.FAINT, line)));
    }

    private void hidden(List<FindingGroup> causes, List<FindingGroup> told) {
        int hidden = causes.stream().mapToInt(FindingGroup::count).sum()
                - told.stream().mapToInt(FindingGroup::count).sum();
        if (hidden > 0) {
            lines.add("");
            lines.addAll(fold(
                    wish.all()
                            ? "… and " + Formats.count(hidden, "finding") + " more, none worse: --limit "
                                    + causes.size() + " shows them here, --html FILE and --json FILE hold them all"
                            : CheckPhrases.hidden(causes, told, hidden, wish.most()),
                    ""));
        }
    }

    /// The severity with a name, which goes on in the next line if it is longer than one.
    private void head(Finding finding, String name) {
        String kind = Formats.spelled(finding.severity());
        List<String> head = columns(name, LineWrapper.left(kind, 9), marks(finding));
        lines.add(style.paint(ink(finding), kind) + head.getFirst().substring(kind.length()));
        lines.addAll(head.subList(1, head.size()));
    }

    /// A title over columns of marks.
    private void columnsTitle(String text) {
        columns(text, "", report.check().jdks().stream().map(String::valueOf).toList())
                .forEach(line -> lines.add(style.paint(Ink.TITLE, line)));
    }

    private List<String> marks(Finding finding) {
        return report.check().jdks().stream()
                .map(jdk -> finding.holdsOn(jdk) ? "yes" : "–")
                .toList();
    }

    private void finding(Finding finding, String more, RunBy runBy) {
        head(finding, finding.rule());
        String place = CheckPhrases.place(finding);
        lines.addAll(LineWrapper.lines(place, style.width(), "  at ", "     "));
        MethodNames.written(finding.type(), finding.method())
                .filter(name -> !place.startsWith(name))
                .ifPresent(name -> lines.addAll(LineWrapper.lines(name, style.width(), "     = ", "       ")));
        List<String> steps = CheckPhrases.steps(finding, wish.explain() ? Integer.MAX_VALUE - 1 : 4);
        if (!steps.isEmpty()) {
            lines.addAll(path(steps));
        }
        String reach = CheckPhrases.exposure(finding, runBy);
        String sure = (wish.explain() ? CheckPhrases.sure(finding) : Formats.spelled(finding.confidence()))
                + (finding.reason().isEmpty() ? "" : ": " + finding.reason())
                + more
                + (reach.isEmpty() ? "" : "; " + reach);
        LineWrapper.lines(sure, style.width(), "  ", "  ").forEach(line -> lines.add(style.paint(Ink.FAINT, line)));
        if (wish.explain() && finding.odds().isKnown()) {
            LineWrapper.lines("weighs: " + CheckPhrases.features(finding.odds()), style.width(), "  ", "    ")
                    .forEach(line -> lines.add(style.paint(Ink.FAINT, line)));
        }
        lines.addAll(LineWrapper.lines(CheckPhrases.advice(finding), style.width(), "  → ", "    "));
    }

    /// Steps on as few lines as they fit, none broken in two.
    private List<String> path(List<String> steps) {
        List<String> folded = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String step : steps) {
            String next = line.isEmpty() ? step : line + " > " + step;
            if (!line.isEmpty() && LineWrapper.columns(next) + 5 > style.width() - 2) {
                folded.add(line + " >");
                next = step;
            }
            line = new StringBuilder(next);
        }
        folded.add(line.toString());
        return folded.stream()
                .flatMap(text -> LineWrapper.lines(text, style.width(), "     ", "     ").stream())
                .toList();
    }

    private void explain(String name) {
        if (report.rules().containsKey(name)) {
            String why = report.rules().get(name).why();
            for (String paragraph : why.split("\n\n", -1)) {
                lines.addAll(LineWrapper.lines(paragraph.replace('\n', ' '), style.width(), "  | ", "  | "));
            }
            lines.addAll(LineWrapper.lines("heddle explain " + name, style.width(), "  | more: ", "  | "));
        }
    }

    /// A text with one column a JDK at the right edge of its first line, where there is more than one.
    ///
    /// @param first what the first line starts with; the others are indented by as much
    private List<String> columns(String text, String first, List<String> marks) {
        String indent = " ".repeat(LineWrapper.columns(first));
        if (marks.size() < 2) {
            return LineWrapper.lines(text, style.width(), first, indent);
        }
        String right = marks.stream().map(mark -> LineWrapper.right(mark, 5)).collect(Collectors.joining());
        int room = style.width() - LineWrapper.columns(right);
        List<String> folded = new ArrayList<>(LineWrapper.lines(text, room, first, indent));
        folded.set(0, LineWrapper.left(folded.getFirst(), room) + right);
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
        items.stream()
                .limit(most)
                .forEach(item -> lines.addAll(LineWrapper.lines(item, style.width(), "  - ", "    ")));
        if (items.size() > most) {
            lines.add("  … and " + CheckPhrases.number(items.size() - most) + " more: --json FILE holds them all");
        }
    }

    private List<String> fold(String text, String indent) {
        return LineWrapper.lines(text, style.width(), indent, indent);
    }

    private static Ink ink(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK, STALL -> Ink.HARM;
            case SLOW, MEMORY -> Ink.UNDECIDED;
            case ADVICE -> Ink.NO_GAIN;
        };
    }
}
