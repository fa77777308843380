package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.lock.Program;
import io.heddle.fix.proof.Changed;
import io.heddle.fix.proof.SourceProof;
import io.heddle.fix.source.ScratchFolder;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.SourceFolders;
import io.heddle.fix.source.UnifiedDiff;
import io.heddle.fix.tests.UserTests;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Fix.Proof;
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
    private final Map<String, Finding> findings;
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private final Map<String, Answer> mended = new LinkedHashMap<>();

    private Fixer(Check check, CheckOptions options, FixOptions wish, Consumer<String> say) {
        this.check = check;
        this.options = options;
        this.wish = wish;
        this.say = say;
        this.findings = Fingerprints.on(check, wish.jdk());
    }

    /// A fix, and the new texts of the files that it changes.
    public record Fixed(Fix fix, Map<SourceFile, String> texts) {

        /// The same with more notes.
        public Fixed with(List<String> notes) {
            return with(fix.answers(), Map.of(), notes, 0);
        }

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
        List<SourcePlan> kept = wish.edits() ? edits(files, folders) : List.of();
        Map<SourceFile, String> texts = Changed.by(kept).texts();
        List<Fix.Change> changes = texts.entrySet().stream()
                .map(entry -> new Fix.Change(
                        entry.getKey().name(),
                        entry.getKey().charset(),
                        risks(entry.getKey(), kept) + UnifiedDiff.of(entry.getKey(), entry.getValue())))
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
                        UnifiedDiff.of(entry.getKey(), entry.getValue())))
                .sorted(Comparator.comparing(Fix.Change::file))
                .toList();
    }

    private static double seconds(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    }

    private List<SourcePlan> edits(List<Path> files, SourceFolders folders) {
        try (Program program = new Program(files, options.targets().size(), wish.world())) {
            EditPlanner planner = new EditPlanner(program, wish, folders, findings);
            planner.plan(this::isAnswered);
            List<SourcePlan> kept = proven(planner);
            refused.putAll(planner.refused());
            return kept;
        }
    }

    /// Stands before the diff of a file: `git apply` skips it.
    private static String risks(SourceFile file, List<SourcePlan> kept) {
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

    private List<SourcePlan> proven(EditPlanner planner) {
        if (planner.plans().isEmpty()) {
            return List.of();
        }
        try (ScratchFolder scratch = ScratchFolder.make()) {
            try {
                String artifact = finding(planner.findingsOf(planner.plans().getFirst())
                                .iterator()
                                .next())
                        .artifact();
                SourceProof.Outcome outcome = new ProofRun(
                                new SourceProof(options, check, wish.jdk(), wish.world(), scratch.path(), artifact),
                                planner,
                                () -> wish.tests().isPresent() ? Optional.of(tests(scratch.path())) : Optional.empty(),
                                say)
                        .run();
                return kept(planner, outcome);
            } catch (IOException e) {
                throw ScratchFolder.failure("the class files of the edit cannot be written to " + scratch.path(), e);
            }
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

    private List<SourcePlan> kept(EditPlanner planner, SourceProof.Outcome outcome) {
        Set<String> gone = planner.mendedBy(outcome.gone());
        for (String name : planner.planned()) {
            List<SourcePlan> plans = planner.plansOf(name);
            if (gone.contains(name)) {
                mended.put(name, mended(name, plans, outcome));
            } else {
                refused.put(name, ProofRun.stays(plans.getFirst()));
            }
        }
        return planner.plans();
    }

    private Answer mended(String name, List<SourcePlan> plans, SourceProof.Outcome outcome) {
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
                                "nothing of the old form is left for a second run to change")));
        return new Answer(
                finding(name),
                name,
                Kind.MENDED,
                plans.getFirst().mend(),
                Optional.empty(),
                plans.stream().map(SourcePlan::words).collect(Collectors.joining("; "))
                        + plans.stream()
                                .flatMap(plan -> plan.risks().stream())
                                .map(risk -> "; at your risk, " + Refusals.name(risk.refusal()) + ": " + risk.why())
                                .collect(Collectors.joining()),
                wish.tests().isPresent() ? "review the patch" : "review the patch and run your tests",
                plans.stream()
                        .flatMap(plan -> plan.splices().keySet().stream())
                        .map(source -> source.file().name())
                        .distinct()
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
                    jdk.isPresent()
                            ? Mend.JDK
                            : Rules.isOfMonitors(finding.rule()) ? Mend.LOCK : Rules.mend(finding.rule()),
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
}
