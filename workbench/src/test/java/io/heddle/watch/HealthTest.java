package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitGraph;
import io.heddle.model.Watch;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.Signal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Nothing was seen: how sure is that?
class HealthTest {

    private static final long WINDOW = 4_000_000_000L;
    private static final long PERIOD = 20_000_000;
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

    /// Two threads held both carriers all the while.
    @Test
    void onlyAProbeThatWasAnsweredShowsThatNobodyWaited() {
        List<ProbeRun.Tick> prompt = LongStream.range(0, 200)
                .mapToObj(tick -> new ProbeRun.Tick(tick * PERIOD, 70_000, 0))
                .toList();
        assertEquals(
                Watch.State.HEALTHY,
                held(new ProbeRun(PERIOD, prompt, 0, WINDOW)).state());
        // It asked before the window, and was answered after it.
        assertEquals(
                Watch.State.DELAYED,
                held(new ProbeRun(PERIOD, List.of(), 0, WINDOW)).state());
        assertEquals(
                Watch.State.DELAYED,
                held(new ProbeRun(PERIOD, prompt.subList(0, 50), 0, WINDOW)).state());
    }

    private static Watch held(ProbeRun probe) {
        List<Hold> holds = LongStream.rangeClosed(1, 2)
                .mapToObj(thread -> new Hold(
                        Signal.DUMP,
                        Holder.Cause.MONITOR,
                        thread,
                        0,
                        WINDOW,
                        "org.lib.Socket",
                        "run",
                        49,
                        List.of(),
                        false,
                        ""))
                .toList();
        return watch(
                new Evidence.Dumps(holds, List.of(), WaitGraph.NONE, Optional.empty(), false),
                Optional.of(probe),
                List.of(),
                List.of());
    }

    @Test
    void eventsAloneLeaveADoubt() {
        assertEquals(Certainty.SUSPECTED, watch(List.of(), List.of()).certainty());
    }

    private static Watch watch(List<Long> queued, List<String> unread) {
        return watch(Evidence.Dumps.NONE, Optional.empty(), queued, unread);
    }

    private static Watch watch(Evidence.Dumps dumps, Optional<ProbeRun> probe, List<Long> queued, List<String> unread) {
        RecordingWindow flight = new RecordingWindow();
        flight.property("jdk.virtualThreadScheduler.parallelism", "2");
        flight.window(0, WINDOW);
        try (ClassPath classes = ClassPath.of("", Path.of(""), Optional.empty())) {
            return Diagnosis.of(
                    new Evidence(
                            Evidence.Source.PROCESS,
                            flight,
                            probe,
                            dumps,
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
