package io.heddle.lab.page;

import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.report.HtmlPage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Results as one HTML file that needs nothing else, to be sent to a colleague.
public final class LabHtml {

    private static final int BAR = 180;

    private LabHtml() {}

    /// @param results at least one
    public static String render(List<Result> results) {
        String title = results.size() == 1 ? results.getFirst().experiment().name() : results.size() + " experiments";
        String list = results.size() == 1
                ? ""
                : results.stream()
                        .map(result -> "<li><a href=\"#" + result.experiment().name() + "\">"
                                + result.experiment().name() + "</a>: "
                                + HtmlPage.escape(result.experiment().question()) + " " + tally(result) + "</li>")
                        .collect(Collectors.joining("\n", "<ul>", "</ul>"));
        return HtmlPage.fill(
                LabHtml.class,
                "lab.html",
                Map.of(
                        "title",
                        HtmlPage.escape(title),
                        "list",
                        list,
                        "claims",
                        claims(results),
                        "experiments",
                        results.stream().map(LabHtml::section).collect(Collectors.joining("\n"))));
    }

    private static String claims(List<Result> results) {
        return results.stream()
                .flatMap(result -> result.claims().stream())
                .map(claim -> "<tr><td>" + HtmlPage.escape(claim.says()) + "</td><td><b>"
                        + HtmlPage.escape(claim.verdict()) + "</b></td><td>"
                        + HtmlPage.escape(claim.seen().isEmpty() ? Claim.NOT_RUN : claim.seen()) + "</td><td>"
                        + HtmlPage.escape(claim.why()) + "</td><td><code>" + HtmlPage.escape(claim.command())
                        + "</code></td></tr>")
                .collect(Collectors.joining("\n"));
    }

    private static String section(Result result) {
        return """
                <section id="%s">
                <h2>%s</h2>
                <p class="source">Claimed in %s</p>
                %s
                <p class="setting">%s. Versions: %s</p>
                <div class="sheet scroll"><table><thead><tr>%s<th>share of the bound</th></tr></thead>
                %s
                </table></div>
                %s
                <h3>What must hold anywhere</h3>
                <ul class="holds">%s</ul>
                </section>
                """.formatted(
                result.experiment().name(),
                HtmlPage.escape(
                        result.experiment().name() + ": " + result.experiment().question()),
                HtmlPage.escape(result.experiment().source()),
                Markdown.html(result.experiment().page()),
                HtmlPage.escape(Cells.setting(result)),
                HtmlPage.escape(String.join("; ", result.experiment().versions())),
                Cells.HEADS.stream().map(head -> "<th>" + head + "</th>").collect(Collectors.joining()),
                result.rows().stream()
                        .map(row -> row(row, largest(result, row.outcome().unit())))
                        .collect(Collectors.joining("\n")),
                LabPlots.of(result.plots()),
                result.expectations().stream().map(LabHtml::expectation).collect(Collectors.joining("\n")));
    }

    private static String row(Row row, double largest) {
        String cells = Cells.of(row).stream()
                .map(cell -> "<td>" + HtmlPage.escape(cell) + "</td>")
                .collect(Collectors.joining());
        String below = Cells.below(row).isEmpty()
                ? ""
                : "<tr class=\"below\"><td colspan=\"7\">" + HtmlPage.escape(Cells.below(row)) + "</td></tr>";
        return "<tbody class=\"" + row.state().name().toLowerCase(Locale.ROOT) + "\"><tr>" + cells + "<td>"
                + (row.ofBound().isPresent() ? bar(row) : plain(row, largest)) + "</td></tr>" + below + "</tbody>";
    }

    /// The bound as a frame, the figure within it, and a mark where the published one lies; a figure beyond its
    /// bound stands out.
    private static String bar(Row row) {
        double share = row.ofBound().getAsDouble();
        boolean beyond = !row.outcome()
                .limit()
                .map(limit -> limit.allows(row.outcome().measured()))
                .orElse(true);
        boolean least = row.outcome()
                .limit()
                .map(limit -> limit.side() == Limit.Side.AT_LEAST)
                .orElse(false);
        double published = row.published().figure().orElse(0)
                / row.outcome().limit().map(Limit::value).orElse(1.0);
        double scale = BAR / Math.max(1, Math.max(share, published));
        String title = (least ? "at least the frame" : "at most the frame")
                + (published == 0 ? "" : String.format(Locale.ROOT, "; published: %.2f of it", published));
        String mark = published == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "<rect class=\"published\" x=\"%.1f\" y=\"0\" width=\"2\" height=\"14\"/>",
                        published * scale);
        return String.format(
                Locale.ROOT,
                "<svg width=\"%d\" height=\"14\" role=\"img\"><title>%.2f of the bound, %s</title><rect class=\"%s\" x=\"0\" y=\"3\" width=\"%.1f\" height=\"8\"/>"
                        + "<rect class=\"frame\" x=\"0.5\" y=\"0.5\" width=\"%.1f\" height=\"13\"/>%s</svg>",
                BAR + 4,
                share,
                title,
                beyond ? "beyond" : "figure",
                share * scale,
                scale,
                mark);
    }

    /// Without a bound: beside the largest figure of its unit.
    private static String plain(Row row, double largest) {
        if (row.state() != Row.State.MEASURED || largest <= 0) {
            return "";
        }
        double share = row.outcome().measured() / largest;
        return String.format(
                Locale.ROOT,
                "<svg width=\"%d\" height=\"14\" role=\"img\"><title>%.2f of the largest of its unit; there is no bound</title><rect class=\"figure\" x=\"0\" y=\"3\" width=\"%.1f\" height=\"8\"/></svg>",
                BAR + 4,
                share,
                Math.max(0, share) * BAR);
    }

    private static double largest(Result result, String unit) {
        return result.rows().stream()
                .filter(row -> row.state() == Row.State.MEASURED
                        && row.outcome().unit().equals(unit))
                .mapToDouble(row -> row.outcome().measured())
                .max()
                .orElse(0);
    }

    private static String expectation(Expectation expectation) {
        return "<li class=\"" + expectation.state().name().toLowerCase(Locale.ROOT) + "\"><b>"
                + Cells.sign(expectation.state()) + "</b> " + HtmlPage.escape(expectation.says()) + " <span>"
                + HtmlPage.escape(expectation.because()) + "</span></li>";
    }

    private static String tally(Result result) {
        long held = result.expectations().stream()
                .filter(one -> one.state() == Expectation.State.HELD)
                .count();
        return result.broken()
                ? "<b>broken</b>"
                : "(" + held + " of " + result.expectations().size() + " hold)";
    }
}
