package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Arm;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Failure;
import io.heddle.model.Remedies;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.requests.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceStateTest {

    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());

    @TempDir
    private Path folder;

    @Test
    void notesAndHooksThatComeAfterTheWarmUpAreInTheReport() throws Exception {
        RaceState state = state();
        state.saw(new Schedule.Turn(VIRTUAL, 1), log("""
                {"kind":"hook","name":"tomcat","state":"applied","class":"a.B","detail":""}
                {"kind":"note","text":"seen early"}
                """), Path.of("target.log"));
        state.note("said by the race");
        state.settle(
                new Schedule.Turn(VIRTUAL, 1),
                log("""
                {"kind":"hook","name":"hikari-pool","state":"applied","class":"a.C","detail":""}
                {"kind":"note","text":"seen late"}
                """),
                new CarrierWatch.Life(List.of(), Instant.EPOCH, List.of()),
                List.of());
        assertEquals(
                List.of("seen early", "said by the race", "seen late"),
                state.race().target().notes());
        assertEquals(
                List.of("tomcat: applied", "hikari-pool: applied"),
                state.race().target().hooks());
        assertEquals("target.log", state.race().target().output());
    }

    private AgentLog log(String text) throws Exception {
        return AgentLog.read(Files.writeString(folder.resolve("agent.jsonl"), text));
    }

    private RaceState state() {
        RaceOptions options = new RaceOptions(
                new RaceOptions.TargetChoice.Jar(folder.resolve("app.jar"), List.of()),
                List.of(Workload.path("/", "/", List.of())),
                new RaceOptions.BystanderChoice.Nobody(),
                OptionalInt.empty(),
                List.of(10),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                1,
                OptionalDouble.empty(),
                true,
                List.of(VIRTUAL),
                RaceOptions.SwitchChoice.AUTOMATIC,
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Optional.empty(),
                folder,
                folder);
        CarrierWatch carriers = (trace, windows) -> {
            throw new Failure("nothing was recorded", "record it");
        };
        return new RaceState(
                options,
                "0.1",
                List.of("heddle"),
                new RaceServices(carriers, (holder, jdk) -> new Remedies.Remedy("", ""), Optional.empty()));
    }
}
