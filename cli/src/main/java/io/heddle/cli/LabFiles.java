package io.heddle.cli;

import io.heddle.lab.Experiment;
import io.heddle.lab.Result;
import io.heddle.lab.page.LabHtml;
import io.heddle.lab.page.LabJson;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
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

/// The lab's results, written anew after every row; to standard output, a fifo or a device once at the end.
///
/// @param finished experiments that are done
record LabFiles(Reports reports, Path json, Path html, List<Result> finished) {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /// @throws Failure when there is no place for them
    static LabFiles of(Terminal terminal, List<Experiment> experiments, Optional<Path> json, Optional<Path> html) {
        Path folder = Path.of(".heddle", "lab").toAbsolutePath();
        String name = LocalDateTime.now().format(STAMP) + "-"
                + (experiments.size() == 1 ? experiments.getFirst().name() : "all");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new Failure(
                    "cannot create " + folder + ": " + IoReason.of(e),
                    "start Heddle in a folder that you can write to",
                    e);
        }
        Path data = json.orElse(folder.resolve(name + ".json"));
        Path page = html.orElse(folder.resolve(name + ".html"));
        Reports reports = Reports.tried(terminal, List.of(Optional.of(data), Optional.of(page)));
        return new LabFiles(reports, data, page, new ArrayList<>());
    }

    /// @return what to say of files that could not be written
    List<String> save(Result soFar) {
        return write(with(soFar));
    }

    /// @return what to say of files that could not be written
    List<String> finish(Result result) {
        finished.add(result);
        return write(finished);
    }

    /// All that was run, in its last state.
    void finishAll() {
        if (!finished.isEmpty()) {
            reports.put(Optional.of(json), () -> LabJson.render(finished));
            reports.put(Optional.of(html), () -> LabHtml.render(finished));
        }
    }

    private List<String> write(List<Result> results) {
        return Stream.of(
                        reports.save(json, () -> LabJson.render(results)),
                        reports.save(html, () -> LabHtml.render(results)))
                .flatMap(Optional::stream)
                .toList();
    }

    private List<Result> with(Result last) {
        List<Result> all = new ArrayList<>(finished);
        all.add(last);
        return all;
    }
}
