package io.heddle.report.race;

import io.heddle.model.Race;
import io.heddle.report.HtmlPage;
import io.heddle.report.Json;
import io.heddle.report.Style;
import io.heddle.report.TerminalSanitizer;
import java.util.Map;
import java.util.Optional;

/// A race as one HTML file.
public final class RaceHtml {

    private RaceHtml() {}

    /// The whole file, to be written as UTF-8.
    public static String render(Race race) {
        return HtmlPage.fill(
                RaceHtml.class,
                "race.html",
                Map.of(
                        "title", HtmlPage.escape(TerminalSanitizer.of("Heddle race: " + Setup.name(race.target()))),
                        "summary",
                                HtmlPage.escape(RaceTerminal.render(race, new Style(false, 100, Optional.empty()))
                                        .text()),
                        "data", Json.inline(new HtmlData(race).tree())));
    }
}
