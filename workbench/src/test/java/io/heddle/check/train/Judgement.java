package io.heddle.check.train;

import io.heddle.check.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a reader said of a finding: a row of `check-judged.csv`.
///
/// @param release of the library, as `artifact:version`
/// @param type simple name of the class
/// @param line of the place that holds; 0 where it was not recorded
/// @param classPaths that the finding was drawn from, as coordinates
record Judgement(
        String id,
        String release,
        String rule,
        String type,
        String method,
        int line,
        boolean right,
        List<String> classPaths) {

    /// Draws whose readers asked less than later ones did.
    private static final Set<String> LENIENT = Set.of("1", "2", "4", "5");

    /// @param results folder of the tables
    static List<Judgement> all(Path results) throws IOException {
        Map<String, List<String>> draws = Csv.read(results.resolve("check-draws.csv")).stream()
                .collect(Collectors.toMap(List::getFirst, row -> classPaths(row.getLast())));
        return Csv.read(results.resolve("check-judged.csv")).stream()
                .filter(row -> !LENIENT.contains(draw(row.getFirst())))
                .map(row -> new Judgement(
                        row.get(0),
                        row.get(1),
                        row.get(2),
                        row.get(3),
                        row.get(4),
                        row.get(5).isEmpty() ? 0 : Integer.parseInt(row.get(5)),
                        row.get(7).equals("right"),
                        Objects.requireNonNull(draws.get(draw(row.getFirst())))))
                .toList();
    }

    /// The draws, in the order in which they were read.
    ///
    /// @param results folder of the tables
    static List<String> draws(Path results) throws IOException {
        return Csv.read(results.resolve("check-draws.csv")).stream()
                .map(List::getFirst)
                .toList();
    }

    /// The last one on each place: later readers asked more.
    static List<Judgement> lastOnEachPlace(List<Judgement> all) {
        Function<Judgement, List<String>> place = one -> List.of(one.release, one.rule, one.type, one.method);
        return List.copyOf(all.stream()
                .collect(Collectors.toMap(place, Function.identity(), (_, later) -> later))
                .values());
    }

    private static String draw(String id) {
        return id.substring(0, id.indexOf(':'));
    }

    private static List<String> classPaths(String cell) {
        return cell.equals("popular.txt") ? popular() : List.of(cell.split(" "));
    }

    private static List<String> popular() {
        try (InputStream file = Objects.requireNonNull(Judgement.class.getResourceAsStream("../popular.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String draw() {
        return draw(id);
    }

    /// Whether it was drawn from what a check shows of its release first, and not from all libraries that it has.
    boolean isOfFirst() {
        return draw().startsWith("first");
    }

    /// Whether it was drawn from what a check of a whole service shows first.
    boolean isOfService() {
        return draw().startsWith("service");
    }

    /// The library, whatever its version: a jar of no known coordinates has it in its name.
    String library() {
        return release.replaceAll(":.*|-\\d.*", "");
    }
}
