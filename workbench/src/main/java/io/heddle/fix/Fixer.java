package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.fix.edit.LockEdits;
import io.heddle.fix.edit.LockPlan;
import io.heddle.fix.lock.Conditions;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.lock.MonitorSets;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.proof.Changed;
import io.heddle.fix.proof.LockProof;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.SourceFolders;
import io.heddle.fix.source.UnifiedDiff;
import io.heddle.fix.tests.UserTests;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Fix.Proof;
import io.heddle.model.IoReason;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Plans what mends the findings of a check, and proves what it offers.
public final class Fixer {

    private final Check check;
    private final CheckOptions options;
    private final FixOptions wish;
    private final Consumer<String> say;
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private final Map<String, MonitorSet> sets = new LinkedHashMap<>();
    private final Map<MonitorSet, LockPlan> plans = new LinkedHashMap<>();
    private final Map<String, Answer> mended = new LinkedHashMap<>();

    private Fixer(Check check, CheckOptions options, FixOptions wish, Consumer<String> say) {
        this.check = check;
        this.options = options;
        this.wish = wish;
        this.say = say;
        List<Finding> on = check.findings().stream()
                .filter(finding -> finding.holdsOn(wish.jdk()))
                .toList();
        List<String> names = Fingerprints.of(on);
        for (int i = 0; i < names.size(); i++) {
            findings.put(names.get(i), on.get(i));
        }
    }

    /// A fix, and the new texts of the files that it changes.
    public record Fixed(Fix fix, Map<SourceFile, String> texts) {

        /// The same with other answers, and changes of more files.
        ///
        /// @param longer seconds that it took
        public Fixed with(List<Answer> answers, Map<SourceFile, String> more, List<String> notes, double longer) {
            Map<SourceFile, String> all = new LinkedHashMap<>(texts);
            all.putAll(more);
            return new Fixed(fix.with(answers, changes(more), notes, longer), all);
        }
    }

    /// Plans and proves. Writes nothing but class files in the folder of temporary files.
    ///
    /// @param check what was found
    /// @param options of that check
    /// @param say is told of what takes time
    public static Fixed run(Check check, CheckOptions options, FixOptions wish, Consumer<String> say) {
        return new Fixer(check, options, wish, say).run();
    }

    private Fixed run() {
        long start = System.nanoTime();
        SourceFolders folders = SourceFolders.of(wish.sources(), wish.projects());
        List<Path> files = Stream.concat(options.targets().stream(), options.libraries().stream())
                .toList();
        List<LockPlan> kept = wish.locks() ? locks(files, folders) : List.of();
        Map<SourceFile, String> texts = Changed.by(kept).texts();
        List<Fix.Change> changes = texts.entrySet().stream()
                .map(entry -> new Fix.Change(
                        entry.getKey().name(),
                        entry.getKey().charset(),
                        risks(entry.getKey(), kept)
                                + UnifiedDiff.of(
                                        entry.getKey().name(), entry.getKey().text(), entry.getValue())))
                .sorted(Comparator.comparing(Fix.Change::file))
                .toList();
        int newer = check.jdks().getLast();
        List<Answer> answers = findings.entrySet().stream()
                .filter(entry -> isAnswered(entry.getKey(), entry.getValue()))
                .map(entry -> answer(entry.getKey(), entry.getValue()))
                .toList();
        Fix fix = new Fix(
                check.version(),
                check.command(),
                check.targets(),
                wish.jdk(),
                newer,
                findings.size(),
                (int) findings.values().stream()
                        .filter(finding -> !finding.holdsOn(newer))
                        .count(),
                answers,
                changes,
                String.join("", changes.stream().map(Fix.Change::diff).toList()),
                false,
                check.notes(),
                seconds(start) + check.seconds());
        return new Fixed(fix, texts);
    }

    private static List<Fix.Change> changes(Map<SourceFile, String> texts) {
        return texts.entrySet().stream()
                .map(entry -> new Fix.Change(
                        entry.getKey().name(),
                        entry.getKey().charset(),
                        UnifiedDiff.of(entry.getKey().name(), entry.getKey().text(), entry.getValue())))
                .sorted(Comparator.comparing(Fix.Change::file))
                .toList();
    }

