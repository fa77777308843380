package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Failure;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.race.plan.Switch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentLogTest {

    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());

    private static final Switch AGENT = new Switch("agent", true, List.of());

    @TempDir
    private Path folder;

    @Test
    void sumsTheTicksWhoseMiddleLiesInTheWindow() throws Exception {
        AgentLog log = read("""
                {"kind":"hello","at":1000,"agent":"0.1","jdk":"25.0.3","mode":"flip","premainMillis":21.5}
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":7,"platform":1,"threads":20,"peakThreads":25,"pools":[]}
                {"kind":"tick","at":1400,"seconds":0.2,"virtual":9,"platform":1,"threads":20,"peakThreads":22,"pools":[{"name":"P","kind":"HikariCP","max":20,"active":3,"waiting":0,"holds":[[100000,90],[200000,10]]}]}
                {"kind":"tick","at":1600,"seconds":0.2,"virtual":5,"platform":0,"threads":20,"peakThreads":21,"pools":[{"name":"P","kind":"HikariCP","max":20,"active":20,"waiting":30,"holds":[[50000,4],[100000,96]]}]}
                {"kind":"jfr","folder":"/tmp/2026_11_21_10_00_00_1"}
                {"kind":"pins","at":1450,"count":3,"seconds":0.15}
                """);
        AgentLog.Window window = log.window(Instant.ofEpochMilli(1_250), Instant.ofEpochMilli(1_600));
        assertEquals(14, window.virtual());
        assertEquals(14.0 / 15, window.virtualShare().orElseThrow(), 1e-12);
        assertEquals(22, window.peakThreads());
        assertEquals(new Pins(3, 0.15), window.pins());
        PoolUse pool = window.pools().getFirst();
        assertEquals(20, pool.peakActive());
        assertEquals(30, pool.peakWaiting());
        assertEquals(200, pool.holds());
        assertEquals(100, pool.holdMillisP5(), 1e-9);
        assertEquals((4 * 50 + 186 * 100 + 10 * 200) / 200.0, pool.holdMillisMean(), 1e-9);
    }

    @Test
    void aPathHasTheHoldsOfItsOwnRequestsAlone() throws Exception {
        AgentLog log = read("""
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":7,"paths":[[1,4],[2,3]],"aside":[],"pools":[{"name":"P","kind":"HikariCP","max":20,"active":3,"waiting":0,"holds":[[100000,90]],"paths":[{"path":1,"holds":[[100000,90]]}]}]}
                {"kind":"tick","at":1400,"seconds":0.2,"virtual":9,"paths":[[2,9]],"aside":[],"pools":[{"name":"P","kind":"HikariCP","max":20,"active":3,"waiting":0,"holds":[[100000,90],[200000,10]],"paths":[{"path":1,"holds":[[100000,88]]},{"path":2,"holds":[[200000,9]]}]},{"name":"Q","kind":"HikariCP","max":20,"active":20,"waiting":0,"holds":[[50,4]],"paths":[]}]}
                """);
        AgentLog.Demand second = log.demand(2, Instant.ofEpochMilli(1_000), Instant.ofEpochMilli(1_400));
        assertEquals(12, second.requests());
        assertEquals(List.of("P"), second.pools().stream().map(PoolUse::name).toList());
        assertEquals(9, second.pools().getFirst().holds());
        assertEquals(200, second.pools().getFirst().holdMillisP5(), 1e-9);
        assertEquals(new AgentLog.Demand(0, List.of()), log.demand(3, Instant.EPOCH, Instant.ofEpochMilli(1_400)));
    }

    @Test
    void tellsWhichThreadsServedWhatIsAskedAside() throws Exception {
        AgentLog log = read("""
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":7,"paths":[],"aside":[[30,1100,0],[31,1120,0]],"pools":[]}
                {"kind":"tick","at":1400,"seconds":0.2,"virtual":9,"paths":[],"aside":[[30,1100,1290]],"pools":[]}
                """);
        assertEquals(
                List.of(
                        new CarrierWatch.ThreadTime(30, Instant.ofEpochMilli(1_100), Instant.ofEpochMilli(1_291)),
                        new CarrierWatch.ThreadTime(31, Instant.ofEpochMilli(1_120), Instant.ofEpochMilli(1_400))),
                log.aside());
    }

    @Test
    void tellsHowLateTheProbeRanAndWhatItStillWaitsFor() throws Exception {
        AgentLog log = read("""
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":7,"platform":0,"threads":20,"peakThreads":25,"pools":[]}
                {"kind":"probe","at":1200,"periodMillis":20.000,"outstandingMillis":3.100,"answers":[[1150,80.500,20.000],[1170,60000.000,100.000]]}
                {"kind":"tick","at":1400,"seconds":0.2,"virtual":9,"platform":1,"threads":20,"peakThreads":22,"pools":[]}
                {"kind":"probe","at":1400,"periodMillis":20.000,"outstandingMillis":180.000,"answers":[]}
                """);
        CarrierWatch.Trace trace = log.trace(List.of());
        assertEquals(
                List.of(
                        new CarrierWatch.Answer(Instant.ofEpochMilli(1_150), 0.0805, 0.02),
                        new CarrierWatch.Answer(Instant.ofEpochMilli(1_170), 60, 0.1)),
                trace.answers());
        assertEquals(Instant.ofEpochMilli(1_220), trace.outstanding().orElseThrow());
        assertEquals(List.of(17L, 0L), log.requestsFrom(Instant.ofEpochMilli(1_000), 2));
    }

    @Test
    void lineThatIsCutOffOrOfAnotherVersionIsSkipped() throws Exception {
        AgentLog log = read("""
                {"kind":"hello","at":1000,"agent":"0.1","jdk":"25.0.3","mode":"flip","premainMillis":21.5,"colour":"blue"}
                {"kind":"weather","text":"fine"}
                {"kind":"tick","at":1200,"seco""");
        assertEquals("25.0.3", log.hello().orElseThrow().jdk());
        assertEquals(Instant.EPOCH, log.lastTick());
    }

    @Test
    void refusesWhatRunsOnAnEventLoopAndNothingElse() throws Exception {
        String loop = """
                {"kind":"event-loop","server":"Reactor Netty","class":"reactor.netty.http.server.HttpServerConfig","threadClass":"reactor.netty.Loop","thread":"reactor-http-epoll-2"}
                """;
        Failure refused = assertThrows(Failure.class, () -> Proof.requireThreads(read(loop), 0));
        assertEquals(
                "nothing to flip: requests run on an event loop (Reactor Netty, set up by reactor.netty.http.server.HttpServerConfig, "
                        + "on thread 'reactor-http-epoll-2' of reactor.netty.Loop)",
                refused.getMessage());
        String alsoServing = loop + """
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":0,"platform":1,"threads":20,"peakThreads":25,"pools":[]}
                """;
        assertDoesNotThrow(() -> Proof.requireThreads(read(alsoServing), 0));
        assertDoesNotThrow(() -> Proof.requireThreads(read(""), 0));
        assertThrows(
                Failure.class,
                () -> Proof.requireThreads(read(alsoServing), 1),
                "what was counted before the first request to a path is a management server's");
    }

    @Test
    void anAgentThatFallsSilentIsNotTakenForAServerThatNobodyKnows() throws Exception {
        AgentLog log = read("""
                {"kind":"hello","at":1000,"agent":"0.1","jdk":"25.0.3","mode":"flip","premainMillis":21.5}
                {"kind":"tick","at":1200,"seconds":0.2,"virtual":7,"platform":1,"threads":20,"peakThreads":25,"pools":[]}
                """);
        Failure silent = assertThrows(
                Failure.class,
                () -> Proof.check(VIRTUAL, AGENT, OptionalDouble.empty(), log, Instant.ofEpochMilli(5_000)));
        assertTrue(
                silent.sentence().contains("stopped writing") && silent.next().contains("disk"), silent.sentence());
        Failure unknown = assertThrows(
                Failure.class,
                () -> Proof.check(VIRTUAL, AGENT, OptionalDouble.empty(), log, Instant.ofEpochMilli(1_200)));
        assertTrue(unknown.sentence().contains("counted no request"), unknown.sentence());
    }

    @Test
    void onlyAThreadForEachRequestHasNoBound() throws Exception {
        assertEquals(200, requestThreads(200, 0, "thread-pool"), "flipped thread by thread, the pool keeps its size");
        assertEquals(0, requestThreads(200, 2, "tomcat"));
        assertEquals(198, requestThreads(200, 2, ""));
        assertEquals(0, requestThreads(Integer.MAX_VALUE, 2, ""), "a cached pool has as many as it is asked for");
    }

    @ParameterizedTest
    @CsvSource({
        "tomcat-requests, applied, true",
        "jetty-requests, applied, true",
        "undertow-requests, applied, true",
        "jetty-requests, refused, false",
        "netty-requests, applied, false"
    })
    void onlyAHookAroundTheHandlingOfRequestsLimitsThem(String hook, String state, boolean limits) throws Exception {
        AgentLog log = read("""
                {"kind":"hook","name":"%s","state":"%s","class":"C","detail":""}
                """.formatted(hook, state));
        assertEquals(limits, log.seesRunning());
    }

    private int requestThreads(int threads, int reserved, String flippedBy) throws Exception {
        AgentLog log = read("""
                {"kind":"server","name":"S","version":"1","threads":%d,"reserved":%d,"flippedBy":"%s"}
                """.formatted(threads, reserved, flippedBy));
        return log.requestThreads(VIRTUAL, AGENT);
    }

    @Test
    void fileThatIsNotThereYetIsEmpty() {
        AgentLog log = AgentLog.read(folder.resolve("none"));
        assertTrue(log.hello().isEmpty());
        assertTrue(log.window(Instant.EPOCH, Instant.MAX.minusSeconds(100_000_000))
                .virtualShare()
                .isEmpty());
    }

    @Test
    void serverWithTheLargestPoolDispatchesTheRequests() throws Exception {
        AgentLog log = read("""
                {"kind":"server","name":"Jetty","version":"12.1.14","threads":8,"reserved":3,"flippedBy":""}
                {"kind":"server","name":"Tomcat","version":"11.0.27","threads":200,"reserved":0,"flippedBy":"tomcat-executor"}
                """);
        assertEquals("Tomcat 11.0.27", log.server().orElseThrow().title());
        assertEquals(200, log.server().orElseThrow().requestThreads());
    }

    private AgentLog read(String text) throws Exception {
        Path file = folder.resolve("agent.jsonl");
        Files.writeString(file, text);
        return AgentLog.read(file);
    }
}
