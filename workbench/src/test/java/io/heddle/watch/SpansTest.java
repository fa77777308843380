package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.watch.signal.Delay;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpansTest {

    private static final List<Delay> SPANS = List.of(span(100, 10), span(10, 50), span(55, 10), span(105, 2));

    @Test
    void neighboursBecomeOne() {
        assertTrue(Spans.merged(SPANS).meets(0, 200, 55), "10 to 65");
        assertFalse(Spans.merged(SPANS).meets(0, 200, 56));
        assertFalse(Spans.merged(SPANS).meets(65, 100, 0));
    }

    @Test
    void meetsWhatSharesAMoment() {
        Spans spans = new Spans(SPANS);
        assertTrue(spans.meets(59, 70, 0));
        assertFalse(spans.meets(65, 100, 0));
        assertTrue(spans.meets(0, 11, 50));
        assertFalse(spans.meets(100, 120, 11));
        assertFalse(new Spans(List.of()).meets(0, 100, 0));
    }

    private static Delay span(long start, long nanos) {
        return new Delay(start, nanos, true);
    }
}
