package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.input.Inputs;
import io.heddle.fix.Fixer.Fixed;
import io.heddle.fix.lock.World;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Real releases whose maintainers converted monitors by hand: what fix does with their sources.
final class Acceptance {

    /// One line of the table.
    ///
    /// @param expected convert, world, refuse or nothing
    /// @param refusal that is expected in an application; empty for any, or next to world for none
    /// @param successor version in which the maintainers converted it
    record Row(String release, String type, String expected, String refusal, List<String> libraries, String successor) {

        static List<Row> all() {
            try (InputStream table = Acceptance.class.getResourceAsStream("acceptance.csv")) {
                return new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split(",", -1))
                        .map(cells -> new Row(
                                cells[0],
                                cells[1],
                                cells[2],
                                cells[3],
                                cells[4].isEmpty() ? List.of() : List.of(cells[4].split(" ")),
                                cells[5]))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String simpleName() {
            return type.substring(type.lastIndexOf('.') + 1);
        }
    }

    /// What came of a row.
    ///
    /// @param library what fix does where others may lock what is public
    /// @param application the same where nobody else may
    /// @param patched what is true of the application's patch; empty where it has none
    record Result(Row row, Outcome library, Outcome application, Optional<PatchedRelease.Facts> patched) {

        boolean isRight() {
            boolean word = switch (row.expected) {
                case "convert" -> library.word.equals("converts") && application.word.equals("converts");
                case "world" ->
                    library.word.contains("public-monitor")
                            && !library.word.contains("converts")
                            && application.word.equals(row.refusal.isEmpty() ? "converts" : "converts " + row.refusal);
                case "nothing" -> library.word.equals("no finding") && application.word.equals("no finding");
                default ->
                    isRefused(library)
                            && isRefused(application)
                            && (row.refusal.isEmpty() || application.word.equals(row.refusal));
            };
            return word && patched.map(PatchedRelease.Facts::isRight).orElse(true);
        }

        private static boolean isRefused(Outcome outcome) {
            return !outcome.word.contains("converts") && !outcome.word.equals("no finding");
        }
    }

    /// @param word `converts`, refusals, or `no finding`
    /// @param why each refusal, with its place
    record Outcome(String word, List<String> why) {}

    private final Path jdk21;
    private final SourceJars sources;
    private final Map<String, Fixed> fixes = new HashMap<>();
    private final Map<String, PatchedRelease> patches = new HashMap<>();

    /// @param scratch a folder for sources
    Acceptance(Path jdk21, Path scratch) {
        this.jdk21 = jdk21;
        this.sources = new SourceJars(scratch);
    }

    Result of(Row row) throws IOException {
        Outcome library = outcome(row, World.LIBRARY);
        Outcome application = outcome(row, World.APPLICATION);
        return new Result(
                row,
                library,
                application,
                application.word.contains("converts") ? Optional.of(patched(row)) : Optional.empty());
    }

    private static boolean isOf(Answer answer, Row row) {
        String type = answer.finding().type();
        return (type.equals(row.type) || type.startsWith(row.type + "$")) && answer.kind() != Kind.ADVISED;
    }

