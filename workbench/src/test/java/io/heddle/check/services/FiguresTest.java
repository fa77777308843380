package io.heddle.check.services;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final Entered OFTEN = new Entered(1, 30, 0.5, 1, 0.5, 0.5);
    private static final Entered SELDOM = new Entered(0, 0, 0.05, 0.1, 0.05, 0.05);
    private static final Entered AT_ONCE_ONLY = new Entered(0, 0, 0, 0, 0, 0.01);
    private static final Entered START = new Entered(7, 0, 0, 0, 0, 0);

    @Test
    void eachHolderCountsOnceAsTheMostFrequentThatIsToldOfIt() {
        Figures figures = new Figures(List.of(
                row("a", "one", Exposure.ONCE, OFTEN),
                row("a", "one", Exposure.EACH_REQUEST, OFTEN),
                row("b", "one", Exposure.EACH_REQUEST, START),
                row("a", "two", Exposure.SOME_REQUESTS, AT_ONCE_ONLY),
                row("a", "three", Exposure.UNKNOWN, OFTEN),
                row("a", "four", Exposure.ONCE, START),
                row("a", "five", Exposure.EACH_REQUEST, 0.5, SELDOM)));
        assertEquals(
                List.of(
                        "told as each request, met by at least one request in ten: 1 of 3",
                        "met by at least one request in ten, told as each or some: 1 of 2",
                        "whose method at least one request in ten enters, told as each or some: 2 of 3",
                        "told as some requests, met by a request: 1 of 1",
                        "told as once, met by no request after the warm-up: 1 of 1",
                        "told as unknown, met by no request after the warm-up: 0 of 1"),
                figures.shares());
        assertEquals(
                "| a | 5 | 1, 1, 0 | 0, 1, 0 | 0, 0, 1 | 1, 0, 0 |",
                figures.table().get(2));
        assertEquals(
                "| b | 1 | 0, 0, 1 | 0, 0, 0 | 0, 0, 0 | 0, 0, 0 |",
                figures.table().get(3));
    }

    @Test
    void aShareWeighsTheEndPointsAsTheMixDoes() {
        Entered.Counts counts = new Entered.Counts(new double[] {1, 3}, 10);
        counts.add(0, 1);
        counts.add(0, 5);
        assertEquals(new Entered(2, 3, 0.05, 0.2, 0.15, 0.25), counts.with(2, 3, 0.25));
    }

    @Test
    void aRowIsReadAsItWasWritten() {
        Row row = row("a", "one", Exposure.SOME_REQUESTS, SELDOM);
        assertEquals(row, Row.parse(row.text()));
    }

    private static Row row(String service, String method, Exposure told, Entered entered) {
        return row(service, method, told, entered.share(), entered);
    }

    private static Row row(String service, String method, Exposure told, double namedShare, Entered entered) {
        return new Row(
                service,
                "rule",
                Holder.method("a.Named", method, "(I[JLa/C;)V"),
                12,
                new Holder("a.Innermost", method, "()V", 17, "<init>"),
                told,
                Confidence.LIKELY,
                namedShare,
                entered,
                new Pinned(1.5, 20));
    }
}
