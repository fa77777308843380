package io.heddle.cli;

import io.heddle.model.Race;
import io.heddle.report.HtmlReport;
import io.heddle.report.JsonReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/// The race's reports on disk, written anew after every trial and never left half written.
///
/// @param json where scripts want the result; `-` is standard output, written once at the end; empty for nowhere
record RaceFiles(Optional<Path> json, Path html, PrintWriter out) {

    boolean jsonOnOutput() {
        return json.filter(ReportFile.STANDARD_OUTPUT::equals).isPresent();
    }

    /// @throws io.heddle.model.Failure when a file cannot be written
    void save(Race race) {
        json.filter(file -> !file.equals(ReportFile.STANDARD_OUTPUT)).ifPresent(file -> ReportFile.write(file, JsonReport.render(race)));
        ReportFile.write(html, HtmlReport.render(race));
    }

    /// The last word to standard output, if scripts want it there.
    void end(Race race) {
        if (jsonOnOutput()) {
            out.print(JsonReport.render(race));
            out.flush();
        }
    }
}
