package io.heddle.lab.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Published;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import io.heddle.lab.bench.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An order is told where JMH's errors leave one, and not elsewhere.
class OrdersTest {

    private static final LabJdk JDK = new LabJdk("21", Optional.empty(), "absent");
    private static final Setting PLATFORM = new Setting(Setting.MYSQL_OLD, Setting.SLEEP, 16, "platform");
    private static final Setting VIRTUAL = PLATFORM.on("virtual");

    @Test
    void whatIsClearHoldsOrIsBroken() {
        assertEquals(List.of(Expectation.State.HELD), compared(row(PLATFORM, 43, "5.0"), row(VIRTUAL, 12, "2.0")));
        assertEquals(List.of(Expectation.State.BROKEN), compared(row(PLATFORM, 12, "2.0"), row(VIRTUAL, 43, "5.0")));
    }

    @Test
    void errorsThatOverlapShowNothing() {
        assertEquals(
                List.of(Expectation.State.UNSEEN), compared(row(PLATFORM, 73.9, "241.7"), row(VIRTUAL, 49.1, "96.4")));
        assertEquals(List.of(Expectation.State.UNSEEN), compared(row(PLATFORM, 43, "NaN"), row(VIRTUAL, 12, "2.0")));
    }

    @Test
    void rowsThatWereNotRunAreUnseen() {
        assertEquals(List.of(Expectation.State.UNSEEN), compared(row(PLATFORM, 43, "5.0")));
    }

    @Test
    void aFigureWithinTheErrorIsNotJudged() {
        assertEquals(List.of(Expectation.State.UNSEEN), above(20, row(VIRTUAL, 22, "3.0")));
        assertEquals(List.of(Expectation.State.HELD), above(20, row(VIRTUAL, 24, "3.0")));
        assertEquals(List.of(Expectation.State.BROKEN), above(20, row(VIRTUAL, 12, "3.0")));
    }

    @Test
    void heldCarriersAreTheBoundAndNotThePool() {
        assertEquals(20, VIRTUAL.bound(JDK).value());
        assertEquals(160, PLATFORM.bound(JDK).value());
        assertEquals(
                10,
                new Setting(Setting.MYSQL_OLD, Setting.SLEEP, 1, "virtual")
                        .bound(JDK)
                        .value());
        assertTrue(new Interval(74, 6).words().contains("±"));
    }

    private static List<Expectation.State> compared(Row... rows) {
        Orders orders = new Orders(new Rows(List.of(rows)), JDK);
        orders.above("platform threads give more", PLATFORM, VIRTUAL);
        return orders.all().stream().map(Expectation::state).toList();
    }

    private static List<Expectation.State> above(double figure, Row row) {
        Orders orders = new Orders(new Rows(List.of(row)), JDK);
        orders.above("more than held carriers give", figure, VIRTUAL);
        return orders.all().stream().map(Expectation::state).toList();
    }

    private static Row row(Setting setting, double score, String error) {
        return new Row(
                setting.title(),
                "21",
                Published.NOTHING,
                Row.State.MEASURED,
                Outcome.of(score, "op/s").also(Interval.ERROR, error),
                "",
                1);
    }
}
