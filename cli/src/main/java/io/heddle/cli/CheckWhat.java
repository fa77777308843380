package io.heddle.cli;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.cache.Store;
import io.heddle.check.input.Inputs;
import io.heddle.check.process.ProcessInputs;
import io.heddle.check.rule.Rule;
import io.heddle.check.rule.RulePage;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Owner;
import io.heddle.model.RuleText;
import io.heddle.race.target.Jdk;
import io.heddle.report.check.CheckReport;
import io.heddle.watch.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// What is checked and for which JDK: the options that `heddle check` and `heddle check baseline` share.
final class CheckWhat {

    private static final Pattern RELEASES = Pattern.compile("\\d{2}(\\.\\d+)*(,\\d{2}(\\.\\d+)*)*");
    private static final Pattern PID = Pattern.compile("\\d{1,10}");
    private static final String ALL = "all";

    @Option(
            names = "--jdk",
            paramLabel = "21|25|21,25|all",
            defaultValue = "21,25",
            description = "Releases to judge findings for (default: ${DEFAULT-VALUE}); 25.0.1 names the update too.")
    private String jdk = "";

    @Option(
            names = "--confidence",
            paramLabel = "LEVEL",
            defaultValue = "likely",
            description = "Least confidence to show: certain, likely or possible (default: ${DEFAULT-VALUE}).")
    private Confidence confidence = Confidence.LIKELY;

    @Option(
            names = "--with",
            paramLabel = "LIBRARY",
            description = "A library that the target calls: a jar, a class path or coordinates; repeatable.")
    private List<String> with = List.of();

    @Option(names = "--all", description = "Reports all code of the libraries as well.")
    private boolean all;

    @Option(names = "--own", description = "Reports the target's own code alone.")
    private boolean own;

    @Option(
            names = "--own-packages",
            paramLabel = "PACKAGE",
            split = ",",
            description = "Packages that are your own code, such as com.acme.shop, wherever they lie; the rest is not.")
    private Set<String> ownPackages = Set.of();

    @Option(
            names = "--rule",
            paramLabel = "NAME",
            description = "Only this rule; repeatable (heddle explain lists them).")
    private List<String> rules = List.of();

    @Option(
            names = "--profile",
            paramLabel = "FILE.jfr",
            description = "A recording of the service under load: what it met comes first, its waits are told.")
    private Optional<Path> profile = Optional.empty();

    @Option(names = "--offline", description = "Resolves coordinates from the local Maven repository only.")
    private boolean offline;

    @Option(
            names = "--no-agent-classes",
            description = "Of a process, reads the files of its class path only, and loads no agent into it.")
    private boolean noAgentClasses;

    @Option(names = "--no-cache", description = "Reads everything again, even if the same files were checked before.")
    private boolean noCache;

    Confidence confidence() {
        return confidence;
    }

    /// What `heddle fix` checks before it plans.
    static CheckWhat forFix(Confidence confidence, List<String> with, boolean offline, boolean noCache) {
        CheckWhat what = new CheckWhat();
        what.confidence = confidence;
        what.with = with;
        what.offline = offline;
        what.noCache = noCache;
        return what;
    }

    /// A check with the line that people edit for each finding, and how it was run.
    record Checked(Check check, Inputs inputs, CheckOptions options) {

        CheckReport report(Confidence least) {
            return CheckReport.of(check, least, texts(), inputs.places());
        }
    }

    /// Runs a check.
    ///
    /// @param words what the user named
    /// @throws Failure when there is nothing to read
    Checked run(List<String> words, Terminal terminal) {
        return run(words, terminal, releases());
    }

    /// The same for other releases than the user's `--jdk` names.
    Checked run(List<String> words, Terminal terminal, List<Integer> releases) {
        try (Scratch scratch = Scratch.create("heddle-check-")) {
            return run(words, terminal, releases, scratch);
        }
    }

