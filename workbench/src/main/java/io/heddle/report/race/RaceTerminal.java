package io.heddle.report.race;

import io.heddle.model.Bound;
import io.heddle.model.Culprit;
import io.heddle.model.Decisions;
import io.heddle.model.DroppedPath;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A race as text for a terminal. The verdict stands last: it is what stays on the screen.
///
/// Nothing is wider than [Style#width()].
public final class RaceTerminal {

    private RaceTerminal() {}

    /// The whole report.
    public static Lines render(Race race, Style style) {
        List<String> lines = new ArrayList<>(head(race, style));
        lines.addAll(summary(race, style));
        TrialMatrix grid = new TrialMatrix(race);
        for (String workload : grid.paths()) {
            lines.add("");
            lines.addAll(ResultTableText.of(ResultTable.of(grid, workload), Limits.of(race.bounds(), workload), style));
        }
        lines.addAll(OverloadText.lines(race, style));
        Remarks remarks = Remarks.of(race);
        if (race.arms().size() > 2 || Setup.differInBuild(race)) {
            section(lines, "Arms", Setup.arms(race), style);
        }
        section(lines, "What else changes", changes(race), style);
        section(lines, "Predicted by check", Predictions.lines(race), style);
        section(lines, "Doubts", remarks.doubts(), style);
        section(lines, "Notes", remarks.notes(), style);
        section(lines, "On other machines", Transferability.sentences(race), style);
        section(
                lines,
                "Switched by " + TerminalSanitizer.of(race.target().switchedBy()),
                race.target().hooks(),
                style);
        lines.add("");
        if (!race.target().output().isEmpty()) {
            lines.addAll(
                    LineWrapper.lines(race.target().output(), style.width(), "Target's output  ", "                 "));
        }
        style.html()
                .ifPresent(html ->
                        lines.addAll(LineWrapper.lines(html, style.width(), "HTML report      ", "                 ")));
        lines.add("");
        lines.addAll(verdict(race, style));
        return new Lines(lines);
    }

