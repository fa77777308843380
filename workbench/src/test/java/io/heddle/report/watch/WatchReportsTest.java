package io.heddle.report.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Remedies;
import io.heddle.model.ThreadMemory;
import io.heddle.model.Watch;
import io.heddle.model.WatchComparison;
import io.heddle.model.WatchComparison.Change;
import io.heddle.model.WatchComparison.Fate;
import io.heddle.model.WatchComparison.Kind;
import io.heddle.model.WatchComparison.Shift;
import io.heddle.model.WatchComparison.Side;
import io.heddle.report.Style;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What people and scripts read of a watch.
final class WatchReportsTest {

    private static final Remedies REMEDIES =
            (holder, jdk) -> new Remedies.Remedy("mend " + holder.method() + " on JDK " + jdk, "a-rule");

    @Test
    void eachHolderHasWhatToDo() {
        WatchReport report = new WatchReport(
                SampleWatch.of(List.of(SampleWatch.holder("Shop", "run", 3))),
                Optional.empty(),
                REMEDIES,
                Optional.empty());
        for (String written : List.of(WatchText.render(report, Style.PLAIN).text(), WatchHtml.render(report))) {
            assertTrue(written.contains("remedy: mend run on JDK 21; heddle explain a-rule"), written);
        }
        assertTrue(
                WatchJson.render(report).contains("\"advice\" : \"mend run on JDK 21\"")
                        && WatchJson.render(report).contains("\"rule\" : \"a-rule\""),
                WatchJson.render(report));
        assertFalse(WatchText.render(WatchReport.of(report.watch()), Style.PLAIN)
                .text()
                .contains("remedy"));
    }

    @Test
    void namesOfTheTargetAreTextEverywhere() {
        Watch watch = SampleWatch.hostile();
        Predicted predicted =
                Predicted.of(SampleWatch.HOSTILE, check(21, SampleWatch.HOSTILE, SampleWatch.HOSTILE), watch);
        ThreadMemory memory =
                new ThreadMemory(1, 1, 1, 1, 1, 1, List.of(new ThreadMemory.Row(SampleWatch.HOSTILE, 1, 1)));
        WatchReport report = new WatchReport(watch, Optional.of(predicted), REMEDIES, Optional.of(memory));
        for (String written : List.of(WatchText.render(report, Style.PLAIN).text(), WatchHtml.render(report))) {
            assertFalse(
                    written.contains("\u001b") || written.contains("\u0007") || written.contains("\u202e"), written);
        }
        assertFalse(WatchHtml.render(report).contains("<script"), WatchHtml.render(report));
        assertFalse(WatchJson.render(report).contains("\u001b"));
    }

    @Test
    void namesOfTheTargetAreTextInAComparison() {
        Shift shift = new Shift(0.5, 0.1, -0.4, -0.5, -0.3);
        Watch watch = SampleWatch.hostile();
        Change change = new Change(Fate.LESS, shift, Optional.of(watch.holders().getFirst()), Optional.empty());
        WatchComparison compared = new WatchComparison(
                SampleWatch.HOSTILE,
                List.of(SampleWatch.HOSTILE),
                new Side(SampleWatch.HOSTILE, watch),
                new Side("after.jfr", watch),
                Kind.BETTER,
                shift,
                List.of(change),
                List.of(SampleWatch.HOSTILE));
        String html = CompareHtml.render(compared);
        assertFalse(html.contains("<script") || html.contains("\u001b") || html.contains("\u202e"), html);
        assertTrue(html.contains("50.0 % → 10.0 %, difference -40.0 points [-50.0 to -30.0]"), html);
        assertTrue(html.contains("class=\"kind better\""), html);
    }

    @Test
    void aPredictionIsSeenOrNotAndASurpriseIsTold() {
        Watch watch =
                SampleWatch.of(List.of(SampleWatch.holder("Shop", "run", 3), SampleWatch.holder("Shelf", "lift", 1)));
        Check check = check(21, "com.example.Shop", "run");
        String text = WatchText.render(
                        new WatchReport(
                                watch,
                                Optional.of(Predicted.of("check.json", check, watch)),
                                REMEDIES,
                                Optional.empty()),
                        new Style(false, 200, Optional.empty()))
                .text();
        assertTrue(
                text.contains(
                        "predicted and seen: blocking-under-monitor  com.example.Shop.run:12  in shop.jar  3×, 300 ms in all"),
                text);
        assertTrue(text.contains("seen only: seen-monitor  com.example.Shelf.lift"), text);
        assertTrue(text.contains("1 finding for JDK 21 not seen in 10.0 s"), text);
        assertTrue(text.contains("1 finding for other releases alone"), text);
    }

    @Test
    void aCheckForAnotherReleaseIsToldApart() {
        Watch watch = SampleWatch.of(List.of());
        List<String> notes = Predicted.of("check.json", check(25, "com.example.Shop", "run"), watch)
                .notes();
        assertEquals(1, notes.size());
        assertTrue(notes.getFirst().contains("check it again with --jdk 21"), notes.getFirst());
    }

    /// Three findings, of which one holds on JDK 25 alone.
    private static Check check(int jdk, String type, String method) {
        List<Finding> findings = List.of(
                finding(21, "blocking-under-monitor", type, method),
                finding(21, "yield-spin", "com.example.Door", "knock"),
                finding(25, "yield-spin", "com.example.Door", "wait"));
        return new Check(
                "test",
                List.of(),
                List.of("shop.jar"),
                List.of(jdk),
                new Check.Read(1, 1, 1, 1, 0, List.of(), List.of()),
                findings,
                List.of(),
                1);
    }

    private static Finding finding(int since, String rule, String type, String method) {
        return new Finding(
                rule,
                since,
                since == 21 ? Optional.of(23) : Optional.empty(),
                Severity.STALL,
                Confidence.CERTAIN,
                "",
                Reach.UNKNOWN,
                "shop.jar",
                type,
                method,
                "()V",
                "Shop.java",
                12,
                List.of(),
                "java.lang.Thread.sleep",
                "",
                Optional.empty());
    }
}