    private Outcome outcome(Row row, World world) throws IOException {
        List<Answer> answers = fixed(row, world).fix().answers().stream()
                .filter(answer -> isOf(answer, row))
                .toList();
        String word = answers.isEmpty()
                ? "no finding"
                : answers.stream()
                        .map(answer -> answer.refusal().map(Refusals::name).orElse("converts"))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" "));
        List<String> why = answers.stream()
                .filter(answer -> answer.refusal().isPresent())
                .map(Answer::why)
                .distinct()
                .toList();
        return new Outcome(word, why);
    }

    private PatchedRelease.Facts patched(Row row) throws IOException {
        PatchedRelease patch = patches.get(row.release);
        if (patch == null) {
            Fixed fixed = fixed(row, World.APPLICATION);
            CheckOptions options = options(row);
            patch = PatchedRelease.of(fixed, options, sources.of(row.release), this::fix);
            patches.put(row.release, patch);
        }
        String base = row.release.substring(0, row.release.lastIndexOf(':') + 1);
        return patch.facts(answer -> isOf(answer, row), sources.of(base + row.successor));
    }

    private Fixed fixed(Row row, World world) throws IOException {
        String key = row.release + world;
        Fixed known = fixes.get(key);
        if (known == null) {
            known = fix(options(row), sources.of(row.release), world);
            fixes.put(key, known);
        }
        return known;
    }

    private CheckOptions options(Row row) {
        return options(Inputs.of(List.of(row.release), row.libraries, false, _ -> {}), jdk21);
    }

    /// Of a check for JDK 21 and 25 that is fixed then.
    static CheckOptions options(Inputs inputs, Path jdk21) {
        return new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                List.of(21, 25),
                Map.of(21, jdk21),
                false,
                Confidence.LIKELY,
                Set.of());
    }

    private Fixed fix(CheckOptions options, Path sources, World world) {
        return Fixer.run(
                Checker.run(options),
                options,
                new FixOptions(21, List.of(sources), List.of(), world, Set.of(), Set.of(), Set.of()),
                _ -> {});
    }

    /// Prints the table, and how many rows are as expected.
    ///
    /// @param args home of a JDK 21, then parts of the names of rows
    public static void main(String[] args) throws IOException {
        Path scratch = Files.createTempDirectory("heddle-truth-fix");
        Acceptance acceptance = new Acceptance(Path.of(args[0]), scratch);
        List<String> parts = List.of(args).subList(1, args.length);
        List<Result> results = new ArrayList<>();
        System.out.println(
                "| release | class | expected | as a library | as an application | monitors | the maintainers' | lines | |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (Row row : Row.all()) {
            if (parts.isEmpty()
                    || parts.stream().anyMatch(part -> row.toString().contains(part))) {
                Result result = acceptance.of(row);
                results.add(result);
                System.out.println(line(result));
            }
        }
        System.out.println("\n" + results.stream().filter(Result::isRight).count() + " of " + results.size()
                + " rows as expected.\n\n| class | refused because |\n|---|---|");
        results.forEach(result -> Stream.of(result.library, result.application)
                .flatMap(outcome -> outcome.why.stream())
                .map(why -> why.replace(scratch + "/", ""))
                .distinct()
                .forEach(why -> System.out.println("| `" + result.row.simpleName() + "` | " + why + " |")));
        counts(acceptance);
    }

    /// All findings under a monitor of each release as an application, not those of the rows alone.
    private static void counts(Acceptance acceptance) {
        System.out.println(
                "\n| release, as an application | findings under a monitor | mended | refused |\n|---|---|---|---|");
        acceptance.fixes.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(World.APPLICATION.name()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> {
                    List<Answer> answers = entry.getValue().fix().answers().stream()
                            .filter(answer -> answer.kind() != Kind.ADVISED)
                            .toList();
                    Map<String, Long> refused = new TreeMap<>(answers.stream()
                            .flatMap(answer -> answer.refusal().stream())
                            .collect(Collectors.groupingBy(Refusals::name, Collectors.counting())));
                    System.out.println("| " + entry.getKey().replace(World.APPLICATION.name(), "") + " | "
                            + answers.size() + " | "
                            + answers.stream()
                                    .filter(answer -> answer.kind() == Kind.MENDED)
                                    .count()
                            + " | " + refused.toString().replaceAll("[{}]", "").replace('=', ' ') + " |");
                });
    }

    private static String line(Result result) {
        Row row = result.row;
        return Stream.of(
                        row.release.substring(row.release.indexOf(':') + 1).replace(':', ' '),
                        "`" + row.simpleName() + "`",
                        row.expected + (row.refusal.isEmpty() ? "" : ": " + row.refusal),
                        result.library.word,
                        result.application.word,
                        result.patched
                                .map(facts -> String.valueOf(facts.monitors()))
                                .orElse("–"),
                        result.patched
                                .map(facts -> facts.covered() + " of " + facts.maintainers())
                                .orElse("–"),
                        result.patched
                                .map(facts -> "+" + facts.added() + " −" + facts.removed())
                                .orElse("–"),
                        (result.isRight() ? "right" : "**otherwise**")
                                + result.patched
                                        .flatMap(PatchedRelease.Facts::wrong)
                                        .map(wrong -> ": " + wrong)
                                        .orElse(""))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
