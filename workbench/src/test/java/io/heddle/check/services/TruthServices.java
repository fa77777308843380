package io.heddle.check.services;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.race.requests.RequestsFile;
import io.heddle.report.check.CheckReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs a service under load and compares how often requests enter the holders of its findings with what a
/// check tells of them.
public final class TruthServices {

    private static final int FAILED = 2;

    private TruthServices() {}

    /// `measure CSV NAME JAR REQUESTS CHECK JAVA_HOME AGENT WORK [SERVICE ARGUMENTS]…` puts the rows of a
    /// service into a table. `retell CSV NAME JAR CHECK` puts what another check tells beside what was measured.
    /// `shares CSV [NAME]…` and `table CSV [NAME]…` print what the table says.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        Path csv = Path.of(words.get(1));
        try {
            switch (words.getFirst()) {
                case "shares" -> figures(csv, words).shares().forEach(System.out::println);
                case "table" -> figures(csv, words).table().forEach(System.out::println);
                case "retell" -> retell(csv, words.get(2), Path.of(words.get(3)), findings(Path.of(words.get(4))));
                case "measure" -> measure(csv, words.subList(2, words.size()));
                default -> throw new IllegalArgumentException("no such word: " + words.getFirst());
            }
        } catch (Failure e) {
            System.err.println(e.getMessage());
            System.err.println(e.next());
            System.exit(FAILED);
        }
    }

    private static void measure(Path csv, List<String> words) throws IOException, InterruptedException {
        String name = words.getFirst();
        List<Finding> findings = findings(Path.of(words.get(3)));
        if (findings.isEmpty()) {
            throw new Failure(
                    "a check tells no finding of " + name + " that names a method", "there is nothing to count");
        }
        Map<Finding, Holder> innermost = innermost(Path.of(words.get(1)), findings);
        List<Holder> holders = Stream.concat(findings.stream().map(Holder::of), innermost.values().stream())
                .distinct()
                .toList();
        Target target = new Target(
                Path.of(words.get(1)),
                RequestsFile.read(Path.of(words.get(2)), List.of()),
                Path.of(words.get(4)),
                Path.of(words.get(6)),
                words.subList(7, words.size()));
        Map<Holder, Entered> entered = target.entered(holders);
        Map<Holder, Pinned> pinned = target.pinned(holders, Path.of(words.get(5)));
        List<Row> rows = findings.stream()
                .map(finding -> Row.of(
                        name,
                        finding,
                        known(innermost, finding),
                        entered.getOrDefault(Holder.of(finding), Entered.NEVER).share(),
                        entered.getOrDefault(known(innermost, finding), Entered.NEVER),
                        pinned.getOrDefault(Holder.of(finding), Pinned.NONE)))
                .toList();
        replace(csv, name, rows);
        System.out.println(name + ": " + holders.size() + " holders, "
                + entered.values().stream().filter(Entered::isByRequests).count() + " met by requests, "
                + pinned.size() + " on the stack of a pinned thread");
    }

    /// Those that name a method.
    private static List<Finding> findings(Path check) throws IOException {
        return CheckReader.read(Files.readString(check)).findings().stream()
                .filter(finding -> !finding.descriptor().isEmpty())
                .toList();
    }

    private static Map<Finding, Holder> innermost(Path jar, List<Finding> findings) {
        try (Innermost classes = new Innermost(jar)) {
            return findings.stream().distinct().collect(Collectors.toMap(finding -> finding, classes::of));
        }
    }

    private static <K, V> V known(Map<K, V> of, K key) {
        return Objects.requireNonNull(of.get(key));
    }

    private static void retell(Path csv, String name, Path jar, List<Finding> findings) throws IOException {
        List<Row> before =
                rows(csv).stream().filter(row -> row.service().equals(name)).toList();
        Map<Holder, Row> named = before.stream().collect(Collectors.toMap(Row::named, row -> row, (one, same) -> one));
        Map<Holder, Row> measured =
                before.stream().collect(Collectors.toMap(Row::innermost, row -> row, (one, same) -> one));
        Map<Finding, Holder> innermost = innermost(jar, findings);
        List<Row> rows = findings.stream()
                .filter(finding ->
                        named.containsKey(Holder.of(finding)) && measured.containsKey(known(innermost, finding)))
                .map(finding -> {
                    Row holder = known(named, Holder.of(finding));
                    Holder last = known(innermost, finding);
                    return Row.of(
                            name,
                            finding,
                            last,
                            holder.namedShare(),
                            known(measured, last).entered(),
                            holder.pinned());
                })
                .toList();
        replace(csv, name, rows);
        System.out.println(name + ": " + rows.size() + " of " + findings.size() + " findings are of holders that were"
                + " measured");
    }

    private static Figures figures(Path csv, List<String> words) throws IOException {
        List<String> names = words.subList(2, words.size());
        return new Figures(rows(csv).stream()
                .filter(row -> names.isEmpty() || names.contains(row.service()))
                .toList());
    }

    static List<Row> rows(Path csv) throws IOException {
        return Files.exists(csv)
                ? Files.readAllLines(csv).stream().skip(1).map(Row::parse).toList()
                : List.of();
    }

    /// Puts the rows of a service in place of those that the table has of it.
    private static void replace(Path csv, String name, List<Row> rows) throws IOException {
        Stream<Row> others = rows(csv).stream().filter(row -> !row.service().equals(name));
        List<String> lines = new ArrayList<>();
        lines.add(Row.HEADER);
        Stream.concat(others, rows.stream()).map(Row::text).sorted().forEach(lines::add);
        Files.write(csv, lines);
    }
}
