package io.heddle.lab;

import io.heddle.model.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What a run of an experiment gave.
///
/// @param heddle version of Heddle
/// @param started when
/// @param seconds how long it took
/// @param jdks full versions of those that were found
/// @param expectations what must hold, and whether it did
/// @param interrupted whether rows are missing because somebody stopped it
public record Result(Experiment experiment, String heddle, Instant started, double seconds, Extent extent, Machine machine, List<String> jdks, List<Row> rows,
        List<Expectation> expectations, boolean interrupted) {

    public Result {
        jdks = List.copyOf(jdks);
        rows = List.copyOf(rows);
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

    /// What its rows say of what was published. Without rows nothing is said to hold, and where something that must hold does not the reader is told.
    public List<Claim> claims() {
        return experiment.claims(new Rows(rows)).stream()
                .map(claim -> claim.seen().isEmpty() ? claim.judged("not run") : broken() ? claim.judged(claim.verdict() + "; but something that must hold did not") : claim).toList();
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
