package io.heddle.cli.mcp;

import io.heddle.cli.mcp.Tool.Command;
import io.heddle.cli.mcp.Tool.RaceFile;
import java.util.List;
import java.util.Optional;

/// The tools, in the order in which an engineer uses them.
final class Tools {

    private static final String JDKS = "\\d{2}(?:,\\d{2})*|all";
    private static final String ONE_JDK = "\\d{2}";
    private static final String NAME = "[a-z][a-z-]{0,60}";
    private static final String RATE = "\\d{1,9}(?:\\.\\d{1,6})?(?:/s)?";
    private static final List<String> QUIET = List.of("--json=-", "--quiet", "--no-color");

    private Tools() {}

    static List<Tool> all() {
        return List.of(check(), explain(), fixPlan(), watchFile(), predict(), raceReport());
    }

    private static Tool check() {
        return new Tool(
                "check",
                "What breaks on virtual threads",
                "Reads the byte code of a built service and its libraries: what would pin, stall or deadlock on virtual"
                        + " threads, with the call path. Starts nothing. Seconds to a minute.",
                command("check", "--offline"),
                List.of(
                        target("A jar, war, folder of classes, or built Maven or Gradle project.")
                                .asRequired(),
                        Parameter.text("jdk", "--jdk", JDKS, "Releases, such as 21,25 (the default)."),
                        Parameter.text(
                                "confidence",
                                "--confidence",
                                "certain|likely|possible",
                                "Least confidence: certain, likely (the default) or possible."),
                        rule().asList(),
                        Parameter.path("with", "--with", "Libraries that the target calls: jars or folders.")
                                .asList(),
                        Parameter.flag("own", "--own", "Findings in the target's own code alone.")),
                Optional.of("findings"));
    }

    private static Tool explain() {
        return new Tool(
                "explain",
                "Page of a rule or a refusal",
                "Why a rule of check matters, wrong and right code, which JDKs, what it cannot see; or why fix refuses."
                        + " Lists all without a name.",
                new Command(List.of("explain", "--no-color")),
                List.of(Parameter.text("name", "", NAME, "Name of a rule or a refusal, such as lock-under-monitor.")),
                Optional.empty());
    }

    private static Tool fixPlan() {
        return new Tool(
                "fix_plan",
                "Which changes are safe",
                "Says what mends each finding of check: a newer JDK, a setting, an edit that was proven, or what to do by"
                        + " hand. Writes nothing: list=patch tells the edits as a unified diff, for you to apply.",
                command("fix", "--offline"),
                List.of(
                        target("What check takes; a project brings its sources along.")
                                .asRequired(),
                        Parameter.path("sources", "--sources", "Roots of packages that the edits are for.")
                                .asList(),
                        Parameter.text("jdk", "--jdk", ONE_JDK, "Release that the service runs on (default 21)."),
                        rule().asList(),
                        Parameter.text("finding", "--finding", "[0-9a-f]{1,64}", "Fingerprints of findings.")
                                .asList()),
                Optional.of("answers"));
    }

    private static Tool watchFile() {
        return new Tool(
                "watch_file",
                "For what requests waited",
                "Reads recordings of the flight recorder, or thread dumps, of one JVM: for what requests waited, and who"
                        + " held the carriers.",
                command("watch"),
                List.of(
                        files("Recordings (.jfr) or thread dumps, of one JVM.").asRequired(),
                        Parameter.path("check", "--check", "JSON of a check: which of its findings were met.")),
                Optional.of("waits"));
    }

    private static Tool predict() {
        return new Tool(
                "predict",
                "What virtual threads would give",
                "Predicts from recordings, thread dumps or two pages of metrics what virtual threads would give a service"
                        + " that runs on platform threads, and what nobody can know from there.",
                command("predict"),
                List.of(
                        files("Recordings or dumps of one JVM, or two pages of metrics, the earlier first.")
                                .asRequired(),
                        Parameter.path("target", "--target", "Jars or folders with the service's classes.")
                                .asList(),
                        Parameter.text("rate", "--rate", RATE, "Requests a second that are to come, such as 450/s."),
                        Parameter.text("threads", "--threads", "\\d{1,7}", "Threads that may serve requests at once."),
                        Parameter.text("cpus", "--cpus", "\\d{1,4}", "Processors of the service."),
                        Parameter.text("jdk", "--jdk", "\\d{2}(?:,\\d{2})*", "Releases, such as 21,25.")),
                Optional.of("predicted"));
    }

    private static Tool raceReport() {
        return new Tool(
                "race_report",
                "What a race measured",
                "Reads the JSON that heddle race wrote: gain, no gain, harm or undecided for each path, with what limits"
                        + " it. list=trials, bounds, comparisons or findings tells more.",
                new RaceFile(),
                List.of(Parameter.path("file", "", "The file of heddle race --json.")
                        .asRequired()),
                Optional.of("verdicts"));
    }

    private static Tool.Source command(String name, String... more) {
        return new Command(java.util.stream.Stream.of(List.of(name), QUIET, List.of(more))
                .flatMap(List::stream)
                .toList());
    }

    private static Parameter target(String description) {
        return Parameter.path("target", "", description);
    }

    private static Parameter files(String description) {
        return Parameter.path("files", "", description).asList();
    }

    private static Parameter rule() {
        return Parameter.text("rule", "--rule", NAME, "Only these rules (explain lists them).");
    }
}
