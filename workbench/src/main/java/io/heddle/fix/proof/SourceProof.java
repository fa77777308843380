package io.heddle.fix.proof;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.fix.edit.LockPlan;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.lock.MonitorSets;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.World;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.SourceFile;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Fix.Proof;
import io.heddle.model.Fix.Proof.Claim;
import io.heddle.model.Fix.Proof.State;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Proves some plans together: what they change parses, compiles, releases every lock, and loses its findings without
/// a new one.
public final class SourceProof {

    private final CheckOptions options;
    private final Check before;
    private final int jdk;
    private final World world;
    private final Path scratch;
    private final String artifact;
    private int runs;

    /// @param options of the check that found the findings
    /// @param before what it found
    /// @param jdk that findings must be gone on
    /// @param world who else may call the target
    /// @param scratch a folder for class files
    /// @param artifact name of the target in the findings
    public SourceProof(CheckOptions options, Check before, int jdk, World world, Path scratch, String artifact) {
        this.options = options;
        this.before = before;
        this.jdk = jdk;
        this.world = world;
        this.scratch = scratch;
        this.artifact = artifact;
    }

    /// What came of it.
    ///
    /// @param failed the first proof that failed, and what it refuses; empty where all passed
    /// @param blamed the plans that the failure is about, as far as it tells; empty where all passed
    /// @param passed what passed
    /// @param gone fingerprints that are not found any more
    public record Outcome(Optional<Refused> failed, Set<SourcePlan> blamed, List<Proof> passed, Set<String> gone) {

        /// All passed.
        public static Outcome passes(List<Proof> passed, Set<String> gone) {
            return new Outcome(Optional.empty(), Set.of(), List.copyOf(passed), Set.copyOf(gone));
        }

        private static Outcome fails(List<Proof> passed, Set<SourcePlan> blamed, Refused why) {
            return new Outcome(Optional.of(why), Set.copyOf(blamed), List.copyOf(passed), Set.of());
        }

        private static Outcome fails(List<Proof> passed, Refusal refusal, String why) {
            return fails(passed, Set.of(), new Refused(refusal, why));
        }
    }

    /// @throws IOException when the scratch folder cannot be written
    public Outcome prove(List<SourcePlan> plans) throws IOException {
        List<Proof> passed = new ArrayList<>();
        Changed changed;
        try {
            changed = Changed.by(plans);
        } catch (IllegalArgumentException overlap) {
            return Outcome.fails(passed, Refusal.NOT_PROVEN, String.valueOf(overlap.getMessage()));
        }
        for (Map.Entry<SourceFile, String> entry : changed.texts().entrySet()) {
            SourceFile file = entry.getKey();
            if (ParsedSource.parse(
                            new SourceFile(file.path(), file.name(), file.bytes(), file.charset(), entry.getValue()))
                    .isEmpty()) {
                return Outcome.fails(passed, Refusal.DOES_NOT_COMPILE, "the edited " + file.name() + " does not parse");
            }
        }
        passed.add(new Proof(Claim.PARSES, State.PASSED, "javac's parser reads every edited file"));
        Path run = scratch.resolve("run" + runs++);
        Path classes = run.resolve("classes");
        Optional<String> error = compile(plans, changed, run, classes);
        if (error.isPresent()) {
            return Outcome.fails(passed, Refusal.DOES_NOT_COMPILE, error.orElseThrow());
        }
        passed.add(new Proof(
                Claim.COMPILES, State.PASSED, "javac compiles the edited files against the target's class path"));
        List<Path> files = Stream.of(Stream.of(classes), options.targets().stream(), options.libraries().stream())
                .flatMap(part -> part)
                .toList();
        try (Program program = new Program(files, 1 + options.targets().size(), world)) {
            Map<SourcePlan, Refused> refused = translation(plans, program, classes);
            if (!refused.isEmpty()) {
                return Outcome.fails(
                        passed, refused.keySet(), refused.values().iterator().next());
            }
        }
        passed.add(new Proof(
                Claim.RELEASED_ON_EVERY_PATH,
                State.PASSED,
                "in the new byte code each lock is released once on every path, and nothing of the old form is left"));
        return check(plans, passed, classes);
    }

    private Optional<String> compile(List<SourcePlan> plans, Changed changed, Path run, Path classes)
            throws IOException {
        Path unpacked = Files.createDirectories(run.resolve("unpacked"));
        List<Path> files = Stream.concat(options.targets().stream(), options.libraries().stream())
                .toList();
        Compilation compilation = new Compilation(CompilePath.of(files, unpacked), release(plans));
        Map<Path, String> texts = new LinkedHashMap<>();
        changed.texts().forEach((file, text) -> texts.put(file.path(), text));
        Optional<String> error = compilation.run(texts, classes);
        if (error.isEmpty()) {
            return error;
        }
        Map<Path, String> originals = new LinkedHashMap<>();
        changed.texts().keySet().forEach(file -> originals.put(file.path(), file.text()));
        Optional<String> own = compilation.run(originals, run.resolve("originals"));
        return Optional.of(own.map(why ->
                        "the source does not compile as it is against this class path, where no processor of annotations"
                                + " runs: name what is missing with --with: "
                                + why)
                .orElseGet(() -> "the edited source does not compile: " + error.orElseThrow()));
    }

    private static int release(List<SourcePlan> plans) {
        return plans.stream()
                .map(plan -> plan.owner().file())
                .filter(file -> file != null)
                .mapToInt(file -> (file.bytes()[6] & 0xFF) << 8 | file.bytes()[7] & 0xFF)
                .map(version -> version - 44)
                .max()
                .orElse(Runtime.version().feature());
    }

