package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Race;
import io.heddle.report.HtmlReport;
import io.heddle.report.JsonReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The race's reports on disk, written anew after every trial and never left half written.
///
/// @param json where scripts want the result; `-` is standard output, written once at the end; empty for nowhere
record RaceFiles(Optional<Path> json, Path html, PrintWriter out) {

    private static final Path STANDARD_OUTPUT = Path.of("-");

    boolean jsonOnOutput() {
        return json.filter(STANDARD_OUTPUT::equals).isPresent();
    }

    /// @throws Failure when a file cannot be written
    void save(Race race) {
        json.filter(file -> !file.equals(STANDARD_OUTPUT)).ifPresent(file -> write(file, JsonReport.render(race)));
        write(html, HtmlReport.render(race));
    }

    /// The last word to standard output, if scripts want it there.
    void end(Race race) {
        if (jsonOnOutput()) {
            out.print(JsonReport.render(race));
            out.flush();
        }
    }

    /// A whole file or none.
    static void write(Path file, String text) {
        Path half = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(half, text);
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteQuietly(half);
            throw new Failure("cannot write " + file + ": " + e.getMessage(), "make room or choose another place with --json and --html", e);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // nothing more can be done on a disk that refuses
        }
    }
}
