package io.heddle.report.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.SchedulerNow;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What a collector gets to read.
final class MetricsTest {

    /// Prometheus's text format 0.0.4, as far as Heddle uses it.
    private static final Pattern LINE = Pattern.compile(
            "# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\\{[a-z_]+=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\"(?:,[a-z_]+=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\")*})? "
                    + "-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?");

    @Test
    void windowsAddUp() {
        Metrics metrics = new Metrics();
        metrics.add(SampleWatch.of(List.of(SampleWatch.holder("Shop", "run", 3))));
        metrics.add(SampleWatch.of(List.of(SampleWatch.holder("Shop", "run", 2))));
        String text = metrics.text();
        assertTrue(
                text.contains(
                        "heddle_carrier_holds_total{cause=\"monitor\",place=\"com.example.Shop.run\",artifact=\"shop.jar\"} 5\n"),
                text);
        assertTrue(
                text.contains("\njvm_threads_virtual_pinned_seconds_count 9\n"),
                "those too that matter too little to be named:\n" + text);
        assertTrue(text.contains("\nheddle_watch_windows_total 2\n"), text);
        assertTrue(text.contains("\nheddle_watch_state{state=\"delayed\"} 1\n"), text);
        assertFalse(text.contains("jvm_threads_virtual_parallelism"), "nobody was asked");
    }

    @Test
    void theSchedulerIsAskedWhenFiguresAreRead() {
        Metrics metrics = new Metrics();
        metrics.ask(() -> Optional.of(new SchedulerNow(2, 3, 1, 17)));
        assertTrue(
                metrics.text().contains("\njvm_threads_virtual_live{scheduling_status=\"queued\"} 17\n"),
                metrics::text);
    }

    @Test
    void aThousandPlacesAreNoThousandSeries() {
        Metrics metrics = new Metrics();
        for (int i = 0; i < 1_000; i++) {
            metrics.add(SampleWatch.of(List.of(SampleWatch.holder("Shop" + i, "run", 1))));
        }
        List<String> series = metrics.text()
                .lines()
                .filter(line -> line.startsWith("heddle_carrier_holds_total{"))
                .toList();
        assertEquals(Metrics.PLACES + 1, series.size());
        assertTrue(
                series.getLast().endsWith("place=\"other\",artifact=\"\"} " + (1_000 - Metrics.PLACES)),
                series.getLast());
    }

    @Test
    void everyLineIsOneThatACollectorReadsWhateverTheNames() {
        Metrics metrics = new Metrics();
        metrics.ask(() -> Optional.of(new SchedulerNow(2, 3, 1, 17)));
        metrics.add(SampleWatch.hostile());
        metrics.text().lines().forEach(line -> assertTrue(LINE.matcher(line).matches(), line));
    }
}
