package io.heddle.lab.page;

import io.heddle.lab.Claim;
import io.heddle.lab.Expectation;
import io.heddle.lab.Experiments;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The table of claims: what was published, whether it holds, what was seen, why, and how to see it.
public final class LabClaims {

    private LabClaims() {}

    /// Markdown: every claim there is, those whose rows are in no result without figures; then where and when each
    /// experiment was run.
    public static String markdown(List<Result> results) {
        Map<String, Claim> seen = new HashMap<>();
        results.forEach(result -> result.claims().forEach(claim -> seen.put(claim.says(), claim)));
        StringBuilder text =
                new StringBuilder("| claim | holds here? | seen | why | see for yourself |\n|---|---|---|---|---|\n");
        Experiments.ALL.stream()
                .flatMap(experiment ->
                        experiment.claims(new Rows(List.of())).stream().map(claim -> claim.after(List.of())))
                .map(claim -> seen.getOrDefault(claim.says(), claim))
                .forEach(claim -> text.append(line(
                        claim.says(),
                        claim.verdict(),
                        claim.seen().isEmpty() ? Claim.NOT_RUN : claim.seen(),
                        claim.why(),
                        '`' + claim.command() + '`')));
        text.append('\n');
        results.forEach(result -> text.append("- ").append(run(result)).append('\n'));
        return text.toString();
    }

    private static String line(String... cells) {
        return Stream.of(cells)
                        .map(cell -> cell.replace("|", "\\|"))
                        .reduce("|", (line, cell) -> line + " " + cell + " |")
                + "\n";
    }

    private static String run(Result result) {
        long disturbed = result.rows().stream()
                .filter(row ->
                        row.state() == Row.State.MEASURED && row.outcome().disturbed())
                .count();
        long held = result.expectations().stream()
                .filter(one -> one.state() == Expectation.State.HELD)
                .count();
        return String.format(
                Locale.ROOT,
                "%s: %s, %s, %d cores, JDK %s; %d of %d things that must hold do%s%s",
                result.experiment().name(),
                result.extent().name().toLowerCase(Locale.ROOT),
                result.started().toString().substring(0, "2026-11-21".length()),
                result.machine().cores(),
                String.join(" and ", result.jdks()),
                held,
                result.expectations().size(),
                held == result.expectations().size() || result.broken() ? "" : ", the others were not seen",
                disturbed == 0
                        ? ""
                        : "; others used the machine during " + disturbed + " of "
                                + result.rows().size() + " rows");
    }
}
