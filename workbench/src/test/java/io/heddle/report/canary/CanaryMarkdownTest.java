package io.heddle.report.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CanaryMarkdownTest {

    @Test
    void eachMetricIsARowAndTextIsNoMarkup() {
        Canary canary = new Canary(
                Canary.Kind.FAIL,
                "p95 is worse: the canary takes 1.54× as long",
                List.of(
                        metric("p95", 1.54, CanaryMetric.Shown.WORSE, ""),
                        metric("errors", 1, CanaryMetric.Shown.NEITHER, "40 more errors")),
                List.of(),
                12,
                600,
                List.of(new Canary.Moved("waits", 0, 300, "300 wait for <b>pool</b> @all")),
                List.of("2 lines could not be read"),
                List.of(),
                Optional.empty());
        List<String> lines = CanaryMarkdown.render(canary).lines().toList();
        assertEquals("## Heddle canary: fail", lines.getFirst());
        assertTrue(
                lines.contains(
                        "| <code>p95</code> | 1.54× \\[1.43–1.65\\] | **worse** | 900 and 1,000 requests, 40 blocks |"),
                lines::toString);
        assertTrue(
                lines.stream()
                        .anyMatch(
                                line -> line.contains("<code>errors</code>") && line.endsWith("<br>40 more errors |")),
                lines::toString);
        assertTrue(lines.contains("- 300 wait for &lt;b&gt;pool&lt;/b&gt; \\@all"), lines::toString);
        assertTrue(lines.contains("- 2 lines could not be read"), lines::toString);
    }

    private static CanaryMetric metric(String name, double estimate, CanaryMetric.Shown shown, String needed) {
        return new CanaryMetric(name, estimate, 1.43, 1.65, 0.1, shown, 1_000, 900, 40, 15, 0.1, needed);
    }
}
