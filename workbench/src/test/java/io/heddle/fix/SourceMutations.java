package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.fix.lock.World;
import io.heddle.fix.source.Replacement;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.UnifiedDiff;
import io.heddle.fuzz.SourceMutants;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Damages source files, fixes them against the class files of the undamaged ones, and writes what is offered, while
/// some files change or are read-only. Nothing may crash, and no file may be half written.
public final class SourceMutations {

    private static final Pattern OF_MONITOR = Pattern.compile("synchronized|\\bwait\\b|notify|\\bObject\\b");

    private SourceMutations() {}

    /// What came of the mutants.
    ///
    /// @param written whose edit was offered and written
    /// @param kept whose edit was offered and not written, because the file changed or was read-only
    /// @param refused the others, by their refusals
    /// @param slowest in milliseconds
    record Outcome(int mutants, int written, int kept, Map<String, Integer> refused, long slowest) {}

    /// A source, compiled and checked.
    private record Original(String text, CheckOptions options, Check check) {

        static Original of(String text, Path scratch) throws IOException {
            Path classes = Compiled.all(Files.createTempDirectory(scratch, "classes"), Map.of("A", text), List.of());
            CheckOptions options = new CheckOptions(
                    List.of(classes),
                    List.of(),
                    Map.of(),
                    List.of(21, 25),
                    Map.of(),
                    false,
                    Confidence.LIKELY,
                    Set.of());
            return new Original(text, options, Checker.run(options));
        }
    }

    /// @throws AssertionError when one crashes or is written otherwise than offered, with the seed that makes it again
    static Outcome run(Path scratch, int mutants, long seed) throws IOException {
        List<Original> originals = new ArrayList<>();
        for (String text : SourceMutants.originals()) {
            originals.add(Original.of(text, scratch));
        }
        int written = 0;
        int kept = 0;
        Map<String, Integer> refused = new TreeMap<>();
        long slowest = 0;
        for (int i = 0; i < mutants; i++) {
            Random random = new Random(seed + i);
            Original original = originals.get(random.nextInt(originals.size()));
            long start = System.nanoTime();
            try {
                Mutant mutant = Mutant.of(original, scratch, random);
                written += mutant.written ? 1 : 0;
                kept += mutant.offered && !mutant.written ? 1 : 0;
                mutant.refusals.forEach(refusal -> refused.merge(Refusals.name(refusal), 1, Integer::sum));
            } catch (RuntimeException | Error crash) {
                throw new AssertionError("seed " + (seed + i), crash);
            }
            slowest = Math.max(
                    slowest, Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
        return new Outcome(mutants, written, kept, refused, slowest);
    }

    private record Mutant(boolean offered, boolean written, List<Refusal> refusals) {

        static Mutant of(Original original, Path scratch, Random random) throws IOException {
            Path root = Files.createTempDirectory(scratch, "src");
            byte[] bytes = SourceMutants.of(original.text, random);
            Path file = Files.write(root.resolve("A.java"), bytes);
            Fixer.Fixed fixed = Fixer.run(
                    original.check,
                    original.options,
                    new FixOptions(21, List.of(root), List.of(), World.APPLICATION, Set.of(), Set.of(), Set.of()),
                    _ -> {});
            same(bytes, Files.readAllBytes(file), "planning wrote");
            boolean written = !fixed.texts().isEmpty() && written(fixed.texts(), file, random);
            if (fixed.texts().isEmpty()) {
                same(bytes, Files.readAllBytes(file), "a refusal wrote");
            }
            try (Stream<Path> left = Files.list(root)) {
                List<Path> all = left.toList();
                if (all.size() != 1) {
                    throw new AssertionError("files are left: " + all);
                }
            }
            Files.delete(file);
            Files.delete(root);
            List<Refusal> refusals = fixed.fix().answers().stream()
                    .map(Fix.Answer::refusal)
                    .flatMap(refusal -> refusal.stream())
                    .distinct()
                    .toList();
            return new Mutant(!fixed.texts().isEmpty(), written, refusals);
        }

        private static boolean written(Map<SourceFile, String> texts, Path file, Random random) throws IOException {
            SourceFile source = texts.keySet().iterator().next();
            String text = texts.values().iterator().next();
            List<String> lines = List.of(UnifiedDiff.of("A.java", withoutMark(source.text()), withoutMark(text))
                    .split("\n"));
            lines.stream()
                    .skip(2)
                    .filter(line ->
                            line.startsWith("-") && !OF_MONITOR.matcher(line).find())
                    .filter(line -> !isKept(line.substring(1).stripTrailing(), lines))
                    .findFirst()
                    .ifPresent(line -> {
                        throw new AssertionError("another line goes away: " + line + "\n" + String.join("\n", lines));
                    });
            byte[] disturbed = source.bytes();
            if (random.nextInt(4) == 0) {
                disturbed = Arrays.copyOf(disturbed, disturbed.length + 1);
                Files.write(file, disturbed);
            }
            try {
                Replacement.of(texts, List.of(file.getParent()));
                same(text.getBytes(source.charset()), Files.readAllBytes(file), "it is written otherwise than offered");
                return true;
            } catch (Failure refused) {
                same(disturbed, Files.readAllBytes(file), "half written");
                return false;
            }
        }

        /// Whether a line goes on, or is cut in two by what comes between.
        private static boolean isKept(String line, List<String> lines) {
            List<String> added = lines.stream()
                    .filter(other -> other.startsWith("+"))
                    .map(other -> other.substring(1))
                    .toList();
            return added.stream()
                    .anyMatch(other -> other.startsWith(line)
                            || !other.isBlank()
                                    && line.startsWith(other.stripTrailing())
                                    && added.stream()
                                            .anyMatch(rest -> rest.stripTrailing()
                                                    .endsWith(line.substring(other.stripTrailing()
                                                                    .length())
                                                            .strip())));
        }

        /// A byte order mark is part of the first line, before which an import may come.
        private static String withoutMark(String text) {
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        }

        private static void same(byte[] expected, byte[] found, String what) {
            if (!Arrays.equals(expected, found)) {
                throw new AssertionError(what);
            }
        }
    }

    /// Arguments: how many mutants, and a seed.
    public static void main(String[] arguments) throws IOException {
        Path scratch = Files.createTempDirectory("source-mutants");
        Outcome outcome = run(scratch, Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
        int refused = outcome.refused.values().stream().mapToInt(n -> n).sum();
        System.out.println("| mutants | seeds | crashes, half written files | written | changed meanwhile, not written "
                + "| refused | slowest, ms |");
        System.out.println("|---|---|---|---|---|---|---|");
        System.out.println("| " + outcome.mutants + " | " + arguments[1] + "–"
                + (Long.parseLong(arguments[1]) + outcome.mutants - 1) + " | 0 | " + outcome.written + " | "
                + outcome.kept + " | " + refused + ": "
                + outcome.refused.toString().replaceAll("[{}]", "") + " | "
                + outcome.slowest + " |");
    }
}
