package io.heddle.lab;

import io.heddle.model.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a run of an experiment gave.
///
/// @param heddle version of Heddle
/// @param started when
/// @param seconds how long it took
/// @param jdks full versions of those that rows have figures of; of all that were found where none has
/// @param expectations what must hold, and whether it did
/// @param interrupted whether rows are missing because somebody stopped it
public record Result(
        Experiment experiment,
        String heddle,
        Instant started,
        double seconds,
        Extent extent,
        Machine machine,
        List<String> jdks,
        List<Row> rows,
        List<Expectation> expectations,
        boolean interrupted) {

    private static final Pattern NOT_FEATURE = Pattern.compile("\\D");

    public Result {
        rows = List.copyOf(rows);
        Set<String> ran = rows.stream()
                .filter(row -> row.state() == Row.State.MEASURED)
                .map(Row::jdk)
                .collect(Collectors.toSet());
        jdks = jdks.stream()
                .filter(jdk -> ran.isEmpty() || ran.contains(NOT_FEATURE.split(jdk, 2)[0]))
                .toList();
        expectations = List.copyOf(expectations);
    }

    /// Judges rows, whether they were just measured or kept.
    ///
    /// @return what must hold of them, by the experiment as it is today
    public static List<Expectation> judge(Experiment experiment, Plan plan, List<Row> rows) {
        Rows measured = new Rows(rows);
        List<Expectation> expectations = new ArrayList<>(measured.bounds());
        expectations.addAll(experiment.judge(plan, measured));
        return expectations;
    }

    /// What its rows say of what was published, and whether what that rests on was seen.
    public List<Claim> claims() {
        return experiment.claims(new Rows(rows)).stream()
                .map(claim -> claim.after(expectations))
                .toList();
    }

    /// Its rows that differ in one number, as curves.
    public List<Plot> plots() {
        return experiment.plots(new Rows(rows));
    }

    /// Whether something that must hold did not.
    public boolean broken() {
        return expectations.stream().anyMatch(expectation -> expectation.state() == Expectation.State.BROKEN);
    }

    /// Whether a row was tried and failed.
    public boolean failed() {
        return rows.stream().anyMatch(row -> row.state() == Row.State.FAILED);
    }
}
