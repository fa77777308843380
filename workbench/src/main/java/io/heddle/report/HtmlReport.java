package io.heddle.report;

import io.heddle.model.Race;
import java.util.Map;
import java.util.Optional;

/// A race as one HTML file.
public final class HtmlReport {

    private HtmlReport() {
    }

    /// The whole file, to be written as UTF-8.
    public static String render(Race race) {
        return HtmlPage.fill(HtmlReport.class, "race/race.html", Map.of(
                "title", HtmlPage.escape(Plain.of("Heddle race: " + Setup.name(race.target()))),
                "summary", HtmlPage.escape(TerminalReport.render(race, new Style(false, 100, Optional.empty()))),
                "data", Json.inline(new HtmlData(race).tree())));
    }
}
