package io.heddle.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
import io.heddle.lab.Published;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Machine;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LabPlotsTest {

    @Test
    void rowsThatDifferInOneNumberAreACurve() {
        String html = LabHtml.render(List.of(compare(100, 1_000, 8_000)));
        assertEquals(1, count(html, "<figure>"), html);
        assertTrue(
                html.contains("in front of a service of 100 ms (JDK 25)")
                        && html.contains("virtual threads, 1,000 requests in flight: 990 req/s"),
                html);
        assertEquals(1, count(html, "<polyline class=\"c0\""), html);
        assertTrue(html.contains("<polyline class=\"bound b0\""), html);
    }

    @Test
    void twoPointsAreLeftToTheTable() {
        assertTrue(!LabHtml.render(List.of(compare(100, 1_000))).contains("<figure>"));
    }

    private static long count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static Result compare(int... inFlight) {
        List<Row> rows = Arrays.stream(inFlight)
                .mapToObj(count -> new Row(
                        String.format(Locale.ROOT, "virtual threads, %,d in flight", count),
                        "25",
                        Published.NOTHING,
                        Row.State.MEASURED,
                        Outcome.of(count * 0.99, "req/s").within(Limit.atMost(count, "requests / 1 s")),
                        "",
                        1))
                .toList();
        return new Result(
                Experiments.named("compare"),
                "test",
                Instant.EPOCH,
                3,
                Extent.FULL,
                new Machine(2, 1L << 34, "Linux"),
                List.of("25"),
                rows,
                List.of(),
                false);
    }
}