    /// Decision and verdicts in a few words, before all that they follow from.
    private static List<String> summary(Race race, Style style) {
        if (race.verdicts().isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        Decisions.of(race)
                .ifPresent(decision -> lines.add(
                        style.paint(Ink.TITLE, "Decision: " + decision.kind().said())));
        race.verdicts().stream()
                .collect(Collectors.groupingBy(Verdict::kind, TreeMap::new, Collectors.toList()))
                .forEach((kind, verdicts) -> lines.addAll(LineWrapper.lines(
                        LineWrapper.left(Formats.said(kind), 10)
                                + verdicts.stream()
                                        .map(verdict -> title(race, verdict))
                                        .collect(Collectors.joining(", ")),
                        style.width(),
                        "  ",
                        "            ")));
        return lines;
    }

    /// What the arms do otherwise beside their speed.
    static List<String> changes(Race race) {
        return race.changes().stream()
                .map(change -> change.text() + (change.example().isEmpty() ? "" : ": " + change.example()))
                .map(TerminalSanitizer::of)
                .toList();
    }

    /// What no threading mode can exceed, with the arithmetic; to be printed before any load.
    public static Lines bounds(List<Bound> bounds, Style style) {
        List<String> lines = new ArrayList<>(LineWrapper.lines(
                "Bounds, before any load: requests a second that no threading mode can exceed (what the CPU allows shows in the trials)",
                style.width(),
                "",
                ""));
        bounds.stream()
                .map(Bound::workload)
                .distinct()
                .forEach(workload -> lines.addAll(Limits.of(bounds, workload).all(style)));
        return new Lines(lines);
    }

    /// One trial that has just ended, on one line without a line feed.
    public static String trialLine(Trial trial, Style style) {
        String share = trial.virtualShare() == null ? "" : ", " + Formats.percent(trial.virtualShare()) + " on virtual";
        String failed = trial.errors() + trial.timeouts() == 0
                ? ""
                : ", " + Formats.count(trial.errors(), "error") + ", " + Formats.count(trial.timeouts(), "timeout");
        String text = TerminalSanitizer.of(
                trial.arm() + " " + trial.repetition() + "  " + trial.workload() + "  " + load(trial.load())
                        + "  " + Formats.rate(trial.throughput()) + ", p99 "
                        + Formats.millis(trial.latencyMillis().p99()) + share + failed);
        int columns = Math.min(LineWrapper.columns(text), style.width());
        String line = text.substring(0, text.offsetByCodePoints(0, columns));
        return trial.doubts().isEmpty() ? line : style.paint(Ink.DOUBT, line);
    }

    /// The verdict of each path, then of the race.
    static List<String> verdict(Race race, Style style) {
        List<String> lines = new ArrayList<>();
        if (!race.stopped().isEmpty() || race.interrupted()) {
            String why = race.stopped().isEmpty() ? "interrupted" : race.stopped();
            lines.addAll(LineWrapper.lines(
                    "Not finished, " + why + ": what follows holds for what was measured until then.",
                    style.width(),
                    "",
                    ""));
            if (!race.verdicts().isEmpty()) {
                lines.add("");
            }
        }
        for (Verdict verdict : race.verdicts()) {
            lines.add(style.paint(ink(verdict.kind()), LineWrapper.left(Formats.said(verdict.kind()), 10))
                    + LineWrapper.lines(title(race, verdict), style.width() - 10, "", "")
                            .getFirst());
            lines.addAll(LineWrapper.lines(sentence(verdict), style.width(), "  ", "  "));
            for (Culprit culprit : CulpritLines.shown(verdict)) {
                String indent = "  ";
                for (String line : CulpritLines.lines(culprit)) {
                    lines.addAll(LineWrapper.lines(line, style.width(), indent, "    "));
                    indent = "    ";
                }
            }
            verdict.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "  - ", "    ")));
        }
        for (DroppedPath path : race.dropped()) {
            lines.add(style.paint(Ink.DOUBT, LineWrapper.left("dropped", 10))
                    + LineWrapper.lines(path.workload(), style.width() - 10, "", "")
                            .getFirst());
            lines.addAll(LineWrapper.lines(dropped(path), style.width(), "  ", "  "));
        }
        String kind = Formats.said(race.verdict().kind());
        String text = new TrialMatrix(race)
                .deciding()
                .map(verdict -> race.verdicts().size() > 1 ? ", by the worst of " + worst(race) : "")
                .orElse(": " + sentence(race.verdict()));
        List<String> folded = LineWrapper.lines("Verdict: " + kind + text, style.width(), "", "  ");
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(folded.getFirst()
                .replaceFirst(kind, style.paint(ink(race.verdict().kind()), kind)));
        lines.addAll(folded.subList(1, folded.size()));
        Decisions.of(race).ifPresent(decision -> {
            lines.addAll(LineWrapper.lines("Decision: " + decision.kind().said(), style.width(), "", "  "));
            decision.next().forEach(next -> lines.addAll(LineWrapper.lines(next, style.width(), "  - ", "    ")));
        });
        return lines;
    }

    /// Why a path was given up.
    static String dropped(DroppedPath path) {
        return "it breaks the " + path.arm() + " arm: " + path.text() + "; it has no verdict";
    }

    /// The path, and between which arms where there are several pairs.
    private static String title(Race race, Verdict verdict) {
        return TrialMatrix.pairs(race) > 1
                ? verdict.workload() + "  " + verdict.arm() + " / " + verdict.against()
                : verdict.workload();
    }

    /// What the race's verdict is the worst of.
    static String worst(Race race) {
        long paths = race.verdicts().stream().map(Verdict::workload).distinct().count();
        return TrialMatrix.pairs(race) > 1
                ? Formats.count(race.verdicts().size(), "verdict") + " ("
                        + race.verdict().arm() + " / " + race.verdict().against() + ")"
                : Formats.count(paths, "path");
    }

    /// The verdict's sentence without the kind that already stands before it.
    static String sentence(Verdict verdict) {
        String kind = Formats.said(verdict.kind());
        String text = verdict.text().strip();
        String rest = text.startsWith(kind) ? text.substring(kind.length()) : text;
        return rest.startsWith(":") || rest.startsWith(" ") ? rest.substring(1).strip() : text;
    }

    private static List<String> head(Race race, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(
                Ink.TITLE,
                LineWrapper.lines(
                                "Heddle " + race.version() + " race: " + Setup.name(race.target()),
                                style.width(),
                                "",
                                "")
                        .getFirst()));
        lines.addAll(LineWrapper.lines(Setup.place(race), style.width(), "", ""));
        lines.addAll(LineWrapper.lines(Setup.effort(race), style.width(), "", ""));
        return lines;
    }

    private static void section(List<String> lines, String title, List<String> items, Style style) {
        if (!items.isEmpty()) {
            lines.add("");
            lines.add(style.paint(
                    Ink.TITLE, LineWrapper.lines(title, style.width(), "", "").getFirst()));
            items.forEach(item -> lines.addAll(LineWrapper.lines(item, style.width(), "  - ", "    ")));
        }
    }

    private static String load(Load load) {
        return switch (load) {
            case Load.Closed _ -> Formats.load(load);
            case Load.Open _ -> "at " + Formats.load(load);
        };
    }

    private static Ink ink(Verdict.Kind kind) {
        return switch (kind) {
            case HARM -> Ink.HARM;
            case UNDECIDED -> Ink.UNDECIDED;
            case NO_GAIN -> Ink.NO_GAIN;
            case GAIN -> Ink.GAIN;
        };
    }
}
