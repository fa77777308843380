package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process whose heap runs full while it is watched.
@Tag("long")
class OutOfMemoryIT {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void oneThatDiesOfItLeavesItsRecording() throws Exception {
        Path full = folder.resolve("now-full");
        Process target = Holding.start(
                folder, Jdks.home("25"), "hoard", "-Xmx48m", "-XX:+ExitOnOutOfMemoryError", "-Dhoard.when=" + full);
        try {
            HeddleRun watching = HeddleRun.start(
                    folder, List.of("watch", String.valueOf(target.pid()), "--seconds", "120", "--record", "died.jfr"));
            watching.awaitWatched(5);
            Files.createFile(full);
            assertTrue(target.waitFor(120, TimeUnit.SECONDS));
            HeddleRun.Ended ended = watching.await().exits(2);
            assertTrue(
                    ended.err().contains("process " + target.pid() + " has ended while it was watched"), ended.err());
            assertTrue(ended.err().contains("heddle watch died.jfr"), ended.err());
            assertNoTrace(ended);
            HeddleRun.Ended again = HeddleRun.run(folder, "watch", "died.jfr", "--json", "died.json");
            assertEquals(
                    "25",
                    again.json("died.json").path("jvm").path("version").asText().substring(0, 2),
                    again.err());
            assertTrue(again.json("died.json").path("seconds").asDouble() > 2, again.out());
        } finally {
            target.destroyForcibly();
        }
    }

    /// A JVM without memory answers some questions and not others: which, is its own affair. A state alone would be
    /// taken for all that there is to know.
    @Test
    void oneThatLivesOnIsWatchedAsFarAsItAnswers() throws Exception {
        Path full = folder.resolve("now-full");
        Process target = Holding.start(folder, Jdks.home("25"), "hoard", "-Xmx48m", "-Dhoard.when=" + full);
        try {
            HeddleRun watching = HeddleRun.start(
                    folder, List.of("watch", String.valueOf(target.pid()), "--seconds", "12", "--probe"));
            watching.awaitSaid("watching process");
            Files.createFile(full);
            HeddleRun.Ended ended = watching.await();
            assertNoTrace(ended);
            // Lines end where the terminal's do.
            String said = (ended.out() + ended.err()).replaceAll("\\s+", " ");
            assertTrue(target.isAlive(), said);
            assertTrue(said.contains("could not be read: ") || said.contains("out of memory"), said);
        } finally {
            target.destroyForcibly();
        }
    }

    private static void assertNoTrace(HeddleRun.Ended ended) {
        assertFalse(ended.err().contains("\tat ") || ended.err().contains("Exception in thread"), ended.err());
    }
}
