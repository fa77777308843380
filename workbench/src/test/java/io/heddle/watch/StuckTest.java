package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WaitAccount;
import io.heddle.model.Watch;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.Delay;
import io.heddle.watch.signal.RecordingWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The probe has not run for seconds: did nobody run, or others only?
class StuckTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long END = 10 * SECOND;

    @Test
    void whereNobodyRanAllIsStuck() {
        Watch watch = watch();
        assertEquals(Watch.State.STUCK, watch.state());
        assertEquals("no virtual thread has run for 4.00 s", watch.text());
    }

    @Test
    void whoRanBeforeThatDoesNotCount() {
        assertEquals(
                Watch.State.STUCK,
                watch(new Delay(6 * SECOND, SECOND / 10, true)).state());
    }

    @Test
    void aPlatformThreadDoesNotCount() {
        assertEquals(
                Watch.State.STUCK,
                watch(new Delay(8 * SECOND, SECOND / 10, false)).state());
    }

    @Test
    void whereAnotherRanTheProbeIsDelayed() {
        Watch watch = watch(new Delay(8 * SECOND, SECOND / 10, true));
        assertEquals(Watch.State.DELAYED, watch.state());
        assertTrue(watch.text().startsWith("virtual threads waited up to 4.00 s for a carrier"), watch.text());
    }

    private static Watch watch(Delay... woken) {
        RecordingWindow flight = new RecordingWindow();
        flight.property("jdk.virtualThreadScheduler.parallelism", "2");
        flight.window(0, END);
        flight.delays().addAll(List.of(woken));
        ProbeRun probe = new ProbeRun(SECOND / 50, List.of(), 4 * SECOND, END);
        try (ClassPath classes = ClassPath.of("", Path.of(""), Optional.empty())) {
            return Diagnosis.of(
                    new Evidence(
                            Evidence.Source.PROCESS,
                            flight,
                            Optional.of(probe),
                            Evidence.Dumps.NONE,
                            WaitAccount.NONE,
                            List.of(),
                            List.of(),
                            Optional.empty(),
                            List.of()),
                    classes,
                    "test",
                    List.of());
        }
    }
}
