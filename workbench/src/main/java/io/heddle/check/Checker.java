package io.heddle.check;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.DamagedClass;
import io.heddle.check.cache.Key;
import io.heddle.check.cache.Store;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.CheckContext;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.ClassPath;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.check.rule.Rule;
import io.heddle.model.Check;
import io.heddle.model.Check.UnknownSite;
import io.heddle.model.Check.Unreadable;
import io.heddle.model.Finding;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Runs a check.
public final class Checker {

    /// The order in which reports list findings.
    public static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity)
            .thenComparing(Finding::confidence)
            .thenComparing(Finding::reach)
            .thenComparing(Finding::artifact)
            .thenComparing(Finding::type)
            .thenComparing(Finding::method)
            .thenComparing(Finding::descriptor)
            .thenComparing(Finding::rule)
            .thenComparing(Finding::line);

    /// Classes that may turn out to be damaged late: each costs the analysis once more.
    private static final int LATE = 16;

    private Checker() {}

    /// Reads the targets and their libraries, and runs the rules.
    ///
    /// @return with no version and no command: who prints it fills them in
    /// @throws io.heddle.model.Failure when a target does not exist, or a rule does not
    public static Check run(CheckOptions options) {
        long start = System.nanoTime();
        return told(find(options, Rule.named(options.rules())), options, start);
    }

    /// The same, unless the very same files were checked before: then what was found is told again.
    public static Check run(CheckOptions options, Store store) {
        long start = System.nanoTime();
        Rule.named(options.rules());
        Optional<String> name = name(options);
        Optional<Check> known = name.flatMap(store::get);
        Check found = known.orElseGet(() -> find(options, Rule.all()));
        // A file that was written to meanwhile has an answer that is of neither content.
        if (known.isEmpty() && name.isPresent() && name.equals(name(options))) {
            store.put(name.get(), found);
        }
        return told(found, options, start);
    }

    /// Names all that the answer hangs on, Heddle's own code included; empty where a file cannot be read.
    private static Optional<String> name(CheckOptions options) {
        try {
            Key key = new Key()
                    .files(List.of(Path.of(Checker.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())))
                    .files(options.targets())
                    .text("libraries")
                    .files(options.libraries())
                    .text(options.all() + " " + options.service())
                    .text(new TreeMap<>(options.releases()).toString())
                    .text(new TreeSet<>(options.ownPackages()).toString());
            for (Path file : Stream.concat(options.targets().stream(), options.libraries().stream())
                    .toList()) {
                key.text(options.artifacts().getOrDefault(file, ""));
            }
            for (RunTime runTime : RunTime.of(options)) {
                key.text(runTime.releases().toString())
                        .jdk(runTime.home().orElse(Path.of(System.getProperty("java.home", ""))));
            }
            return Optional.of(key.hex());
        } catch (IOException | URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static Check find(CheckOptions options, List<Rule> rules) {
        List<RunTime> runTimes = RunTime.of(options);
        // Beside each other: they share nothing but the files.
        List<Judged> judged = runTimes.parallelStream()
                .map(runTime -> judge(options, rules, runTime))
                .toList();
        JdkMatrix findings = new JdkMatrix(options.jdks());
        judged.forEach(one -> findings.add(one.runTime, one.findings));
        List<String> notes = Stream.concat(
                        runTimes.stream().map(RunTime::note).flatMap(Optional::stream),
                        judged.stream().flatMap(one -> one.notes.stream()).distinct())
                .toList();
        return new Check(
                "",
                List.of(),
                options.targets().stream().map(Object::toString).toList(),
                options.jdks().stream().sorted().toList(),
                read(judged),
                ShadedDuplicates.folded(findings.merged()).stream()
                        .sorted(WORST_FIRST)
                        .toList(),
                notes,
                0);
    }

    private static Check told(Check found, CheckOptions options, long start) {
        List<Finding> findings = found.findings().stream()
                .filter(finding -> options.rules().isEmpty() || options.rules().contains(finding.rule()))
                .filter(finding -> finding.confidence().compareTo(options.confidence()) <= 0)
                .toList();
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
        return new Check(
                found.version(),
                found.command(),
                found.targets(),
                found.jdks(),
                found.read(),
                findings,
                found.notes(),
                seconds);
    }

    /// What one JDK's classes tell.
    ///
    /// @param copies how often the archives must be read, until all different entries of one name were
    /// @param notes what weakens it, one sentence each
    record Judged(RunTime runTime, List<Finding> findings, Check.Read read, List<String> notes, int copies) {}

    private static Judged judge(CheckOptions options, List<Rule> rules, RunTime runTime) {
        Judged first = judge(options, rules, runTime, 0);
        List<Judged> others = IntStream.range(1, first.copies)
                .mapToObj(copy -> judge(options, rules, runTime, copy))
                .toList();
        return others.isEmpty() ? first : DoubledClasses.merged(first, others);
    }

    // A damaged class is named when its outline, its code or its annotations are read first. Where one of them turns
    // out to be damaged later, in whichever phase or rule, the class is left out and named, and the rest is checked.
    private static Judged judge(CheckOptions options, List<Rule> rules, RunTime runTime, int copy) {
        Map<String, UnreadCode> leftOut = new LinkedHashMap<>();
        while (true) {
            try {
                return judge(options, rules, runTime, copy, leftOut);
            } catch (RuntimeException e) {
                DamagedClass damaged = DamagedClass.in(e).orElseThrow(() -> e);
                if (damaged.isJdk()
                        || leftOut.size() == LATE
                        || leftOut.put(damaged.name(), damaged.unread()) != null) {
                    throw e;
                }
            }
        }
    }

    private static Judged judge(
            CheckOptions options, List<Rule> rules, RunTime runTime, int copy, Map<String, UnreadCode> leftOut) {
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader =
                new ArchiveReader(runTime.feature(), options.artifacts(), unreadables, copy, options.ownPackages());
        options.targets().forEach(target -> reader.add(target, Role.TARGET));
        options.libraries().forEach(library -> reader.add(library, options.service() ? Role.BUNDLED : Role.LIBRARY));
        reader.tellHidden();
        ClassPath classPath = reader.classPath();
        leftOut.forEach((name, unread) -> {
            classPath.leaveOut(name);
            unreadables.addCode(name.replace('/', '.'), unread);
        });
        try (JdkImage image = runTime.image()) {
            ClassHierarchy world =
                    new ClassHierarchy(new ClassFinder(classPath, image), unreadables, runTime.releases());
            BlockingAnalysis analysis = new BlockingAnalysis(
                    world,
                    options.all() ? classPath.usable() : classPath.targets(),
                    options.all(),
                    new CheckContext(
                            classPath.artifacts(),
                            classPath.settings(),
                            options.releases(),
                            classPath.factories(),
                            classPath.modules(),
                            classPath.starter()));
            List<Finding> findings = findings(rules, analysis)
                    .filter(finding -> runTime.releases().stream().anyMatch(finding::holdsOn))
                    .toList();
            List<UnknownSite> unknown = analysis.unknown();
            return new Judged(
                    runTime,
                    findings,
                    new Check.Read(
                            classPath.artifacts().size(),
                            world.classes(),
                            classPath.names().size(),
                            world.methods(),
                            unknown.size(),
                            unknown,
                            unreadables.list()),
                    Stream.of(
                                    MissingClasses.note(analysis),
                                    Optional.of(Check.NO_REQUESTS)
                                            .filter(_ -> analysis.isOfService() && !analysis.knowsRequests()))
                            .flatMap(Optional::stream)
                            .toList(),
                    reader.copies());
        }
    }

    private static Stream<Finding> findings(List<Rule> rules, BlockingAnalysis analysis) {
        // Another thread finds these meanwhile.
        Map<Rule, ForkJoinTask<List<Finding>>> apart = new HashMap<>();
        rules.stream()
                .filter(Rule::isApart)
                .forEach(rule -> apart.put(
                        rule,
                        ForkJoinTask.adapt(() -> rule.find(analysis).toList()).fork()));
        // What could not be read is known when all others have read.
        return rules.stream()
                .sorted(Comparator.comparing(Rule::isLast))
                .flatMap(rule -> apart.containsKey(rule) ? apart.get(rule).join().stream() : rule.find(analysis));
    }

    // Counts are of the oldest release's classes; what was not cleared on any of them is not cleared.
    private static Check.Read read(List<Judged> judged) {
        Check.Read first = judged.getFirst().read;
        List<UnknownSite> unknown = judged.stream()
                .flatMap(one -> one.read.unknown().stream())
                .distinct()
                .toList();
        List<Unreadable> unreadable = judged.stream()
                .flatMap(one -> one.read.unreadable().stream())
                .distinct()
                .sorted(Comparator.comparing(Unreadable::place))
                .toList();
        return new Check.Read(
                first.artifacts(),
                first.classes(),
                first.classesThere(),
                first.methods(),
                unknown.size(),
                unknown,
                unreadable);
    }
}
