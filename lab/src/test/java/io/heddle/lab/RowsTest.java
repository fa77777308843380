package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Expectation.State;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowsTest {

    private static final LabJdk JDK = new LabJdk("25", Optional.empty(), "not needed");

    @Test
    void aFigureAboveItsBoundBreaks() {
        Rows rows = new Rows(List.of(row("fast", Outcome.of(102, "req/s").within(Limit.atMost(100, "20 / 200 ms")))));
        assertEquals(State.BROKEN, rows.bounds().getFirst().state());
        assertTrue(rows.bounds().getFirst().because().contains("fast: 102 req/s, bound 100"), rows.bounds()::toString);
    }

    @Test
    void aTimeBelowItsBoundBreaks() {
        assertEquals(
                State.BROKEN,
                new Rows(List.of(row("early", Outcome.of(900, "ms").within(Limit.atLeast(1_000, "each sleeps 1 s")))))
                        .bounds()
                        .getFirst()
                        .state());
    }

    @Test
    void figuresWithinTheirBoundsHold() {
        Rows rows = new Rows(List.of(
                row("a", Outcome.of(99, "req/s").within(Limit.atMost(100, ""))),
                row("b", Outcome.of(1_001, "ms").within(Limit.atLeast(1_000, "")))));
        assertEquals(State.HELD, rows.bounds().getFirst().state());
        assertEquals(0.99, rows.all().getFirst().ofBound().orElseThrow(), 1e-9);
    }

    @Test
    void withoutAllItsRowsAnExpectationIsUnseen() {
        Row absent = new Row("b", "25", Published.NOTHING, Row.State.ABSENT, Outcome.of(0, ""), "no MariaDB", 0);
        Rows rows = new Rows(List.of(row("a", Outcome.of(1, "ms")), absent));
        assertEquals(
                State.UNSEEN,
                rows.expect("a is less than b", JDK, both -> true, "a", "b").state());
        assertEquals(
                State.HELD,
                rows.expect("a is small", JDK, one -> one.getFirst().outcome().measured() < 2, "a")
                        .state());
        assertEquals(
                State.BROKEN,
                rows.expect("a is large", JDK, one -> one.getFirst().outcome().measured() > 2, "a")
                        .state());
    }

    @Test
    void whatIsAMatterOfSpeedIsNotBrokenByOthersOnTheMachine() {
        Rows quiet = new Rows(List.of(row("a", Outcome.of(1, "op/s"))));
        Rows busy = new Rows(List.of(row("a", Outcome.of(1, "op/s").disturbed("others used 80 % of 2 cores"))));
        assertEquals(
                State.BROKEN,
                quiet.expectSpeed("a is quick", JDK, one -> false, "a").state());
        assertEquals(
                State.UNSEEN,
                busy.expectSpeed("a is quick", JDK, one -> false, "a").state());
        assertEquals(
                State.BROKEN, busy.expect("a is right", JDK, one -> false, "a").state());
        assertEquals(
                State.HELD,
                busy.expectSpeed("a is quick", JDK, one -> true, "a").state());
    }

    @Test
    void whatIsNoEvidenceShowsNoOrder() {
        Rows rows = new Rows(List.of(row(
                "a",
                Outcome.of(1, "req/s")
                        .remark("3 errors")
                        .remark("the target had not settled after 10.0 s, the measurement began all the same"))));
        assertEquals(
                State.UNSEEN,
                rows.expectSpeed("a is quick", JDK, one -> true, "a").state());
        assertEquals(
                State.UNSEEN,
                rows.expectSpeed("a is quick", JDK, one -> false, "a").state());
        assertEquals(
                "1 req/s on JDK 25 (doubtful)",
                rows.tell("a", row -> row.outcome().figure()));
    }

    @Test
    void aVerdictStandsWhereWhatItRestsOnWasSeen() {
        Claim claim = Claim.of("a is quick", "yes", "it is", "heddle lab a", "1 ms on JDK 25")
                .on("a is ");
        Expectation held = new Expectation("a is quick (JDK 25)", State.HELD, "");
        Expectation unseen = new Expectation("a is quick (JDK 21)", State.UNSEEN, "");
        assertEquals("yes", claim.after(List.of(unseen, held)).verdict());
        assertEquals("not shown by this run", claim.after(List.of(unseen)).verdict());
        assertEquals("not shown by this run", claim.after(List.of()).verdict());
        assertEquals(
                "yes; but something that must hold did not",
                claim.after(List.of(held, new Expectation("a is small (JDK 25)", State.BROKEN, "")))
                        .verdict());
        assertEquals(
                "yes",
                claim.after(List.of(held, new Expectation("b is small (JDK 25)", State.BROKEN, "")))
                        .verdict());
        assertEquals(
                "not run",
                Claim.of("a is quick", "yes", "it is", "heddle lab a")
                        .on("a is ")
                        .after(List.of(held))
                        .verdict());
    }

    @Test
    void whatAnotherVersionKeptInAnotherWayIsUnseen() {
        Rows rows = new Rows(List.of(row("a", Outcome.of(2, "ms").also("threads", "2 of 4"))));
        assertEquals(
                State.UNSEEN,
                rows.expectAlso("a has few", JDK, "threads", threads -> Integer.parseInt(threads.getFirst()) < 8, "a")
                        .state());
        assertEquals(
                State.UNSEEN,
                rows.expectAlso(
                                "a has few",
                                JDK,
                                "carriers",
                                carriers -> Integer.parseInt(carriers.getFirst()) < 8,
                                "a")
                        .state());
    }

    @Test
    void whatIsToldNamesTheJdk() {
        Rows rows = new Rows(List.of(row("a", Outcome.of(2, "of 4"))));
        assertEquals("2 of 4 on JDK 25", rows.tell("a", row -> row.outcome().figure()));
        assertEquals("", rows.tell("b", row -> row.outcome().figure()));
    }

    private static Row row(String name, Outcome outcome) {
        return new Row(name, "25", Published.NOTHING, Row.State.MEASURED, outcome, "", 1);
    }
}
