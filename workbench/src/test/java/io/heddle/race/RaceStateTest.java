package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.model.Arm;
import io.heddle.model.CarrierWatch;
import io.heddle.model.DroppedPath;
import io.heddle.model.Failure;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Remedies;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.TargetFault;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.requests.Workload;
import io.heddle.race.trial.TrialOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceStateTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
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

    private static PathFailure failure(String workload) {
        return new PathFailure(
                workload,
                new Failure(workload + " gave no good answer: {503=9}", "look", new TargetFault("errors alone")));
    }

    @Test
    void aPathThatBreaksTheArmOnPlatformThreadsCostsItself() throws Exception {
        RaceState state = state(List.of(PLATFORM, VIRTUAL), "/fine", "/broken", "/other");
        Schedule.Turn turn = new Schedule.Turn(PLATFORM, 1);
        String said = state.broken().broke(turn, failure("/broken"));
        assertEquals(
                "/broken is left out of the race, because it breaks the platform arm: /broken gave no good answer: {503=9}",
                said);
        assertEquals(List.of("/fine", "/other"), state.paths());
        assertEquals(
                List.of("/fine", "/other"),
                state.broken().left(turn, List.of("/fine", "/broken", "/other"), "/broken"));
        Race race = state.race();
        assertEquals(
                List.of("/fine", "/other"),
                race.verdicts().stream().map(Verdict::workload).toList());
        assertEquals(DroppedPath.Code.ERRORS, race.dropped().getFirst().code());
    }

    @Test
    void theLastPathThatBreaksEndsTheRace() throws Exception {
        RaceState state = state(List.of(PLATFORM, VIRTUAL), "/one", "/two");
        state.broken().broke(new Schedule.Turn(PLATFORM, 1), failure("/one"));
        assertThrows(Failure.class, () -> state.broken().broke(new Schedule.Turn(PLATFORM, 1), failure("/two")));
    }

    @Test
    void whereArmsOnVirtualThreadsAreComparedAPathIsGivenUpOnlyOnceItBreaksEach() throws Exception {
        Arm mended = new Arm("virtual=mended.jar", Arm.Mode.VIRTUAL, OptionalInt.empty());
        RaceState state = state(List.of(VIRTUAL, mended), "/one", "/two");
        assertEquals(
                "virtual 1 failed: /one gave no good answer: {503=9}",
                state.broken().broke(new Schedule.Turn(VIRTUAL, 1), failure("/one")));
        assertEquals(List.of("/one", "/two"), state.paths());
        state.broken().broke(new Schedule.Turn(mended, 1), failure("/one"));
        assertEquals(List.of("/two"), state.paths());
    }

    private static TrialOutcome trial(String workload, int connections, long requests, long errors) {
        Trial trial = new Trial(
                "platform",
                1,
                workload,
                new Load.Closed(connections),
                1,
                requests,
                null,
                requests,
                errors,
                0,
                errors == 0 ? Map.of() : Map.of("503", errors),
                0,
                new LatencyMillis(1, 1, 1, 1, 1, 1, List.of()),
                0.0,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                List.of(),
                List.of(),
                1,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, List.of(), 1, false, false, Instant.EPOCH, Instant.EPOCH);
    }

    @Test
    void aPathThatTheFirstLoadBreaksIsGivenUpWithItsReason() throws Exception {
        RaceState state = state(List.of(PLATFORM, VIRTUAL), "/fine", "/broken");
        Schedule.Turn turn = new Schedule.Turn(PLATFORM, 1);
        TrialOutcome refused = trial("/broken", 10, 300, 5_000);
        state.add(refused);
        PathFailure failure = state.broken().refused(turn, refused).orElseThrow();
        assertEquals(
                "/broken is left out of the race, because it breaks the platform arm: 5,000 of 5,300 requests failed at 10 connections (status 503)",
                state.broken().broke(turn, failure));
        assertEquals(List.of("/fine"), state.paths());
    }

    @Test
    void aPathThatOnlyMoreConnectionsBreakIsJudged() throws Exception {
        RaceState state = state(List.of(PLATFORM, VIRTUAL), "/fine", "/crowded");
        Schedule.Turn turn = new Schedule.Turn(PLATFORM, 1);
        TrialOutcome some = trial("/crowded", 10, 300, 200);
        state.add(some);
        assertEquals(Optional.empty(), state.broken().refused(turn, some), "less than half");
        TrialOutcome most = trial("/crowded", 100, 300, 5_000);
        state.add(most);
        assertEquals(Optional.empty(), state.broken().refused(turn, most));
        assertEquals(
                Optional.empty(),
                state.broken().refused(new Schedule.Turn(VIRTUAL, 1), trial("/fine", 10, 1, 9)),
                "harm of the virtual arm");
    }

    private AgentLog log(String text) throws Exception {
        return AgentLog.read(Files.writeString(folder.resolve("agent.jsonl"), text));
    }

    private RaceState state() {
        return state(List.of(VIRTUAL), "/");
    }

    private RaceState state(List<Arm> arms, String... paths) {
        RaceOptions options = new RaceOptions(
                new RaceOptions.TargetChoice.Jar(folder.resolve("app.jar"), List.of()),
                Arrays.stream(paths)
                        .map(path -> Workload.path(path, path, List.of()))
                        .toList(),
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
                arms,
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
