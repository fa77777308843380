package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.requests.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a quick race may not exceed: its time, and the rates that a target was seen to carry.
class TimeLimitTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());

    @Test
    void whenItIsOverTheWorkerIsInterruptedAndTheReasonIsSaid() {
        TimeLimit limit = TimeLimit.of(Optional.of(Duration.ofMillis(20)), Thread.currentThread());
        try (limit) {
            assertThrows(InterruptedException.class, () -> Thread.sleep(Duration.ofMinutes(1)));
        }
        assertTrue(limit.over().orElseThrow().sentence().contains("that --quick may take are over"));
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void onceClosedItInterruptsNobody() throws Exception {
        TimeLimit limit = TimeLimit.of(Optional.of(Duration.ofMillis(20)), Thread.currentThread());
        limit.close();
        Thread.sleep(60);
        assertTrue(limit.over().isEmpty());
        TimeLimit.of(Optional.empty(), Thread.currentThread()).close();
    }

    /// Four JVMs of two trials of 10 s each, and 30 s beside.
    @Test
    void onlyAQuickRaceHasALimit() {
        assertEquals(
                Optional.of(Duration.ofSeconds(200)),
                new Pace(true, Optional.empty(), Duration.ofSeconds(30)).most(options()));
        assertEquals(
                Optional.of(Duration.ofSeconds(280)),
                new Pace(true, Optional.of(Duration.ofSeconds(10)), Duration.ofSeconds(30)).most(options()));
        assertEquals(Optional.empty(), new Pace(false, Optional.empty(), Duration.ofSeconds(30)).most(options()));
    }

    private static RaceOptions options() {
        return new RaceOptions(
                new RaceOptions.TargetChoice.Jar(Path.of("app.jar"), List.of()),
                List.of(Workload.path("/", "/", List.of())),
                new RaceOptions.BystanderChoice.Nobody(),
                OptionalInt.empty(),
                List.of(400),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                2,
                OptionalDouble.empty(),
                true,
                List.of(PLATFORM, VIRTUAL),
                RaceOptions.SwitchChoice.AUTOMATIC,
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Optional.empty(),
                Path.of(""),
                Path.of(""));
    }
}
