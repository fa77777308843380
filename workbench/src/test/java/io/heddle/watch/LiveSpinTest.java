package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Watch;
import io.heddle.watch.KnownAnswersTest.Known;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One program that [LiveAnswersTest] watches on JDK 21, on the newest.
@Tag("long")
class LiveSpinTest {

    /// As on 21, and as [KnownAnswersTest] reads it from a recording.
    @Test
    void namesWhoSpinsOnTheNewestToo(@TempDir Path folder) throws Exception {
        Watch spins = LiveAnswersTest.watch(new Known(25, "yield", ""), Files.createDirectory(folder.resolve("sick")));
        assertTrue(
                spins.holders().stream().map(KnownAnswersTest::answer).toList().contains("spin Turnstile.await"),
                () -> KnownAnswersTest.show(spins));
        Watch waits = LiveAnswersTest.watch(
                new Known(25, "yield-healthy", ""), Files.createDirectory(folder.resolve("healthy")));
        assertEquals(Watch.State.HEALTHY, waits.state(), () -> KnownAnswersTest.show(waits));
    }
}
