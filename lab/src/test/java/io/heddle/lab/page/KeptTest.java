package io.heddle.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Expectation;
import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Failure;
import io.heddle.model.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsKeptIsReadAsItWas() throws Exception {
        Result ran = result("21", 7);
        Result judged = new Result(
                ran.experiment(),
                ran.heddle(),
                ran.started(),
                ran.seconds(),
                ran.extent(),
                ran.machine(),
                ran.jdks(),
                ran.rows(),
                Result.judge(ran.experiment(), new Plan(ran.extent(), List.of(LabJdk.kept("21"))), ran.rows()),
                ran.interrupted());
        String kept = LabJson.render(List.of(judged));
        assertEquals(kept, LabJson.render(Kept.results(List.of(Files.writeString(folder.resolve("a.json"), kept)))));
    }

    @Test
    void theLaterRowCountsAndAllAreJudgedAnew() throws Exception {
        Path first =
                Files.writeString(folder.resolve("a.json"), LabJson.render(List.of(result("21", 7), result("25", 30))));
        Path second = Files.writeString(folder.resolve("b.json"), LabJson.render(List.of(result("25", 9))));
        String limited = "semaphore: no more than 20 run at once (JDK 25)";
        assertEquals(Expectation.State.BROKEN, state(Kept.results(List.of(first)), limited));
        Result joined = Kept.results(List.of(first, second)).getFirst();
        assertEquals(
                List.of(7.0, 9.0),
                joined.rows().stream()
                        .filter(row -> row.state() == Row.State.MEASURED)
                        .map(row -> row.outcome().measured())
                        .toList());
        assertEquals(Expectation.State.HELD, state(List.of(joined), limited));
        assertTrue(
                LabClaims.markdown(List.of(joined)).contains("| 7 at once on JDK 21, 9 at once on JDK 25 |"),
                () -> LabClaims.markdown(List.of(joined)));
    }

    @Test
    void aClaimThatWasNotRunSaysSo() {
        assertTrue(LabClaims.markdown(List.of()).contains("| not run |"));
        Result none = new Result(
                Experiments.named("semaphore"),
                "test",
                Instant.EPOCH,
                3,
                Extent.QUICK,
                new Machine(2, 1L << 34, "Linux"),
                List.of("25"),
                List.of(),
                List.of(),
                false);
        assertEquals("not run", none.claims().getFirst().verdict());
    }

    @Test
    void whereSomethingBrokeNoClaimStandsAlone() throws Exception {
        Path broken = Files.writeString(folder.resolve("a.json"), LabJson.render(List.of(result("25", 30))));
        assertTrue(LabClaims.markdown(Kept.results(List.of(broken)))
                .contains("| yes; but something that must hold did not |"));
    }

    @Test
    void resultsOfTwoMachinesAreNotJoined() throws Exception {
        Path here = Files.writeString(folder.resolve("a.json"), LabJson.render(List.of(result("25", 7))));
        Path there = Files.writeString(
                folder.resolve("b.json"),
                LabJson.render(List.of(result("25", 7))).replace("\"cores\" : 2", "\"cores\" : 16"));
        assertTrue(Files.readString(there).contains("16"), Files.readString(there));
        assertTrue(assertThrows(Failure.class, () -> Kept.results(List.of(here, there)))
                .sentence()
                .contains("was run on two machines"));
    }

    @Test
    void anotherReportIsAMistake() throws Exception {
        Path other = Files.writeString(
                folder.resolve("other.json"),
                "{\"experiment\": \"semaphore\", \"rows\": [{\"state\": \"odd\"}], \"extent\": \"quick\", \"started\": \"1970-01-01T00:00:00Z\"}");
        assertTrue(assertThrows(Failure.class, () -> Kept.results(List.of(other)))
                .sentence()
                .contains("is no result of this version's lab"));
    }

    private static Expectation.State state(List<Result> results, String says) {
        return results.getFirst().expectations().stream()
                .filter(one -> one.says().equals(says))
                .findFirst()
                .orElseThrow()
                .state();
    }

    private static Result result(String jdk, int atOnce) {
        Outcome outcome = Outcome.of(atOnce, "ms")
                .within(Limit.atLeast(5, "a round"))
                .also("at once", String.valueOf(atOnce))
                .remark("all is well")
                .remark("but for this")
                .disturbed("others used it");
        Row row = new Row("semaphore", jdk, Published.figure(10, "ms"), Row.State.MEASURED, outcome, "", 1.5);
        Row absent = new Row("pool", jdk, Published.NOTHING, Row.State.ABSENT, Outcome.of(0, ""), "there is none", 0);
        return new Result(
                Experiments.named("semaphore"),
                "test",
                Instant.EPOCH,
                3,
                Extent.QUICK,
                new Machine(2, 1L << 34, "Linux"),
                List.of(jdk),
                List.of(row, absent),
                List.of(),
                false);
    }
}
