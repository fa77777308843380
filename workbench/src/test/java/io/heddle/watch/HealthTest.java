package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Certainty;
import io.heddle.model.WaitAccount;
import io.heddle.model.Watch;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.RecordingWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Nothing was seen: how sure is that?
class HealthTest {

    private static final List<Long> NOBODY_QUEUED = List.of(0L, 0L, 0L, 0L);

    @Test
    void whoWasLookedAtFromAllSidesIsHealthy() {
        Watch watch = watch(NOBODY_QUEUED, List.of());
        assertEquals(Watch.State.HEALTHY, watch.state());
        assertEquals(Certainty.CONFIRMED, watch.certainty());
        assertEquals("no virtual thread was seen to wait for a carrier", watch.text());
    }

    @Test
    void whatCouldNotBeReadLeavesADoubt() {
        Watch watch = watch(NOBODY_QUEUED, List.of("the flight recorder", "thread dumps"));
        assertEquals(Watch.State.HEALTHY, watch.state());
        assertEquals(Certainty.SUSPECTED, watch.certainty());
        assertEquals(
                "no virtual thread was seen to wait for a carrier; could not be read: the flight recorder, thread dumps",
                watch.text());
    }

    @Test
    void eventsAloneLeaveADoubt() {
        assertEquals(Certainty.SUSPECTED, watch(List.of(), List.of()).certainty());
    }

    private static Watch watch(List<Long> queued, List<String> unread) {
        RecordingWindow flight = new RecordingWindow();
        flight.property("jdk.virtualThreadScheduler.parallelism", "2");
        flight.window(0, 4_000_000_000L);
        try (ClassPath classes = ClassPath.of("", Path.of(""), Optional.empty())) {
            return Diagnosis.of(
                    new Evidence(
                            Evidence.Source.PROCESS,
                            flight,
                            Optional.empty(),
                            Evidence.Dumps.NONE,
                            WaitAccount.NONE,
                            queued,
                            unread,
                            Optional.empty(),
                            List.of()),
                    classes,
                    "test",
                    List.of());
        }
    }
}
