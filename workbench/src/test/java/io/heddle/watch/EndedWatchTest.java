package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.CarrierWatch;
import io.heddle.model.Stalls;
import io.heddle.model.Watch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the probe said and what a recording holds, laid to the window that it belongs to.
class EndedWatchTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");
    private static final CarrierWatch.Window FIRST = new CarrierWatch.Window(BEGIN, BEGIN.plusSeconds(10));
    private static final CarrierWatch.Window SECOND =
            new CarrierWatch.Window(BEGIN.plusSeconds(20), BEGIN.plusSeconds(30));

    private final CarrierWatch watch = new EndedWatch("0.1", Recordings.HOMES);

    @Test
    void aStallBelongsToTheTrialInWhichTheWakeUpWasSent() {
        List<CarrierWatch.Answer> answers = Stream.concat(
                        ticks(0, 300, 0.1).stream(),
                        Stream.concat(ticks(6, 5, 120).stream(), ticks(20, 300, 0.1).stream()))
                .toList();
        CarrierWatch.Life life = watch.of(
                new CarrierWatch.Trace(List.of(), 20, answers, Optional.empty(), BEGIN.plusSeconds(30)),
                List.of(FIRST, SECOND));
        assertEquals(Optional.of(new Stalls(5, 120)), life.views().getFirst().stalls());
        assertEquals(Watch.State.DELAYED, life.views().getFirst().watch().state());
        assertEquals(Optional.of(new Stalls(0, 0)), life.views().getLast().stalls());
        assertEquals(Watch.State.HEALTHY, life.views().getLast().watch().state());
        assertEquals(List.of(), life.heldShares(), "nothing was recorded");
    }

    @Test
    void whatDelaysTheMachineIsNoStall() {
        List<CarrierWatch.Answer> late = ticks(0, 5, 120).stream()
                .map(answer -> new CarrierWatch.Answer(answer.at(), 120, 115))
                .toList();
        assertEquals(
                Optional.of(new Stalls(0, 0)),
                only(new CarrierWatch.Trace(List.of(), 20, late, Optional.empty(), BEGIN.plusSeconds(10)))
                        .stalls());
    }

    @Test
    void aWakeUpThatNobodyAnsweredLastsToTheEndOfTheWindow() {
        CarrierWatch.View view = only(new CarrierWatch.Trace(
                List.of(), 20, ticks(0, 100, 0.1), Optional.of(BEGIN.plusSeconds(4)), BEGIN.plusSeconds(60)));
        assertEquals(Optional.of(new Stalls(1, 6_000)), view.stalls());
        assertEquals(Watch.State.STUCK, view.watch().state());
    }

    @Test
    void withoutAProbeStallsAreUnknown() {
        assertEquals(
                Optional.empty(),
                only(new CarrierWatch.Trace(List.of(), 0, List.of(), Optional.empty(), BEGIN))
                        .stalls());
    }

    @Test
    void aRecordingThatCannotBeReadIsSaidAndNoFailure(@TempDir Path folder) throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.jfr"), "this is no recording");
        CarrierWatch.View view = only(new CarrierWatch.Trace(
                List.of(broken, folder.resolve("missing.jfr")), 0, List.of(), Optional.empty(), BEGIN));
        assertTrue(
                view.watch().notes().toString().contains("broken.jfr")
                        && view.watch().notes().toString().contains("missing.jfr"),
                view.watch().notes().toString());
    }

    private CarrierWatch.View only(CarrierWatch.Trace trace) {
        return watch.of(trace, List.of(FIRST)).views().getFirst();
    }

    /// Wake-ups each 20 ms from a second on.
    private static List<CarrierWatch.Answer> ticks(int second, int count, double delayMillis) {
        List<CarrierWatch.Answer> ticks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ticks.add(new CarrierWatch.Answer(BEGIN.plusSeconds(second).plusMillis(20L * i), delayMillis, 0.1));
        }
        return ticks;
    }
}
