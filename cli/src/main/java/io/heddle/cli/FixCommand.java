package io.heddle.cli;

import io.heddle.check.CheckOptions;
import io.heddle.check.rule.Rule;
import io.heddle.fix.FixOptions;
import io.heddle.fix.Fixer;
import io.heddle.fix.Refusals;
import io.heddle.fix.lock.Conditions;
import io.heddle.fix.lock.World;
import io.heddle.fix.setting.SettingMender;
import io.heddle.fix.source.Recovery;
import io.heddle.fix.source.Replacement;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.upgrade.UpgradeSearch;
import io.heddle.fix.upgrade.Upgrader;
import io.heddle.model.Failure;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import io.heddle.race.target.Jdk;
import io.heddle.report.fix.FixHtml;
import io.heddle.report.fix.FixJson;
import io.heddle.report.fix.FixSarif;
import io.heddle.report.fix.FixTerminal;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle fix`: which changes are safe?
@Command(
        name = "fix",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        showDefaultValues = false,
        description = {
            "Checks a service and says what mends each finding: a newer JDK, a release of a library, a setting, an edit of"
                    + " your source, or something for you to do. An edit is offered only if it is proven. Each refusal"
                    + " has its reason.",
            "TARGET is what heddle check takes: a jar, fat jar, war, folder of classes, class path, built Maven or Gradle project,"
                    + " or group:artifact:version."
        },
        footer = {
            "",
            "Examples:",
            "  heddle fix . --jdk 21",
            "      the plan for a built project on JDK 21, with its own source",
            "  heddle fix app.jar --sources src/main/java --patch heddle.patch",
            "      writes the edits as one patch; git apply heddle.patch takes it",
            "  heddle fix . --write",
            "      edits source, build and settings; nothing is written if a file changed meanwhile",
            "  heddle fix . --upgrades --limit-seconds 300",
            "      also looks for releases of libraries that mend findings, for 5 minutes",
            "  heddle fix . --only upgrade --patch -",
            "      these alone, as edits of pom.xml",
            "  heddle fix lib.jar --sources src/main/java --world library",
            "      other people's code may lock what is public",
            "  heddle explain public-monitor",
            "      why an edit is refused",
            "",
            "Exit codes: 0 nothing at --fail-on remains; 1 something does; 2 failed.",
        })
final class FixCommand implements Callable<Integer> {

    private static final int MOST = 50;
    private static final int MOST_SECONDS = 86_400;

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "0..*", paramLabel = "TARGET", description = "What to fix.")
    private List<String> targets = List.of();

    @Option(
            names = "--sources",
            paramLabel = "DIR",
            description = "Root of packages that may be edited; repeatable (default: src/main/java of a project).")
    private List<Path> sources = List.of();

    @Option(
            names = "--jdk",
            paramLabel = "21",
            defaultValue = "21",
            description = "Release that the service runs on (default: ${DEFAULT-VALUE}).")
    private int jdk = Jdk.FIRST_WITH_VIRTUAL_THREADS;

    @Option(names = "--rule", paramLabel = "NAME", description = "Only findings of this rule; repeatable.")
    private List<String> rules = List.of();

    @Option(
            names = "--finding",
            paramLabel = "FINGERPRINT",
            description = "Only this finding, as the JSON of check or fix names it; repeatable.")
    private List<String> findings = List.of();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "MEND",
            description = "Only these ways: jdk, upgrade, setting, lock, executor, cache, code.")
    private List<Mend> only = List.of();

    @Option(
            names = "--upgrades",
            description = "Looks for releases of libraries that mend findings, too: takes minutes and the network."
                    + " --only upgrade implies it.")
    private boolean upgrades;

    @Option(
            names = "--limit-seconds",
            paramLabel = "N",
            defaultValue = "600",
            description = "Longest search for upgrades; what is proven until then is offered"
                    + " (default: ${DEFAULT-VALUE}).")
    private int limitSeconds;

    @Option(
            names = "--world",
            paramLabel = "WORLD",
            defaultValue = "application",
            description = "application: nobody else calls the target; library: others may lock what is public"
                    + " (default: ${DEFAULT-VALUE}).")
    private World world = World.APPLICATION;

    @Option(
            names = "--patch",
            paramLabel = "FILE",
            description = "Writes the edits as a unified diff; - is standard output.")
    private Optional<Path> patch = Optional.empty();

    @Option(names = "--write", description = "Edits the source, the build and the settings.")
    private boolean write;

    @Option(
            names = "--tests",
            paramLabel = "CMD",
            description = "Runs your tests in a copy of the working directory, without and with the edits;"
                    + " an edit with which another test fails is dropped.")
    private Optional<String> tests = Optional.empty();

    @Option(
            names = "--allow",
            split = ",",
            paramLabel = "REFUSAL",
            description = "Takes the risk of a refusal, and says so in the patch; repeatable.")
    private List<String> allow = List.of();

    @Option(
            names = "--switch",
            description =
                    "Turns on Spring Boot's virtual threads, and carries over the limits of the pools that it ends.")
    private boolean turnOn;

    @Option(
            names = "--with",
            paramLabel = "LIBRARY",
            description = "A library that the target calls: a jar, a class path or coordinates; repeatable.")
    private List<String> with = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + MOST,
            description = "Most answers on the terminal (default: ${DEFAULT-VALUE}).")
    private int limit = MOST;

    @Option(names = "--json", paramLabel = "FILE", description = "The result for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--sarif",
            paramLabel = "FILE",
            description = "SARIF 2.1.0, with the edits as fixes; - is standard output.")
    private Optional<Path> sarif = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "A page with all answers and the edits side by side.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--offline", description = "Resolves coordinates from the local Maven repository only.")
    private boolean offline;

    @Option(names = "--no-cache", description = "Reads everything again, even if the same files were checked before.")
    private boolean noCache;

    @Option(
            names = "--fail-on",
            paramLabel = "LEVEL",
            defaultValue = "stall",
            description =
                    "Exit code 1 if a finding at this level or worse remains: deadlock, stall, slow, memory, advice"
                            + " or never (default: ${DEFAULT-VALUE}).")
    private CheckCommand.FailOn failOn = CheckCommand.FailOn.STALL;

    @Override
    public Integer call() {
        terminal.require(!targets.isEmpty(), "Missing a TARGET to fix");
        terminal.require(limit > 0, "--limit takes 1 or more");
        terminal.require(
                limitSeconds > 0 && limitSeconds <= MOST_SECONDS, "--limit-seconds takes 1 to " + MOST_SECONDS);
        terminal.require(
                jdk >= Jdk.FIRST_WITH_VIRTUAL_THREADS && jdk <= CheckOptions.NEWEST_JDK,
                "--jdk takes a release from " + Jdk.FIRST_WITH_VIRTUAL_THREADS + " to " + CheckOptions.NEWEST_JDK);
        int newest = Math.max(jdk, CheckOptions.DEFAULT_JDKS.getLast());
        Rule.named(new HashSet<>(rules));
        Reports reports = Reports.tried(terminal, List.of(json, patch, sarif, html));
        List<Path> roots = roots();
        if (write) {
            Recovery.run(roots, this::tell);
        } else {
            Recovery.tell(roots, this::tell);
        }
        CheckWhat.Checked checked = CheckWhat.forFix(Confidence.LIKELY, with, offline, noCache)
                .run(targets, terminal, Stream.of(jdk, newest).distinct().toList());
        List<Path> projects = targets.stream()
                .filter(word -> !word.contains(":"))
                .map(Path::of)
                .toList();
        Fixer.Fixed edited = Fixer.run(
                checked.check(),
                checked.options(),
                new FixOptions(
                        jdk,
                        sources,
                        projects,
                        world,
                        Set.copyOf(rules),
                        Set.copyOf(findings),
                        Set.copyOf(only),
                        allowed(),
                        tests),
                terminal::say);
        // Own code and settings first: they take seconds.
        Fixer.Fixed set = asks(Mend.SETTING)
                ? new SettingMender(checked.options(), jdk, projects, turnOn, terminal::say).run(edited)
                : edited;
        Fixer.Fixed fixed = upgrades || only.contains(Mend.UPGRADE)
                ? upgraded(set, checked, projects)
                : asks(Mend.UPGRADE)
                        ? Upgrader.offer(set)
                                .map(line -> set.with(List.of(line)))
                                .orElse(set)
                        : set;
        Fix fix = fixed.fix();
        if (write && !fixed.texts().isEmpty()) {
            Uncommitted.files(fixed.texts().keySet()).ifPresent(terminal::say);
            Replacement.of(fixed.texts(), roots);
            fix = fix.asWritten();
        }
        patch.ifPresent(_ -> fixed.texts().keySet().stream()
                .map(SourceFile::patchFolder)
                .filter(folder -> !folder.equals(Path.of("").toAbsolutePath()))
                .distinct()
                .forEach(folder ->
                        terminal.say("paths of the patch begin in " + folder + ": git -C " + folder + " apply FILE")));
        print(only.isEmpty() ? fix : fix.only(only), reports);
        reports.end();
        return failOn.fails(fix) ? 1 : 0;
    }

    /// What an earlier write left behind, with `--quiet` too. A journal may be anybody's.
    private void tell(String line) {
        terminal.err().line("heddle: " + line);
    }

    /// Where an earlier write may have left a journal.
    private List<Path> roots() {
        return Stream.concat(
                        sources.stream(),
                        targets.stream().filter(word -> !word.contains(":")).map(Path::of))
                .toList();
    }

    /// What was proven before is kept, whatever becomes of the search.
    private Fixer.Fixed upgraded(Fixer.Fixed fixed, CheckWhat.Checked checked, List<Path> projects) {
        AtomicBoolean stopped = new AtomicBoolean();
        UpgradeSearch search = new UpgradeSearch(Duration.ofSeconds(limitSeconds), stopped::get);
        try (Interrupt _ = Interrupt.of(
                () -> stopped.set(true),
                terminal.err(),
                "stopping after this release: what is proven follows (Ctrl-C again to stop now)")) {
            return new Upgrader(checked.check(), checked.options(), jdk, projects, offline, search, terminal::say)
                    .run(fixed);
        } catch (Failure failure) {
            return fixed.with(
                    List.of("the search for upgrades failed: " + failure.sentence() + "; try: " + failure.next()));
        }
    }

    private boolean asks(Mend mend) {
        return only.isEmpty() || only.contains(mend);
    }

    private Set<Refusal> allowed() {
        return allow.stream()
                .map(name -> Refusals.named(name)
                        .filter(Conditions.ALLOWABLE::contains)
                        .orElseThrow(() -> new Failure(
                                "--allow does not take " + name,
                                "these can be allowed: "
                                        + Conditions.ALLOWABLE.stream()
                                                .map(Refusals::name)
                                                .sorted()
                                                .collect(Collectors.joining(", ")))))
                .collect(Collectors.toSet());
    }

    private void print(Fix fix, Reports reports) {
        reports.put(json, () -> FixJson.render(fix));
        reports.put(sarif, () -> FixSarif.render(fix));
        reports.put(html, () -> FixHtml.render(fix));
        patch.ifPresent(file -> {
            if (ReportFile.isOutput(file)) {
                reports.attempt(file.toString(), () -> terminal.out().exact(fix.patch()));
            } else {
                reports.attempt(file.toString(), () -> ReportFile.write(file, out -> out.write(bytes(fix))));
            }
        });
        reports.screen().print(FixTerminal.render(fix, limit, reports.style(Optional.empty())));
    }

    private static byte[] bytes(Fix fix) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        fix.changes().forEach(change -> bytes.writeBytes(change.diff().getBytes(change.charset())));
        return bytes.toByteArray();
    }
}
