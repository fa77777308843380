package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadSpanTest {

    private static final Instant BEGIN = Instant.parse("2026-11-25T10:00:00Z");

    /// A second in which two paths were asked, or that a load covers in part, belongs to none.
    @Test
    void aSecondBelongsToThePathThatWasAskedInAllOfIt() {
        List<LoadSpan> spans = List.of(span("/a", 0, 2500), span("/b", 2500, 4999), span("/a", 5000, 6000));
        assertEquals(List.of("/a", "/a", "", "/b", "", "/a", ""), LoadSpan.bySecond(spans, BEGIN, 7));
    }

    private static LoadSpan span(String workload, long from, long to) {
        return new LoadSpan(workload, BEGIN.plusMillis(from), BEGIN.plusMillis(to));
    }
}
