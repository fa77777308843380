package io.heddle.cli;

import io.heddle.model.Race;
import io.heddle.report.race.RaceHtml;
import io.heddle.report.race.RaceJson;
import java.nio.file.Path;
import java.util.Optional;

/// The race's reports on disk, written anew after every trial and never left half written.
///
/// @param json where scripts want the result; `-` is standard output, written once at the end; empty for
///     nowhere
record RaceFiles(Optional<Path> json, Path html) {

    boolean jsonOnOutput() {
        return json.filter(ReportFile::isOutput).isPresent();
    }

    /// @throws io.heddle.model.Failure when a file cannot be written
    void save(Race race) {
        json.filter(file -> !ReportFile.isOutput(file))
                .ifPresent(file -> ReportFile.write(file, RaceJson.render(race)));
        ReportFile.write(html, RaceHtml.render(race));
    }
}
