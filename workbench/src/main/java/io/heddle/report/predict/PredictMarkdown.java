package io.heddle.report.predict;

import static io.heddle.report.Markdown.text;

import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.OnJdk;
import io.heddle.model.Prediction.Spent;
import io.heddle.report.Formats;
import io.heddle.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A prediction as Markdown, for a job's summary or an issue.
public final class PredictMarkdown {

    private PredictMarkdown() {}

    /// The whole text, with a line feed at the end.
    public static String render(Prediction prediction) {
        List<String> lines = new ArrayList<>();
        lines.add("## Heddle predict");
        lines.addAll(List.of("", text(prediction.first()), ""));
        lines.add("| JDK | decision | verdict | platform threads | virtual threads |");
        lines.add("|---|---|---|---|---|");
        boolean rated = prediction.observed().rate().isPresent();
        prediction.predicted().forEach(each -> lines.add(row(each, rated)));
        if (!prediction.observed().waits().isEmpty()) {
            lines.addAll(List.of("", "| where a request spends its time | each | mean threads |", "|---|---|---|"));
            prediction.observed().waits().forEach(spent -> lines.add(row(spent)));
        }
        lines.add("");
        prediction.notes().forEach(note -> lines.add("- " + text(note)));
        prediction.notKnown().forEach(each -> lines.add("- not known: " + text(each.what() + ": " + each.how())));
        return new Lines(lines).text();
    }

    private static String row(OnJdk each, boolean rated) {
        return "| " + each.jdk() + " | " + text(each.decision().kind().said()) + " | "
                + (PredictHtml.isIdle(each) ? "no need" : Formats.said(each.verdict())) + " | "
                + capacity(each.platform(), rated) + " | " + capacity(each.virtual(), rated)
                + " |";
    }

    private static String row(Spent spent) {
        return "| " + text((spent.kind().spelled() + " " + spent.name()).strip()) + " | "
                + spent.millisPerRequest()
                        .map(millis -> Figures.millis(millis.estimate()))
                        .orElse(Formats.NOTHING)
                + " | " + Figures.number(spent.meanThreads()) + " |";
    }

    private static String capacity(Optional<Estimate> capacity, boolean rated) {
        return capacity.map(known -> !rated
                        ? String.format(
                                Locale.ROOT, "%.1f× the load (%.1f–%.1f)", known.estimate(), known.low(), known.high())
                        : Figures.rate(known.estimate()) + " (" + Figures.number(known.low()) + "–"
                                + Figures.number(known.high()) + ")")
                .orElse("not limited by what is known");
    }
}