    private Checked run(List<String> words, Terminal terminal, List<Integer> releases, Scratch scratch) {
        // Asked for first: a check of a minute should not end with a recording that is not there.
        Optional<Profile> recorded = profile.map(Profile::of);
        Map<Integer, Jdk> jdks = atHand(releases);
        Inputs inputs = inputs(words, terminal, scratch);
        List<String> named = isProcess(words) ? List.of("process " + words.getFirst()) : words;
        terminal.say("reading " + String.join(", ", named));
        List<String> notes = new ArrayList<>(inputs.notes());
        CheckOptions options = new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                releases,
                homes(jdks),
                inputs.service(),
                all,
                recorded.isPresent() ? Confidence.POSSIBLE : confidence,
                new HashSet<>(rules),
                updates(jdks),
                ownPackages);
        Check check = noCache ? Checker.run(options) : Checker.run(options, Store.ofUser());
        if (check.read().classesThere() == 0) {
            String why = check.read().unreadable().isEmpty()
                    ? ""
                    : ": " + check.read().unreadable().getFirst().place() + ": "
                            + check.read().unreadable().getFirst().why();
            throw new Failure(
                    "no class of " + String.join(", ", named) + " could be read" + why,
                    "name a jar, a war, a folder of classes or group:artifact:version");
        }
        notes.addAll(check.notes());
        List<Finding> findings =
                recorded.map(known -> measured(known, check, notes, terminal)).orElse(check.findings());
        return new Checked(
                new Check(
                        Heddle.version(),
                        terminal.typed(),
                        named,
                        check.jdks(),
                        check.read(),
                        findings.stream()
                                .filter(finding -> !own || finding.context().owner() == Owner.OWN)
                                .toList(),
                        List.copyOf(notes),
                        check.seconds()),
                inputs,
                options);
    }

    private static boolean isProcess(List<String> words) {
        return words.size() == 1 && PID.matcher(words.getFirst()).matches() && !Files.exists(Path.of(words.getFirst()));
    }

    private Inputs inputs(List<String> words, Terminal terminal, Scratch scratch) {
        if (!isProcess(words)) {
            return Inputs.of(words, with, offline, terminal::say);
        }
        terminal.require(with.isEmpty(), "a process has all its libraries: --with is for files");
        return ProcessInputs.of(
                Long.parseLong(words.getFirst()),
                noAgentClasses ? Optional.empty() : Optional.of(AgentJar.unpack(scratch.folder())),
                scratch.folder(),
                terminal::say);
    }

    /// The findings as a recording shows them, those that are too unsure left out: where threads waited, none is.
    private List<Finding> measured(Profile recorded, Check check, List<String> notes, Terminal terminal) {
        terminal.say("reading " + profile.orElseThrow());
        Profile.Told told = recorded.measure(check.findings());
        notes.addAll(told.notes());
        return told.findings().stream()
                .filter(finding -> finding.confidence().compareTo(confidence) <= 0)
                .sorted(Checker.WORST_FIRST)
                .toList();
    }

    private List<Integer> releases() {
        if (jdk.equals(ALL)) {
            return IntStream.rangeClosed(Jdk.FIRST_WITH_VIRTUAL_THREADS, CheckOptions.NEWEST_JDK)
                    .boxed()
                    .toList();
        }
        if (!RELEASES.matcher(jdk).matches()) {
            throw new Failure(
                    "--jdk takes releases such as 21 or 21,25, or all, and not " + jdk, "for example --jdk 21,25");
        }
        List<Integer> releases = Stream.of(jdk.split(",", -1))
                .map(CheckWhat::feature)
                .sorted()
                .distinct()
                .toList();
        if (releases.getFirst() < Jdk.FIRST_WITH_VIRTUAL_THREADS) {
            throw new Failure("Java " + releases.getFirst() + " has no virtual threads", "use 21 or newer: --jdk 21");
        }
        return releases;
    }

    /// These releases and those that stand in for others. A release that is not here is judged by the nearest that
    /// is, and the check says so.
    private static Map<Integer, Jdk> atHand(List<Integer> releases) {
        Map<Integer, Jdk> jdks = new HashMap<>();
        for (int release : Stream.concat(releases.stream(), CheckOptions.DEFAULT_JDKS.stream())
                .distinct()
                .toList()) {
            try {
                jdks.put(release, Jdk.find(String.valueOf(release)));
            } catch (Failure absent) {
                continue;
            }
        }
        return Map.copyOf(jdks);
    }

    private static Map<Integer, Path> homes(Map<Integer, Jdk> jdks) {
        return jdks.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().home()));
    }

    /// Full versions: what the user names, else what is at hand.
    private Map<Integer, String> updates(Map<Integer, Jdk> jdks) {
        Map<Integer, String> updates = jdks.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().version()));
        Stream.of(jdk.split(",", -1))
                .filter(named -> named.contains("."))
                .forEach(named -> updates.put(feature(named), named));
        return updates;
    }

    private static int feature(String release) {
        return Integer.parseInt(release.replaceFirst("\\..*", ""));
    }

    /// All rules in words, by name.
    static Map<String, RuleText> texts() {
        return Rule.all().stream()
                .map(Rule::page)
                .map(CheckWhat::text)
                .collect(Collectors.toUnmodifiableMap(RuleText::name, text -> text));
    }

    private static RuleText text(RulePage page) {
        return new RuleText(page.rule(), page.summary(), page.section("Why"), page.code("Good"), page.markdown());
    }
}
