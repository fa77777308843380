package io.heddle.lab;

import io.heddle.lab.Expectation.State;
import io.heddle.model.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        return all.stream().filter(row -> row.is(name, jdk) && row.state() == Row.State.MEASURED).findFirst();
    }

    /// Judges rows of one JDK; unseen unless each of them has a figure.
    ///
    /// @param holds gets the rows in the order of the names
    public Expectation expect(String says, LabJdk jdk, Predicate<List<Row>> holds, String... names) {
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            measured(name, jdk).ifPresent(rows::add);
        }
        String claim = says + " (JDK " + jdk.label() + ")";
        if (rows.size() < names.length) {
            return new Expectation(claim, State.UNSEEN, "not all of its rows were measured");
        }
        return new Expectation(claim, holds.test(rows) ? State.HELD : State.BROKEN, rows.stream().map(Rows::figure).collect(Collectors.joining("; ")));
    }

    /// What must hold of every experiment: no figure beyond its bound.
    List<Expectation> bounds() {
        List<Row> bounded = all.stream().filter(row -> row.ofBound().isPresent()).toList();
        if (bounded.isEmpty()) {
            return List.of();
        }
        List<Row> beyond = bounded.stream().filter(row -> !row.outcome().limit().orElseThrow().allows(row.outcome().measured())).toList();
        String because = beyond.isEmpty() ? bounded.size() + " rows have a bound" : beyond.stream()
                .map(row -> figure(row) + ", bound " + Figures.number(row.outcome().limit().orElseThrow().value())).collect(Collectors.joining("; "));
        return List.of(new Expectation("no figure is beyond its bound", beyond.isEmpty() ? State.HELD : State.BROKEN, because));
    }

    private static String figure(Row row) {
        return row.name() + ": " + Figures.number(row.outcome().measured()) + " " + row.outcome().unit();
    }
}
