package io.heddle.cli;

import io.heddle.lab.Experiment;
import io.heddle.lab.Result;
import io.heddle.lab.page.LabHtml;
import io.heddle.lab.page.LabJson;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The lab's results on disk, written anew after every row.
///
/// @param json where scripts want them; `-` is standard output, written once at the end
/// @param finished experiments that are done
record LabFiles(Path json, Path html, List<Result> finished) {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /// @throws Failure when there is no place for them
    static LabFiles of(List<Experiment> experiments, Optional<Path> json, Optional<Path> html) {
        Path folder = Path.of(".heddle", "lab").toAbsolutePath();
        String name = LocalDateTime.now().format(STAMP) + "-"
                + (experiments.size() == 1 ? experiments.getFirst().name() : "all");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new Failure(
                    "cannot create " + folder + ": " + e.getMessage(),
                    "start Heddle in a folder that you can write to",
                    e);
        }
        Stream.concat(json.stream().filter(file -> !ReportFile.isOutput(file)), html.stream())
                .forEach(LabFiles::requireFolder);
        return new LabFiles(
                json.orElse(folder.resolve(name + ".json")),
                html.orElse(folder.resolve(name + ".html")),
                new ArrayList<>());
    }

    /// So that hours of work do not end at a folder that is not there.
    private static void requireFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new Failure(
                    "cannot write " + file + ": there is no folder " + folder, "make it first: mkdir -p " + folder);
        }
    }

    boolean jsonOnOutput() {
        return ReportFile.isOutput(json);
    }

    /// @throws Failure when a file cannot be written
    void save(Result soFar) {
        write(with(soFar));
    }

    void finish(Result result) {
        finished.add(result);
        write(finished);
    }

    /// What goes to standard output at the end, if scripts want it there.
    Optional<String> onOutput() {
        return jsonOnOutput() && !finished.isEmpty() ? Optional.of(LabJson.render(finished)) : Optional.empty();
    }

    private void write(List<Result> results) {
        if (!jsonOnOutput()) {
            ReportFile.write(json, LabJson.render(results));
        }
        ReportFile.write(html, LabHtml.render(results));
    }

    private List<Result> with(Result last) {
        List<Result> all = new ArrayList<>(finished);
        all.add(last);
        return all;
    }
}
