package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WatchComparison;
import io.heddle.model.WatchComparison.Fate;
import io.heddle.model.WatchComparison.Kind;
import io.heddle.report.Style;
import io.heddle.report.watch.CompareReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A program that pins on 21 and does not on 25, recorded on both: the upgrade, and the way back.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompareTest {

    private static final double SECONDS = 3;

    private Path folder = Path.of("");
    private Path pins = Path.of("");
    private Path free = Path.of("");

    @BeforeAll
    void record(@TempDir Path own) throws Exception {
        folder = own;
        pins = recorded(21, "pins");
        free = recorded(25, "free");
    }

    @Test
    void theUpgradeIsBetter() {
        WatchComparison compared = Compare.run(pins, free, Recordings.HOMES, "test", List.of());
        assertEquals(Kind.BETTER, compared.kind(), () -> show(compared));
        assertEquals(Fate.WENT, compared.changes().getFirst().fate(), () -> show(compared));
        assertEquals("post", compared.changes().getFirst().holder().method(), () -> show(compared));
        assertTrue(compared.notes().getLast().contains("from 24 on"), () -> show(compared));
        assertTrue(show(compared).startsWith("better: carrier time held: "), () -> show(compared));
        assertTrue(show(compared).contains("went: monitor  io.heddle.demo.holders.Ledger.post"), () -> show(compared));
        assertTrue(
                CompareReport.json(compared).contains("\"verdict\" : \"better\""), () -> CompareReport.json(compared));
    }

    @Test
    void theWayBackIsWorse() {
        WatchComparison compared = Compare.run(free, pins, Recordings.HOMES, "test", List.of());
        assertEquals(Kind.WORSE, compared.kind(), () -> show(compared));
        assertEquals(Fate.APPEARED, compared.changes().getFirst().fate(), () -> show(compared));
    }

    @Test
    void theSameProgramTwiceShowsNoDifference() throws Exception {
        WatchComparison compared = Compare.run(free, recorded(25, "free again"), Recordings.HOMES, "test", List.of());
        assertEquals(Kind.NO_DIFFERENCE_SHOWN, compared.kind(), () -> show(compared));
    }

    @Test
    void theSameProgramThatPinsTwiceShowsNoDifference() throws Exception {
        WatchComparison compared = Compare.run(pins, recorded(21, "pins again"), Recordings.HOMES, "test", List.of());
        assertEquals(Kind.NO_DIFFERENCE_SHOWN, compared.kind(), () -> show(compared));
    }

    private Path recorded(int jdk, String name) throws Exception {
        return Holding.record(jdk, Files.createDirectory(folder.resolve(name)), "sync-sleep", SECONDS);
    }

    private static String show(WatchComparison compared) {
        return CompareReport.text(compared, Style.PLAIN).text();
    }
}