    private static double seconds(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    }

    private List<LockPlan> locks(List<Path> files, SourceFolders folders) {
        try (Program program = new Program(files, options.targets().size(), wish.world())) {
            plan(program, folders);
            return proven();
        }
    }

    /// Stands before the diff of a file: `git apply` skips it.
    private static String risks(SourceFile file, List<LockPlan> kept) {
        return kept.stream()
                .filter(plan -> plan.splices().keySet().stream()
                        .anyMatch(source -> source.file().equals(file)))
                .flatMap(plan -> plan.risks().stream())
                .map(risk -> "# at your risk, " + Refusals.name(risk.refusal()) + ": " + risk.why() + "\n")
                .distinct()
                .collect(Collectors.joining());
    }

    private boolean isAnswered(String name, Finding finding) {
        return (wish.rules().isEmpty() || wish.rules().contains(finding.rule()))
                && (wish.findings().isEmpty() || wish.findings().contains(name));
    }

    private void plan(Program program, SourceFolders folders) {
        MonitorSets all = new MonitorSets(program);
        Conditions conditions = new Conditions(program, wish.world(), wish.allowed());
        SourceSites sites = new SourceSites(program, folders);
        LockEdits edits = new LockEdits(program);
        Map<MonitorSet, Optional<Refused>> judged = new LinkedHashMap<>();
        findings.forEach((name, finding) -> {
            if (!Rules.isOfMonitors(finding.rule()) || !isAnswered(name, finding)) {
                return;
            }
            if (!program.type(finding.type()).isTarget()) {
                refused.put(
                        name,
                        new Refused(
                                Refusal.SOURCE_MISSING,
                                finding.artifact() + " is a library: its source is not yours to edit"));
                return;
            }
            switch (all.of(finding)) {
                case MonitorSets.Sought.None none -> refused.put(name, none.refused());
                case MonitorSets.Sought.Found found -> {
                    Optional<Refused> why =
                            judged.computeIfAbsent(found.set(), set -> planned(set, conditions, sites, edits));
                    why.ifPresentOrElse(no -> refused.put(name, no), () -> sets.put(name, found.set()));
                }
            }
        });
        dropNested();
    }

    private Optional<Refused> planned(MonitorSet set, Conditions conditions, SourceSites sites, LockEdits edits) {
        Optional<Refused> no = conditions.refusal(set);
        if (no.isPresent()) {
            return no;
        }
        return switch (sites.locate(set)) {
            case SourceSites.Located.Not not -> Optional.of(not.refused());
            case SourceSites.Located.Found located ->
                switch (edits.plan(set, located.statements(), sites)) {
                    case LockEdits.Planned.Not not -> Optional.of(not.refused());
                    case LockEdits.Planned.Edit edit -> {
                        plans.put(set, edit.plan().at(conditions.risks(set)));
                        yield Optional.empty();
                    }
                };
        };
    }

