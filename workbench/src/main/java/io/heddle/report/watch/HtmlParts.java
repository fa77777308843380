package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.Watch;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.List;

/// What the pages of a watch and of a comparison have in common.
final class HtmlParts {

    private HtmlParts() {}

    /// Length, carriers and threads of a watch, in one line.
    static String facts(Watch watch) {
        return Figures.number(watch.seconds()) + " s, " + watch.carriers().parallelism() + " carriers, "
                + Formats.percent(watch.carriers().lostShare()) + " of their time held"
                + watch.virtualThreads()
                        .live()
                        .map(live -> ", " + live + " virtual threads live")
                        .orElse("");
    }

    /// A list under a title; nothing where there is none.
    ///
    /// @param lines not escaped yet
    static void lines(StringBuilder html, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            html.append("<h2>").append(title).append("</h2>\n");
            list(html, lines);
        }
    }

    /// @param lines not escaped yet
    static void list(StringBuilder html, List<String> lines) {
        html.append("<ul>\n");
        lines.forEach(line -> html.append("<li>").append(escape(line)).append("</li>\n"));
        html.append("</ul>\n");
    }

    /// Text of the target as it may stand in an element.
    static String escape(String text) {
        return escape(text, false);
    }

    static String escape(String text, boolean keepsLines) {
        String plain = keepsLines
                ? String.join("\n", text.lines().map(TerminalSanitizer::of).toList())
                : TerminalSanitizer.of(text);
        return HtmlPage.escape(plain);
    }
}
