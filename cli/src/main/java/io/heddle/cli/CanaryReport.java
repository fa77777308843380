package io.heddle.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.model.Canary;
import io.heddle.report.Json;
import io.heddle.report.canary.CanaryJson;
import io.heddle.report.canary.CanaryMarkdown;
import io.heddle.report.canary.CanaryText;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Where a verdict is written: an option of the sub-commands of `canary` that end with one. A picocli mixin.
@Command
final class CanaryReport {

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the verdict for scripts as well; - is standard output, then in place of the text.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the verdict as Markdown, for a comment on a pull request.")
    private Optional<Path> markdown = Optional.empty();

    void write(Terminal terminal, Canary canary) {
        write(terminal, canary, CanaryJson.tree(canary, Heddle.version()));
    }

    /// @param tree the verdict as JSON, perhaps with more
    void write(Terminal terminal, Canary canary, JsonNode tree) {
        json.ifPresent(file -> terminal.put(file, Json.write(tree)));
        markdown.ifPresent(file -> terminal.put(file, CanaryMarkdown.render(canary)));
        if (Stream.of(json, markdown).flatMap(Optional::stream).noneMatch(ReportFile::isOutput)) {
            terminal.out().print(CanaryText.render(canary, terminal.style(Optional.empty())));
        }
    }
}
