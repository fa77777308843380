package io.heddle.report.watch;

import io.heddle.model.Certainty;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.Remedies;
import io.heddle.model.Watch;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A watch for a terminal: first the state, then who holds, the worst first.
public final class WatchText {

    private static final int FRAMES = 6;
    private static final int STATE = 10;

    private WatchText() {}

    /// Lines that are never wider than the style's width.
    public static Lines render(WatchReport report, Style style) {
        Watch watch = report.watch();
        List<String> lines = new ArrayList<>(first(watch, style));
        lines.addAll(LineWrapper.lines(facts(watch), style.width(), "  ", "    "));
        WaitTable.lines(watch.account(), style.width()).forEach(lines::add);
        watch.holders().forEach(holder -> holder(lines, holder, report.remedy(holder), style));
        report.predicted().ifPresent(predicted -> predicted(lines, predicted, watch, style));
        if (!watch.graph().isEmpty()) {
            lines.add("");
            lines.add("Who waits for whom");
            watch.graph().lines().forEach(line -> lines.addAll(LineWrapper.lines(line, style.width(), "  ", "    ")));
        }
        report.memory().ifPresent(memory -> {
            lines.add("");
            lines.add("Memory of threads");
            MemorySaid.lines(memory)
                    .forEach(line -> lines.addAll(LineWrapper.lines(line, style.width(), "  ", "    ")));
        });
        if (!report.notes().isEmpty()) {
            lines.add("");
            report.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "  - ", "    ")));
        }
        style.html().ifPresent(file -> lines.addAll(LineWrapper.lines("report: " + file, style.width(), "", "  ")));
        return new Lines(lines);
    }

    /// The line that says it all, folded.
    private static List<String> first(Watch watch, Style style) {
        String state = watch.state().name().toLowerCase(Locale.ROOT);
        String sure = watch.state() == Watch.State.UNKNOWN
                ? ""
                : "(" + watch.certainty().name().toLowerCase(Locale.ROOT) + ") ";
        List<String> lines = new ArrayList<>(
                LineWrapper.lines(sure + watch.text(), style.width(), LineWrapper.left(state, STATE), "  "));
        Ink ink = switch (watch.state()) {
            case HEALTHY -> Ink.GAIN;
            case CONTENDED, DELAYED, UNKNOWN -> Ink.UNDECIDED;
            case STUCK -> Ink.HARM;
        };
        lines.set(0, style.paint(ink, state) + lines.getFirst().substring(state.length()));
        return lines;
    }

    private static String facts(Watch watch) {
        StringBuilder text = new StringBuilder();
        text.append(
                watch.jvm().version().isEmpty()
                        ? "JVM of an unknown version"
                        : "JDK " + watch.jvm().version());
        text.append(watch.jvm().pid() > 0 ? ", process " + watch.jvm().pid() : "")
                .append(", ")
                .append(Figures.number(watch.seconds()))
                .append(" s, ")
                .append(watch.carriers().parallelism())
                .append(watch.carriers().parallelism() == 1 ? " carrier" : " carriers")
                .append(
                        watch.carriers().compensated() > 0
                                ? ", and up to " + watch.carriers().compensated() + " more for those that are blocked"
                                : "");
        watch.probe()
                .ifPresent(probe -> text.append("; probe p50 ")
                        .append(Figures.millis(probe.p50Millis()))
                        .append(", p99 ")
                        .append(Figures.millis(probe.p99Millis()))
                        .append(", max ")
                        .append(Figures.millis(probe.maxMillis()))
                        .append(", ")
                        .append(Formats.count(probe.stalls(), "stall"))
                        .append(" (the machine itself: p99 ")
                        .append(Figures.millis(probe.controlP99Millis()))
                        .append(')'));
        watch.virtualThreads()
                .live()
                .ifPresent(live -> text.append("; ").append(live).append(" virtual threads live"));
        watch.virtualThreads()
                .started()
                .ifPresent(started -> text.append("; ").append(started).append(" started"));
        return text.toString();
    }

    private static void holder(List<String> lines, Holder holder, Remedies.Remedy remedy, Style style) {
        lines.add("");
        String place = holder.type() + "." + holder.method() + (holder.line() > 0 ? ":" + holder.line() : "");
        lines.addAll(LineWrapper.lines(
                holder.cause().spelled() + "  " + place
                        + (holder.artifact().isEmpty() ? "" : "  in " + holder.artifact()),
                style.width(),
                "",
                "  "));
        lines.addAll(LineWrapper.lines(figures(holder), style.width(), "  ", "  "));
        if (!holder.detail().isEmpty()) {
            lines.addAll(LineWrapper.lines(holder.detail(), style.width(), "  ", "  "));
        }
        if (!remedy.line().isEmpty()) {
            lines.addAll(LineWrapper.lines(remedy.line(), style.width(), "  ", "    "));
        }
        holder.stack().stream()
                .limit(FRAMES)
                .forEach(frame -> lines.add(
                        style.paint(Ink.FAINT, "    at " + cut(TerminalSanitizer.of(frame), style.width() - 7))));
        if (holder.stack().size() > FRAMES) {
            lines.add(style.paint(Ink.FAINT, "    … " + (holder.stack().size() - FRAMES) + " more in --json"));
        }
    }

    private static void predicted(List<String> lines, Predicted predicted, Watch watch, Style style) {
        lines.add("");
        lines.addAll(LineWrapper.lines("What check predicted (" + predicted.file() + ")", style.width(), "", "  "));
        predicted
                .met()
                .forEach(met -> lines.addAll(LineWrapper.lines(Predicted.line(met), style.width(), "  ", "    ")));
        predicted.rest(watch).forEach(line -> lines.addAll(LineWrapper.lines(line, style.width(), "  ", "    ")));
    }

    private static String figures(Holder holder) {
        StringBuilder text = new StringBuilder();
        text.append(holder.count()).append("×");
        if (holder.totalMillis() > 0) {
            text.append(", ")
                    .append(Figures.millis(holder.totalMillis()))
                    .append(" in all, longest ")
                    .append(Figures.millis(holder.longestMillis()));
        }
        if (holder.lostShare() > 0) {
            text.append(String.format(Locale.ROOT, ", %.1f %% of carrier time", holder.lostShare() * 100));
        }
        return text.append(holder.certainty() == Certainty.CONFIRMED ? "; confirmed by " : "; suspected from ")
                .append(String.join(", ", holder.signals()))
                .toString();
    }

    private static String cut(String text, int columns) {
        return text.codePointCount(0, text.length()) <= columns
                ? text
                : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + "…";
    }
}
