package io.heddle.lab;

import io.heddle.lab.Expectation.State;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What was measured, for an experiment to judge.
///
/// @param all in the order in which they ran
public record Rows(List<Row> all) {

    public Rows {
        all = List.copyOf(all);
    }

    /// A row that has a figure.
    public Optional<Row> measured(String name, LabJdk jdk) {
        return all.stream()
                .filter(row -> row.is(name, jdk) && row.state() == Row.State.MEASURED)
                .findFirst();
    }

    /// The JDKs that rows have figures of, the oldest first.
    public List<String> jdks() {
        return all.stream()
                .filter(row -> row.state() == Row.State.MEASURED)
                .map(Row::jdk)
                .distinct()
                .sorted()
                .toList();
    }

    /// Rows of one JDK as a curve, without those that have no figure.
    ///
    /// @param at where its points are, rising
    /// @param title of the row there
    /// @param error name of the further figure that is half of a row's interval; empty where rows have none
    public Plot.Curve curve(String name, String jdk, List<Integer> at, IntFunction<String> title, String error) {
        return new Plot.Curve(
                name,
                at.stream()
                        .flatMap(number -> measured(title.apply(number), LabJdk.kept(jdk)).stream()
                                .map(row -> new Plot.Point(number, half(row, error), row)))
                        .toList());
    }

    private static double half(Row row, String error) {
        double half = row.number(error);
        return Double.isFinite(half) ? half : 0;
    }

    /// What the rows of one name say, the oldest JDK first; empty where none has a figure.
    public String tell(String name, Function<Row, String> words) {
        return all.stream()
                .filter(row -> row.name().equals(name) && row.state() == Row.State.MEASURED)
                .sorted(Comparator.comparing(Row::jdk))
                .map(row -> words.apply(row) + " on JDK " + row.jdk()
                        + (row.outcome().isEvidence() ? "" : " (doubtful)"))
                .collect(Collectors.joining(", "));
    }

    /// Judges rows of one JDK; unseen unless each of them has a figure.
    ///
    /// @param holds gets the rows in the order of the names
    public Expectation expect(String says, LabJdk jdk, Predicate<List<Row>> holds, String... names) {
        return judged(says, jdk, holds, Rows::figure, names);
    }

    /// The same for one of the further figures.
    ///
    /// @param key its name
    /// @param holds gets it of each row, in the order of the names
    public Expectation expectAlso(String says, LabJdk jdk, String key, Predicate<List<String>> holds, String... names) {
        return judged(
                says,
                jdk,
                rows -> holds.test(rows.stream().map(row -> row.also(key)).toList()),
                row -> row.name() + ": " + key + " " + row.also(key),
                names);
    }

    private Expectation judged(
            String says, LabJdk jdk, Predicate<List<Row>> holds, Function<Row, String> words, String... names) {
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            measured(name, jdk).ifPresent(rows::add);
        }
        String claim = says + " (JDK " + jdk.label() + ")";
        if (rows.size() < names.length) {
            return new Expectation(claim, State.UNSEEN, "not all of its rows were measured");
        }
        try {
            return new Expectation(
                    claim,
                    holds.test(rows) ? State.HELD : State.BROKEN,
                    rows.stream().map(words).collect(Collectors.joining("; ")));
        } catch (NumberFormatException | NoSuchElementException otherVersion) {
            return new Expectation(
                    claim,
                    State.UNSEEN,
                    "its rows were kept by another version, which told its figures in another way");
        }
    }

    /// The same for what is a matter of speed: unseen, not broken, where it does not hold on a machine that others
    /// used meanwhile; and unseen where a row is no evidence.
    public Expectation expectSpeed(String says, LabJdk jdk, Predicate<List<Row>> holds, String... names) {
        Expectation expectation = expect(says, jdk, holds, names);
        List<Outcome> outcomes = List.of(names).stream()
                .flatMap(name -> measured(name, jdk).stream())
                .map(Row::outcome)
                .toList();
        if (expectation.state() != State.UNSEEN && !outcomes.stream().allMatch(Outcome::isEvidence)) {
            return new Expectation(
                    expectation.says(),
                    State.UNSEEN,
                    "a row had not settled, or does not account for itself: " + expectation.because());
        }
        return expectation.state() == State.BROKEN && outcomes.stream().anyMatch(Outcome::disturbed)
                ? new Expectation(expectation.says(), State.UNSEEN, "others used the machine: " + expectation.because())
                : expectation;
    }

    /// What must hold of every experiment: no figure beyond its bound.
    List<Expectation> bounds() {
        List<Row> bounded =
                all.stream().filter(row -> row.ofBound().isPresent()).toList();
        if (bounded.isEmpty()) {
            return List.of();
        }
        List<Row> beyond = bounded.stream()
                .filter(row -> !row.outcome()
                        .limit()
                        .orElseThrow()
                        .allows(row.outcome().measured()))
                .toList();
        String because = beyond.isEmpty()
                ? bounded.size() + " rows have a bound"
                : beyond.stream()
                        .map(row -> figure(row) + ", bound "
                                + Figures.number(
                                        row.outcome().limit().orElseThrow().value()))
                        .collect(Collectors.joining("; "));
        return List.of(new Expectation(
                "no figure is beyond its bound", beyond.isEmpty() ? State.HELD : State.BROKEN, because));
    }

    private static String figure(Row row) {
        return row.name() + ": " + row.outcome().figure();
    }
}
