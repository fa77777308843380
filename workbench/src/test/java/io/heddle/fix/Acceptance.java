package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.input.Inputs;
import io.heddle.fix.lock.World;
import io.heddle.maven.MavenJars;
import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Real releases whose maintainers converted monitors by hand: what fix does with their sources.
final class Acceptance {

    /// One line of the table.
    ///
    /// @param expected convert, world or refuse
    /// @param refusal that is expected; empty for any
    record Row(String release, String type, String expected, String refusal, List<String> libraries) {

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
                                cells[4].isEmpty() ? List.of() : List.of(cells[4].split(" "))))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// What came of a row.
    ///
    /// @param library what fix does where others may lock what is public: `converts`, a refusal, or `no finding`
    /// @param application the same where nobody else may
    record Result(Row row, String library, String application) {

        boolean isRight() {
            return switch (row.expected) {
                case "convert" -> library.equals("converts") && application.equals("converts");
                case "world" -> library.equals("public-monitor") && application.equals("converts");
                default ->
                    isRefused(library)
                            && isRefused(application)
                            && (row.refusal.isEmpty() || library.contains(row.refusal));
            };
        }

        private static boolean isRefused(String outcome) {
            return !outcome.contains("converts") && !outcome.equals("no finding");
        }
    }

    private final Path jdk21;
    private final Path scratch;
    private final Map<String, Fix> fixes = new HashMap<>();

    /// @param scratch a folder for sources
    Acceptance(Path jdk21, Path scratch) {
        this.jdk21 = jdk21;
        this.scratch = scratch;
    }

    Result of(Row row) throws IOException {
        return new Result(row, outcome(row, World.LIBRARY), outcome(row, World.APPLICATION));
    }

    private String outcome(Row row, World world) throws IOException {
        String key = row.release + world;
        if (!fixes.containsKey(key)) {
            fixes.put(key, fix(row, world));
        }
        List<Answer> answers = Objects.requireNonNull(fixes.get(key)).answers().stream()
                .filter(answer -> answer.finding().type().equals(row.type)
                        || answer.finding().type().startsWith(row.type + "$"))
                .filter(answer -> answer.kind() != Kind.ADVISED)
                .toList();
        return answers.isEmpty()
                ? "no finding"
                : answers.stream()
                        .map(answer -> answer.refusal().map(Refusals::name).orElse("converts"))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" "));
    }

    private Fix fix(Row row, World world) throws IOException {
        Inputs inputs = Inputs.of(List.of(row.release), row.libraries, false, _ -> {});
        CheckOptions options = new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                List.of(21, 25),
                Map.of(21, jdk21),
                false,
                Confidence.LIKELY,
                Set.of());
        Check check = Checker.run(options);
        return Fixer.run(
                        check,
                        options,
                        new FixOptions(21, List.of(sources(row.release)), List.of(), world, Set.of(), Set.of(), true),
                        _ -> {})
                .fix();
    }

    private Path sources(String release) throws IOException {
        Path folder = scratch.resolve(release.replace(':', '_'));
        if (Files.exists(folder)) {
            return folder;
        }
        String[] parts = release.split(":");
        try (MavenJars maven = MavenJars.open();
                ZipFile zip = new ZipFile(maven.jar(parts[0] + ":" + parts[1] + ":jar:sources:" + parts[2])
                        .toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path to = folder.resolve(entry.getName()).normalize();
                if (entry.getName().endsWith(".java") && to.startsWith(folder)) {
                    Files.createDirectories(to.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, to);
                    }
                }
            }
        }
        return folder;
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
                "| release | class | expected | as a library | as an application | |\n|---|---|---|---|---|---|");
        for (Row row : Row.all()) {
            if (parts.isEmpty()
                    || parts.stream().anyMatch(part -> row.toString().contains(part))) {
                Result result = acceptance.of(row);
                results.add(result);
                System.out.println(
                        "| " + row.release + " | `" + row.type.substring(row.type.lastIndexOf('.') + 1) + "` | "
                                + row.expected + (row.refusal.isEmpty() ? "" : ": " + row.refusal) + " | "
                                + result.library + " | "
                                + result.application + " | " + (result.isRight() ? "right" : "**otherwise**") + " |");
            }
        }
        System.out.println("\n" + results.stream().filter(Result::isRight).count() + " of " + results.size()
                + " rows as expected");
    }
}
