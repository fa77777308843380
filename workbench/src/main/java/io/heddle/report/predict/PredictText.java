package io.heddle.report.predict;

import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.Spent;
import io.heddle.model.Verdict;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A prediction for a terminal: first the answer, then where the time of requests goes, then each JDK, then what is
/// not known.
public final class PredictText {

    private static final int BAR = 20;
    private static final String IDLE = "threads-idle";

    private PredictText() {}

    /// Lines that are never wider than the style's width.
    public static Lines render(Prediction prediction, Style style) {
        List<String> lines = new ArrayList<>();
        String answer =
                prediction.first().substring(0, Math.max(0, prediction.first().indexOf(':')));
        List<String> first = LineWrapper.lines(prediction.first(), style.width(), "", "  ");
        lines.add(style.paint(ink(prediction), answer) + first.getFirst().substring(answer.length()));
        lines.addAll(first.subList(1, first.size()));
        prediction.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "  ", "  ")));
        spent(lines, prediction, style);
        prediction.predicted().forEach(each -> {
            lines.add("");
            lines.addAll(LineWrapper.lines(
                    each.decision().kind().said(), style.width(), LineWrapper.left("on JDK " + each.jdk(), 12), "  "));
            // Of threads that idle, a verdict on what more load would do is no second answer.
            lines.addAll(LineWrapper.lines(
                    each.code().equals(IDLE) ? each.decision().because().getLast() : each.text(),
                    style.width(),
                    "  ",
                    "    "));
            each.decision()
                    .next()
                    .forEach(next -> lines.addAll(LineWrapper.lines(next, style.width(), "  next: ", "    ")));
        });
        if (!prediction.notKnown().isEmpty()) {
            lines.add("");
            lines.add("Not known from " + prediction.source());
            prediction
                    .notKnown()
                    .forEach(each -> lines.addAll(
                            LineWrapper.lines(each.what() + ": " + each.how(), style.width(), "  - ", "    ")));
        }
        return new Lines(lines);
    }

    private static Ink ink(Prediction prediction) {
        return prediction.isHarm()
                ? Ink.HARM
                : prediction.first().startsWith("no need")
                        ? Ink.NO_GAIN
                        : prediction.predicted().stream().allMatch(each -> each.verdict() == Verdict.Kind.GAIN)
                                ? Ink.GAIN
                                : Ink.UNDECIDED;
    }

    private static void spent(List<String> lines, Prediction prediction, Style style) {
        double all = prediction.observed().waits().stream()
                .mapToDouble(Spent::meanThreads)
                .sum();
        if (!(all > 0)) {
            return;
        }
        lines.add("");
        lines.add("Where a request spends its time");
        prediction.observed().waits().forEach(spent -> {
            double share = spent.meanThreads() / all;
            String what = spent.kind().spelled() + (spent.name().isEmpty() ? "" : ", " + spent.name());
            lines.addAll(LineWrapper.lines(
                    String.format(
                                    Locale.ROOT,
                                    "%-" + BAR + "s %5.1f %%  %s  ",
                                    "#".repeat((int) Math.round(share * BAR)),
                                    share * 100,
                                    spent.millisPerRequest()
                                            .map(millis -> Figures.millis(millis.estimate()))
                                            .orElse(Figures.number(spent.meanThreads()) + " threads"))
                            + what,
                    style.width(),
                    "  ",
                    "  " + " ".repeat(BAR)));
        });
    }
}
