package io.heddle.check.rule;

import io.heddle.check.read.CheckContext;
import io.heddle.check.read.Setting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which settings of Spring Boot have no effect with virtual threads, in which releases: `dead-settings.txt`.
final class DeadSettings {

    private static final String NONE = "-";
    private static final String ABSENT = "!";
    private static final List<Row> ROWS =
            Table.read("dead-settings.txt").map(Row::parse).toList();

    private DeadSettings() {}

    /// A line of the table.
    ///
    /// @param before first release in which the setting has an effect again; empty for none
    /// @param with artifacts that must be on the class path; those that must not begin with `!`
    record Row(String key, String since, Optional<String> before, List<String> with, String words) {

        static Row parse(String line) {
            String[] cells = line.substring(0, line.indexOf(" | ")).split(" ", 5);
            return new Row(
                    cells[0],
                    cells[1],
                    Optional.of(cells[2]).filter(cell -> !cell.equals(NONE)),
                    cells[3].equals(NONE) ? List.of() : List.of(cells[3].split(",", -1)),
                    cells[4]);
        }

        boolean isOf(Setting setting) {
            return setting.is(key) || setting.isBelow(key);
        }

        /// Whether it holds whatever the release and the server are.
        boolean isAlways() {
            return before.isEmpty() && with.isEmpty();
        }

        private boolean holds(String boot, CheckContext known) {
            return Versions.isWithin(boot, since, before)
                    && with.stream()
                            .allMatch(artifact -> artifact.startsWith(ABSENT)
                                    ? known.version(artifact.substring(ABSENT.length()))
                                            .isEmpty()
                                    : known.version(artifact).isPresent());
        }
    }

    /// What a setting does not do in a release of Spring Boot; empty where it works.
    static Optional<Row> of(Setting setting, String boot, CheckContext known) {
        List<Row> rows = ROWS.stream()
                .filter(row -> row.isOf(setting))
                .sorted(Comparator.comparing((Row row) -> row.key().length()).reversed())
                .toList();
        return rows.stream()
                .takeWhile(row -> row.key().equals(rows.getFirst().key()))
                .filter(row -> row.holds(boot, known))
                .findFirst();
    }

    /// The first release of Spring Boot in which a setting has an effect again; empty where none is known.
    static Optional<String> mended(Row row) {
        return row.before()
                .map(release -> ROWS.stream()
                        .filter(next ->
                                next.key().equals(row.key()) && next.since().equals(release))
                        .findFirst()
                        .flatMap(DeadSettings::mended)
                        .orElse(release));
    }

    /// The beginning of a setting's key, of those that have no effect in any release with virtual threads.
    static Optional<String> always(Setting setting) {
        return ROWS.stream()
                .filter(row -> row.isAlways() && setting.isBelow(row.key()))
                .map(Row::key)
                .findFirst();
    }
}
