package io.heddle.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Expectation;
import io.heddle.lab.Expectation.State;
import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
import io.heddle.lab.Published;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Failure;
import io.heddle.model.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabDiffTest {

    @TempDir
    private Path folder;

    @Test
    void rowsAreHeldAgainstEachOther() throws Exception {
        LabDiff diff = LabDiff.of(file("a", 1_000, State.HELD), file("b", 2_000, State.BROKEN));
        assertTrue(
                diff.text().text().contains("threads | one | JDK 25: 1,000 ms → 2,000 ms  2.00×"),
                () -> diff.text().text());
        assertEquals(List.of("threads | it is quick"), diff.newlyBroken());
    }

    @Test
    void whatOneRunASideCannotTellIsMarked() throws Exception {
        LabDiff diff = LabDiff.of(file("a", 1_000, State.HELD), file("b", 1_050, State.HELD));
        assertTrue(
                diff.text().text().contains("1,000 ms → 1,050 ms  ~"),
                () -> diff.text().text());
        assertEquals(List.of(), diff.newlyBroken());
    }

    @Test
    void whatIsNoResultIsAMistake() throws Exception {
        Path other = Files.writeString(folder.resolve("other.json"), "{\"verdict\": {}}");
        Failure failure = assertThrows(Failure.class, () -> LabDiff.of(other, other));
        assertTrue(failure.sentence().contains("other.json is no result of the lab"), failure::sentence);
    }

    @Test
    void aPageOfSeveralEscapesWhatProgramsSaid() throws Exception {
        Result one = result(1, State.HELD);
        String html = LabHtml.render(List.of(one, one));
        assertTrue(html.contains("&lt;script&gt;"), html);
        assertTrue(html.contains("<code>OutOfMemoryError: unable to create native thread</code>"), html);
    }

    private Path file(String name, double measured, State state) throws Exception {
        return Files.writeString(folder.resolve(name + ".json"), LabJson.render(List.of(result(measured, state))));
    }

    private static Result result(double measured, State state) {
        Row row = new Row(
                "one",
                "25",
                Published.NOTHING,
                Row.State.MEASURED,
                Outcome.of(measured, "ms").remark("<script>"),
                "",
                1);
        return new Result(
                Experiments.named("threads"),
                "test",
                Instant.EPOCH,
                1,
                Extent.QUICK,
                new Machine(2, 1L << 34, "Linux"),
                List.of("25"),
                List.of(row),
                List.of(new Expectation("it is quick", state, "")),
                false);
    }
}
