package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.race.load.Accepted;
import io.heddle.race.load.HeaderField;
import io.heddle.race.plan.RaceOptions.BystanderChoice;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.requests.RequestsFile;
import io.heddle.race.requests.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of a race that say what is sent.
final class RaceLoad {

    @Option(names = "--path", paramLabel = "PATH", description = "Request path; repeatable (default: /).")
    private List<String> paths = List.of();

    @Option(
            names = "--requests",
            paramLabel = "FILE",
            description =
                    "A mix of requests: JSON lines (method, path, headers, cookies, body, weight), a HAR, an access log, or a list of URLs.")
    private List<Path> files = List.of();

    @Option(
            names = "--bystander",
            paramLabel = "PATH",
            description =
                    "What is asked ten times a second while another path is raced, to see what it does to others (default: another of the raced paths, else /; none asks nothing).")
    private Optional<String> bystander = Optional.empty();

    @Option(names = "--header", paramLabel = "'N: V'", description = "Header of every request; repeatable.")
    private List<String> headers = List.of();

    @Option(
            names = "--accept",
            paramLabel = "3xx|304",
            split = ",",
            description = "Redirections that are good answers, not errors (default: none).")
    private List<String> accept = List.of();

    /// One workload for each path and each file, with the headers of all.
    List<Workload> workloads(TargetChoice target) {
        Accepted accepted = Accepted.parse(accept);
        List<HeaderField> common = headers.stream().map(RaceLoad::header).toList();
        List<Workload> workloads = new ArrayList<>();
        for (String path : paths.isEmpty() && files.isEmpty() ? DemoJars.pathsOf(target) : paths) {
            if (!path.startsWith("/")) {
                throw new Failure("--path takes a path that starts with /", "give one such as --path /api/users");
            }
            workloads.add(Workload.path(path, unlike(workloads, Redaction.text(path)), common));
        }
        for (Path file : files) {
            Workload read = RequestsFile.read(file, common);
            workloads.add(new Workload(unlike(workloads, read.name()), read.entries(), read.notes()));
        }
        return workloads.stream().map(workload -> workload.accepting(accepted)).toList();
    }

    /// What is asked beside them.
    BystanderChoice bystander() {
        List<HeaderField> common = headers.stream().map(RaceLoad::header).toList();
        return switch (bystander.orElse("")) {
            case "" -> new BystanderChoice.Another(Workload.path("/", "/", common));
            case "none" -> new BystanderChoice.Nobody();
            case String path
            when path.startsWith("/") -> new BystanderChoice.Asked(Workload.path(path, Redaction.text(path), common));
            case String other ->
                throw new Failure(
                        "--bystander takes a path that starts with /, or none", "give one such as --bystander /health");
        };
    }

    /// Two of one name would be one in the report.
    private static String unlike(List<Workload> workloads, String name) {
        String unlike = name;
        for (int i = 2; ; i++) {
            String wanted = unlike;
            if (workloads.stream().noneMatch(workload -> workload.name().equals(wanted))) {
                return unlike;
            }
            unlike = name + " (" + i + ")";
        }
    }

    private static HeaderField header(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0) {
            throw new Failure("--header takes 'Name: value'", "give one such as --header 'Accept: text/html'");
        }
        return HeaderField.of(text.substring(0, colon).strip(), text.substring(colon + 1), "--header");
    }
}
