package io.heddle.report.canary;

import static io.heddle.report.Markdown.code;
import static io.heddle.report.Markdown.text;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.report.Formats;
import io.heddle.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A look at a canary as Markdown, for a job's summary or a comment on a pull request.
public final class CanaryMarkdown {

    private CanaryMarkdown() {}

    /// The whole text, with a line feed at the end.
    public static String render(Canary canary) {
        List<String> lines = new ArrayList<>();
        lines.add("## Heddle canary: " + Formats.said(canary.kind()));
        lines.add("");
        lines.add(text(canary.reason()));
        canary.kept()
                .filter(kept -> !kept.since().isEmpty())
                .ifPresent(kept -> lines.addAll(List.of("", text(kept.since()))));
        lines.add("");
        lines.add("| metric | canary / baseline | shown | rests on |");
        lines.add("|---|---|---|---|");
        canary.metrics().forEach(metric -> lines.add(row(metric)));
        lines.add("");
        canary.why().forEach(moved -> lines.add("- " + text(moved.text())));
        canary.notes().forEach(note -> lines.add("- " + text(note)));
        lines.add("- " + CanaryText.HOLDS);
        return new Lines(lines).text();
    }

    private static String row(CanaryMetric metric) {
        String requests = String.format(
                Locale.ROOT, "%,d and %,d requests, %,d blocks", metric.nCanary(), metric.nBaseline(), metric.blocks());
        return "| " + code(metric.name()) + " | " + text(metric.interval()) + " | **" + Formats.said(metric.shown())
                + "** | " + requests + (metric.needed().isEmpty() ? "" : "<br>" + text(metric.needed())) + " |";
    }
}
