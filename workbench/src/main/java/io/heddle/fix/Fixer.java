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
import java.util.function.Consumer;
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
        List<LockPlan> kept = List.of();
        if (wish.locks()) {
            try (Program program = new Program(files, options.targets().size())) {
                plan(program, folders);
                kept = proven();
            }
        }
        Map<SourceFile, String> texts = Changed.by(kept).texts();
        List<Fix.Change> changes = changes(texts);
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

    private boolean isAnswered(String name, Finding finding) {
        return (wish.rules().isEmpty() || wish.rules().contains(finding.rule()))
                && (wish.findings().isEmpty() || wish.findings().contains(name));
    }

    private void plan(Program program, SourceFolders folders) {
        MonitorSets all = new MonitorSets(program);
        Conditions conditions = new Conditions(program, wish.world());
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
                        plans.put(set, edit.plan());
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
            LockProof proof = new LockProof(options, check, wish.jdk(), scratch, artifact);
            return proven(proof);
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

    private List<LockPlan> proven(LockProof proof) throws IOException {
        say.accept("proving " + plans.size() + (plans.size() == 1 ? " edit" : " edits"));
        LockProof.Outcome together = proof.prove(List.copyOf(plans.values()));
        if (together.failed().isPresent() && plans.size() > 1) {
            for (Map.Entry<MonitorSet, LockPlan> one : List.copyOf(plans.entrySet())) {
                say.accept("proving the edit of " + one.getKey().name() + " by itself");
                LockProof.Outcome alone = proof.prove(List.of(one.getValue()));
                alone.failed().ifPresent(why -> drop(one.getKey(), why));
            }
            if (plans.isEmpty()) {
                return List.of();
            }
            together = proof.prove(List.copyOf(plans.values()));
        }
        if (together.failed().isPresent()) {
            Refused why = together.failed().orElseThrow();
            List.copyOf(plans.keySet()).forEach(set -> drop(set, why));
            return List.of();
        }
        return kept(together);
    }

    /// What is proven and mends something. A set whose findings all stay is given up.
    private List<LockPlan> kept(LockProof.Outcome outcome) {
        List<LockPlan> kept = new ArrayList<>();
        List.copyOf(plans.entrySet()).forEach(entry -> {
            List<String> own = sets.entrySet().stream()
                    .filter(one -> one.getValue().equals(entry.getKey()))
                    .map(Map.Entry::getKey)
                    .toList();
            Refused stays = new Refused(
                    Refusal.NESTED_MONITOR,
                    "the finding stays when " + entry.getKey().name()
                            + " becomes a lock: another monitor is held there");
            if (own.stream().noneMatch(outcome.gone()::contains)) {
                drop(entry.getKey(), stays);
                return;
            }
            kept.add(entry.getValue());
            own.forEach(name -> {
                if (outcome.gone().contains(name)) {
                    mended.put(name, mended(name, entry.getValue(), outcome));
                } else {
                    refused.put(name, stays);
                }
            });
        });
        return kept;
    }

    private Answer mended(String name, LockPlan plan, LockProof.Outcome outcome) {
        List<Proof> proofs = new ArrayList<>(outcome.passed());
        proofs.add(new Proof(Proof.Claim.GONE, Proof.State.PASSED, "a check of the new byte code does not have it"));
        proofs.add(new Proof(
                Proof.Claim.SECOND_RUN_EMPTY,
                Proof.State.PASSED,
                "no monitor of the set is left for a second run to convert"));
        proofs.add(new Proof(Proof.Claim.TESTS, Proof.State.NOT_RUN, "run your tests on the patched source"));
        return new Answer(
                finding(name),
                name,
                Kind.MENDED,
                Mend.LOCK,
                Optional.empty(),
                "the monitor of " + plan.set().name() + " becomes a ReentrantLock at " + plan.enters()
                        + (plan.enters() == 1 ? " place" : " places"),
                "review the patch and run your tests",
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