    /// The plans whose new byte code is wrong, in their order.
    private static Map<SourcePlan, Refused> translation(List<SourcePlan> plans, Program program, Path classes) {
        Set<Type> compiled = compiled(program, classes);
        Map<SourcePlan, Refused> refused = new LinkedHashMap<>();
        Map<SourcePlan, Set<Field>> locks = new LinkedHashMap<>();
        for (SourcePlan plan : plans) {
            lost(plan, program, compiled).ifPresentOrElse(no -> refused.put(plan, no), () -> {
                Type owner = program.type(plan.owner().binaryName());
                locks.put(plan, locks(plan).stream().map(owner::field).collect(Collectors.toSet()));
            });
        }
        Set<Field> all = locks.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        for (Type type : compiled) {
            for (Method method : List.copyOf(type.methods())) {
                // Each lock is balanced by itself: what is wrong of all is wrong of the locks of some plan.
                if (LockBalance.violations(program.reader(), method, all).isEmpty()) {
                    continue;
                }
                locks.forEach((plan, own) -> LockBalance.violations(program.reader(), method, own).stream()
                        .findFirst()
                        .ifPresent(wrong -> refused.putIfAbsent(plan, new Refused(Refusal.NOT_PROVEN, wrong))));
            }
        }
        return refused;
    }

    /// What a plan should have brought or taken away; empty where it did.
    private static Optional<Refused> lost(SourcePlan plan, Program program, Set<Type> compiled) {
        Type owner = program.type(plan.owner().binaryName());
        Optional<String> missing =
                locks(plan).stream().filter(name -> owner.field(name) == null).findFirst();
        if (missing.isPresent()) {
            return Optional.of(new Refused(Refusal.NOT_PROVEN, "the new class has no field " + missing.orElseThrow()));
        }
        return switch (plan) {
            case LockPlan lock -> converted(lock, program, compiled);
            case Rewrite rewrite ->
                rewrite.rest()
                        .in(program)
                        .map(left -> new Refused(Refusal.NOT_PROVEN, left + " still has the old form"));
        };
    }

    private static List<String> locks(SourcePlan plan) {
        return switch (plan) {
            case LockPlan lock -> List.of(lock.lockField());
            case Rewrite rewrite -> rewrite.locks();
        };
    }

    private static Optional<Refused> converted(LockPlan plan, Program program, Set<Type> compiled) {
        Optional<String> left = MonitorSets.left(program, plan.set());
        if (left.isPresent()) {
            return Optional.of(new Refused(Refusal.NOT_PROVEN, left.orElseThrow() + " still enters the monitor"));
        }
        Field lock = program.type(plan.owner().binaryName()).field(plan.lockField());
        long taken = compiled.stream()
                .flatMap(type -> List.copyOf(type.methods()).stream())
                .flatMap(method -> program.reader().interpret(method).calls().stream())
                .filter(call -> takes(program, call, lock))
                .map(call -> call.caller().owner() + ":" + call.line())
                .distinct()
                .count();
        return taken == plan.enters()
                ? Optional.empty()
                : Optional.of(new Refused(
                        Refusal.NOT_PROVEN,
                        plan.enters() + " statements took the monitor, and " + taken + " take the lock"));
    }

    private static boolean takes(Program program, CallSite call, @Nullable Field lock) {
        return call.name().equals("java.util.concurrent.locks.ReentrantLock.lock")
                && program.reader().field(call.receiver()) == lock;
    }

    private static Set<Type> compiled(Program program, Path classes) {
        return program.types().stream()
                .filter(type -> type.artifact().file().equals(classes))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Outcome check(List<SourcePlan> plans, List<Proof> passed, Path classes) {
        List<Path> targets =
                Stream.concat(Stream.of(classes), options.targets().stream()).toList();
        Map<Path, String> names = new HashMap<>(options.artifacts());
        names.put(classes, artifact);
        Check after =
                Checker.run(options.with(targets, options.libraries(), names).on(jdk));
        Map<String, Finding> old = Fingerprints.on(before, jdk);
        Map<String, Finding> now = new TreeMap<>(Fingerprints.on(after, jdk));
        List<Finding> fresh = now.entrySet().stream()
                .filter(entry -> !old.containsKey(entry.getKey()))
                // It is told of a release, at whichever of its findings comes first.
                .filter(entry -> !entry.getValue().rule().equals("known-fix"))
                .map(Map.Entry::getValue)
                .toList();
        if (!fresh.isEmpty()) {
            Finding finding = fresh.getFirst();
            boolean nested = finding.rule().equals("lock-under-monitor");
            return Outcome.fails(
                    passed,
                    plans.stream()
                            .filter(plan -> fresh.stream().anyMatch(one -> isOn(plan, one)))
                            .collect(Collectors.toSet()),
                    new Refused(
                            nested ? Refusal.NESTED_MONITOR : Refusal.NOT_PROVEN,
                            "the edit would bring a new finding: " + finding.rule() + " at " + finding.type() + "."
                                    + finding.method()));
        }
        passed.add(new Proof(
                Claim.NONE_NEW, State.PASSED, "a check of the new byte code has no finding that was not there"));
        Set<String> gone = new HashSet<>(old.keySet());
        gone.removeAll(now.keySet());
        return Outcome.passes(passed, gone);
    }

    /// Whether a finding, or the path to what blocks, lies in code that a plan changes.
    private static boolean isOn(SourcePlan plan, Finding finding) {
        Set<String> classes = switch (plan) {
            case LockPlan lock ->
                lock.set().sites().stream()
                        .map(site -> site.method().owner().binaryName())
                        .collect(Collectors.toSet());
            case Rewrite rewrite -> Set.of(rewrite.owner().binaryName());
        };
        return classes.contains(finding.type())
                || finding.path().stream().anyMatch(step -> classes.contains(step.type()));
    }
}