    /// A set that is entered under a monitor which stays one is dropped, and so what is entered under that set's.
    private void dropNested() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (MonitorSet set : List.copyOf(plans.keySet())) {
                Optional<Refused> no = Conditions.nested(set, plans.keySet());
                if (no.isPresent()) {
                    drop(set, no.orElseThrow());
                    changed = true;
                }
            }
        }
    }

    private void drop(MonitorSet set, Refused why) {
        plans.remove(set);
        List.copyOf(sets.entrySet()).stream()
                .filter(entry -> entry.getValue().equals(set))
                .forEach(entry -> {
                    sets.remove(entry.getKey());
                    refused.put(entry.getKey(), why);
                });
    }

    private List<LockPlan> proven() {
        if (plans.isEmpty()) {
            return List.of();
        }
        Path scratch = folder();
        try {
            String artifact = finding(sets.keySet().iterator().next()).artifact();
            return proven(new ProofRun(
                    new LockProof(options, check, wish.jdk(), wish.world(), scratch, artifact),
                    plans,
                    this::findingsOf,
                    () -> wish.tests().isPresent() ? Optional.of(tests(scratch)) : Optional.empty(),
                    say));
        } catch (IOException e) {
            throw new Failure(
                    "the class files of the edit cannot be written to " + scratch + ": " + IoReason.of(e),
                    "make room in the folder of temporary files",
                    e);
        } finally {
            delete(scratch);
        }
    }

    private Finding finding(String name) {
        return Optional.ofNullable(findings.get(name)).orElseThrow();
    }

    private UserTests tests(Path scratch) throws IOException {
        return new UserTests(
                wish.tests().orElseThrow(),
                Path.of("").toAbsolutePath(),
                Files.createDirectories(scratch.resolve("tests")),
                say);
    }

    private Set<String> findingsOf(MonitorSet set) {
        return sets.entrySet().stream()
                .filter(entry -> entry.getValue().equals(set))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private List<LockPlan> proven(ProofRun run) throws IOException {
        ProofRun.Result result = run.run();
        result.dropped().forEach(this::drop);
        for (LockPlan plan : result.kept()) {
            findingsOf(plan.set()).forEach(name -> {
                if (result.outcome().gone().contains(name)) {
                    mended.put(name, mended(name, plan, result.outcome()));
                } else {
                    refused.put(name, ProofRun.stays(plan.set()));
                }
            });
        }
        return result.kept();
    }

    private Answer mended(String name, LockPlan plan, LockProof.Outcome outcome) {
        List<Proof> proofs = new ArrayList<>(outcome.passed());
        // The tests run last.
        proofs.addAll(
                proofs.size() - 1,
                List.of(
                        new Proof(
                                Proof.Claim.GONE, Proof.State.PASSED, "a check of the new byte code does not have it"),
                        new Proof(
                                Proof.Claim.SECOND_RUN_EMPTY,
                                Proof.State.PASSED,
                                "no monitor of the set is left for a second run to convert")));
        return new Answer(
                finding(name),
                name,
                Kind.MENDED,
                Mend.LOCK,
                Optional.empty(),
                "the monitor of " + plan.set().name() + " becomes a ReentrantLock at " + plan.enters()
                        + (plan.enters() == 1 ? " place" : " places")
                        + plan.risks().stream()
                                .map(risk -> "; at your risk, " + Refusals.name(risk.refusal()) + ": " + risk.why())
                                .collect(Collectors.joining()),
                wish.tests().isPresent() ? "review the patch" : "review the patch and run your tests",
                plan.splices().keySet().stream()
                        .map(source -> source.file().name())
                        .sorted()
                        .toList(),
                List.copyOf(proofs));
    }

    private Answer answer(String name, Finding finding) {
        Answer known = mended.get(name);
        if (known != null) {
            return known;
        }
        int newer = check.jdks().getLast();
        Optional<String> jdk = finding.holdsOn(newer) ? Optional.empty() : Optional.of("JDK " + newer + " removes it");
        Refused no = refused.get(name);
        if (no != null) {
            return new Answer(
                    finding,
                    name,
                    Kind.REFUSED,
                    jdk.isPresent() ? Mend.JDK : Mend.LOCK,
                    Optional.of(no.refusal()),
                    no.why(),
                    jdk.orElse("heddle explain " + Refusals.name(no.refusal())),
                    List.of(),
                    List.of());
        }
        return new Answer(
                finding,
                name,
                Kind.ADVISED,
                jdk.isPresent() ? Mend.JDK : Rules.mend(finding.rule()),
                Optional.empty(),
                jdk.orElse(finding.advice().isEmpty() ? "the rule's page says how" : finding.advice()),
                "heddle explain " + finding.rule(),
                List.of(),
                List.of());
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("heddle-fix");
        } catch (IOException e) {
            throw new Failure(
                    "no folder for class files can be made: " + IoReason.of(e),
                    "make room in the folder of temporary files, or name another: -Djava.io.tmpdir=DIR",
                    e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // What is left lies in the folder of temporary files.
            return;
        }
    }
}
