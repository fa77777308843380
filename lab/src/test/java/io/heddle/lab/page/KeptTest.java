package io.heddle.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Expectation;
import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
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
        List<Result> results = List.of(result("21", 7, Expectation.State.HELD));
        String kept = LabJson.render(results);
        assertEquals(kept, LabJson.render(Kept.results(List.of(Files.writeString(folder.resolve("a.json"), kept)))));
    }

    @Test
    void theLaterRowCountsAndWhatWasHeldStays() throws Exception {
        Path first = Files.writeString(folder.resolve("a.json"), LabJson.render(List.of(result("21", 7, Expectation.State.HELD), result("25", 8, Expectation.State.HELD))));
        Path second = Files.writeString(folder.resolve("b.json"), LabJson.render(List.of(result("25", 9, Expectation.State.UNSEEN))));
        Result joined = Kept.results(List.of(first, second)).getFirst();
        assertEquals(List.of(7.0, 9.0), joined.rows().stream().filter(row -> row.state() == Row.State.MEASURED).map(row -> row.outcome().measured()).toList());
        assertEquals(List.of(Expectation.State.HELD), joined.expectations().stream().map(Expectation::state).toList());
        assertTrue(LabClaims.markdown(List.of(joined)).contains("| 7 at once on JDK 21, 9 at once on JDK 25 |"), () -> LabClaims.markdown(List.of(joined)));
    }

    @Test
    void aClaimThatWasNotRunSaysSo() {
        assertTrue(LabClaims.markdown(List.of()).contains("| not run |"));
    }

    @Test
    void anotherReportIsAMistake() throws Exception {
        Path other = Files.writeString(folder.resolve("other.json"), "{\"experiment\": \"semaphore\", \"rows\": [{\"state\": \"odd\"}], \"extent\": \"quick\", \"started\": \"1970-01-01T00:00:00Z\"}");
        assertTrue(assertThrows(Failure.class, () -> Kept.results(List.of(other))).sentence().contains("is no result of this version's lab"));
    }

    private static Result result(String jdk, int atOnce, Expectation.State state) {
        Outcome outcome = Outcome.of(atOnce, "ms").within(Limit.atLeast(5, "a round")).also("at once", String.valueOf(atOnce)).remark("all is well").disturbed("others used it");
        Row row = new Row("semaphore", jdk, Published.figure(10, "ms"), Row.State.MEASURED, outcome, "", 1.5);
        Row absent = new Row("pool", jdk, Published.NOTHING, Row.State.ABSENT, Outcome.of(0, ""), "there is none", 0);
        return new Result(Experiments.named("semaphore"), "test", Instant.EPOCH, 3, Extent.QUICK, new Machine(2, 1L << 34, "Linux"), List.of(jdk), List.of(row, absent),
                List.of(new Expectation("it holds", state, "so")), false);
    }
}
