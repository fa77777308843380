package io.heddle.cli;

import io.heddle.model.Race;
import io.heddle.report.race.RaceHtml;
import io.heddle.report.race.RaceJson;
import io.heddle.report.race.RaceMarkdown;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The race's reports, written anew after every trial; to standard output, a fifo or a device once at the end.
///
/// @param json where scripts want the result; empty for nowhere
/// @param markdown where a comment's text goes; empty for nowhere
record RaceFiles(Reports reports, Optional<Path> json, Optional<Path> markdown, Path html) {

    /// @return what to say of files that could not be written
    List<String> save(Race race) {
        return Stream.of(
                        json.flatMap(file -> reports.save(file, () -> RaceJson.render(race))),
                        markdown.flatMap(file -> reports.save(file, () -> RaceMarkdown.render(race))),
                        reports.save(html, () -> RaceHtml.render(race)))
                .flatMap(Optional::stream)
                .toList();
    }

    void finish(Race race) {
        reports.put(json, () -> RaceJson.render(race));
        reports.put(markdown, () -> RaceMarkdown.render(race));
        reports.put(Optional.of(html), () -> RaceHtml.render(race));
    }
}
