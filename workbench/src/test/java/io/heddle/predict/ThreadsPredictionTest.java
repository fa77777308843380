package io.heddle.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Decision;
import io.heddle.model.Failure;
import io.heddle.model.Holder.Cause;
import io.heddle.model.Prediction;
import io.heddle.model.Verdict;
import io.heddle.model.WaitClass;
import io.heddle.waits.RequestWork;
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.RequestWork.Shared;
import io.heddle.waits.RequestWork.Workers;
import io.heddle.waits.ServiceSeen;
import io.heddle.waits.ServiceSeen.Counted;
import io.heddle.waits.ServiceSeen.Hold;
import io.heddle.waits.ServiceSeen.Limit;
import io.heddle.waits.ServiceSeen.Place;
import io.heddle.waits.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Services whose limits are known, by what their threads do.
class ThreadsPredictionTest {

    private static final int CPUS = 4;
    private static final int MOMENTS = 1_000;
    private static final StackFrame FRAME = new StackFrame("com.example.Ledger", "write", "()V", 7, 3, false, false);
    private static final Optional<Place> LEDGER =
            Optional.of(new Place(Cause.MONITOR, FRAME.type(), FRAME.method(), 7, "ledger.jar"));

    private record Does(WaitClass kind, double threads, Optional<Place> to23, Optional<Place> from24, boolean unread) {}

    private static Does waits(double threads) {
        return new Does(WaitClass.SOCKET, threads, Optional.empty(), Optional.empty(), false);
    }

    private static Does holds(double threads) {
        return new Does(WaitClass.SLEEP, threads, LEDGER, Optional.empty(), false);
    }

    private static Does line(double threads) {
        return new Does(WaitClass.MONITOR, threads, LEDGER, Optional.empty(), false);
    }

    private static ServiceSeen seen(int threads, Optional<Double> rate, List<Shared> shared, Does... does) {
        double mean = Stream.of(does).mapToDouble(Does::threads).sum();
        List<Hold> holds = new ArrayList<>();
        for (Does each : does) {
            Doing doing = new Doing(
                    each.kind(),
                    each.kind() == WaitClass.MONITOR,
                    "",
                    List.of(FRAME),
                    Set.of(),
                    true,
                    each.threads(),
                    Math.round(each.threads() * MOMENTS),
                    each.threads() / (mean * mean * MOMENTS));
            holds.add(new Hold(doing, each.to23(), each.from24(), each.unread()));
        }
        return new ServiceSeen(
                true,
                "app.jfr",
                "60 s",
                21,
                Optional.of(CPUS),
                Optional.of(0.1),
                rate.map(told -> new Counted(told, "test")),
                Optional.of(new Limit(threads, "test")),
                Map.of(),
                new RequestWork(
                        60,
                        MOMENTS,
                        Collections.nCopies(MOMENTS, mean),
                        holds.stream().map(Hold::doing).toList(),
                        shared,
                        List.of(new Workers("http-#", Optional.empty(), threads, 0)),
                        0,
                        ""),
                holds,
                List.of(),
                List.of());
    }

    private static Prediction predict(ServiceSeen seen) {
        return new Predictor(
                        new Wish(Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), 2, List.of(21, 25)))
                .seen(seen);
    }

    private static Verdict.Kind verdict(Prediction prediction, int jdk) {
        return prediction.predicted().stream()
                .filter(each -> each.jdk() == jdk)
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    @Test
    void busyThreadsThatWaitForOthersAreAGain() {
        Prediction told = predict(seen(20, Optional.of(200.0), List.of(), waits(15)));
        assertEquals(Verdict.Kind.GAIN, verdict(told, 21), told.first());
        assertEquals(Verdict.Kind.GAIN, verdict(told, 25), told.first());
        assertTrue(told.need().orElseThrow().needed());
        assertEquals(266, told.predicted().getFirst().platform().orElseThrow().estimate(), 5, "20 threads ÷ 75 ms");
    }

    @Test
    void aMonitorThatWouldHoldThreeOfFourCarriersIsHarmOn21AndNoneOn25() {
        Prediction told = predict(seen(200, Optional.of(60.0), List.of(), holds(3.1), waits(10)));
        assertEquals(Verdict.Kind.HARM, verdict(told, 21), told.first());
        assertTrue(told.predicted().getFirst().text().contains("Ledger.write would hold 3.1 of 4 carriers"));
        assertEquals(
                Decision.Kind.NEWER_JDK, told.predicted().getFirst().decision().kind());
        assertFalse(verdict(told, 25) == Verdict.Kind.HARM);
        assertEquals(
                Decision.Kind.NO_NEED, told.predicted().getLast().decision().kind());
        assertEquals(
                CarrierTail.allHeld(3.1, List.of(), CPUS),
                told.predicted().getFirst().carriers().orElseThrow().allHeldShare(),
                1e-9);
        assertEquals(3_100, told.predicted().getFirst().holders().getFirst().millisPerSecond(), 1);
    }

    /// It lets one request through at a time on either kind of threads.
    @Test
    void aServiceThatDoesNothingButQueueForOneMonitorIsNoGain() {
        Shared lock =
                new Shared(WaitClass.MONITOR, "Object of Ledger.write", "", 0.6, 1, 1, 0.9, 0.5, Optional.empty());
        Prediction told = predict(seen(40, Optional.of(60.0), List.of(lock), holds(0.6), line(0.9)));
        assertEquals(Verdict.Kind.NO_GAIN, verdict(told, 21), told.first());
        assertEquals(Verdict.Kind.NO_GAIN, verdict(told, 25), told.first());
        assertEquals("lock", told.predicted().getFirst().limit().kind());
    }

    /// Behind a line that holds all carriers the others wait too.
    @Test
    void aLineForAMonitorHarmsWhatElseThereIs() {
        Shared lock = new Shared(WaitClass.MONITOR, "Object of Ledger.write", "", 0.9, 1, 1, 8, 0.9, Optional.empty());
        Prediction told = predict(seen(200, Optional.of(60.0), List.of(lock), holds(0.9), line(8), waits(10)));
        assertEquals(Verdict.Kind.HARM, verdict(told, 21), told.first());
        assertFalse(verdict(told, 25) == Verdict.Kind.HARM, told.first());
    }

    @Test
    void aPoolThatIsFullIsNoGainWithoutARateToo() {
        Shared pool = new Shared(WaitClass.POOL, "HikariCP", "HikariCP", 9.5, 10, 10, 12, 0.8, Optional.empty());
        Prediction told = predict(seen(200, Optional.empty(), List.of(pool), waits(21.5)));
        assertEquals(Verdict.Kind.NO_GAIN, verdict(told, 25), told.first());
        assertEquals("HikariCP", told.predicted().getLast().limit().name());
        assertTrue(told.observed().waits().stream()
                .allMatch(spent -> spent.millisPerRequest().isEmpty()));
        assertFalse(told.first().contains("ms"), told.first());
    }

    @Test
    void aPoolOfUnknownSizeLeavesItOpen() {
        Shared pool = new Shared(WaitClass.POOL, "HikariCP", "HikariCP", 8, 9, 0, 0, 0, Optional.empty());
        Prediction told = predict(seen(20, Optional.of(100.0), List.of(pool), waits(15)));
        assertEquals(Verdict.Kind.UNDECIDED, verdict(told, 25), told.first());
        assertTrue(told.notKnown().stream().anyMatch(each -> each.how().contains("--pool 'HikariCP=10'")));
    }

    /// Threads wait for it, so it is full at times.
    @Test
    void aPoolOfWhichNoStackShowsTheUseLeavesItOpen() {
        Shared pool = new Shared(WaitClass.POOL, "HikariCP", "HikariCP", 0, 0, 0, 0.5, 0.2, Optional.empty());
        Prediction told = predict(seen(20, Optional.of(100.0), List.of(pool), waits(15)));
        assertEquals(Verdict.Kind.UNDECIDED, verdict(told, 25), told.first());
    }

    @Test
    void whatEventsSawInLineIsAddedToWhatSamplesSaw() {
        Shared lock = new Shared(WaitClass.LOCK, "ReentrantLock of A.b", "", 0.2, 1, 1, 0.1, 0.1, Optional.empty());
        RequestWork samples = seen(20, Optional.empty(), List.of(), waits(2)).work();
        RequestWork events = seen(20, Optional.empty(), List.of(lock), waits(3)).work();
        assertEquals(List.of(lock), samples.withShared(events).shared());
        assertEquals(samples.mean(), samples.withShared(events).mean(), 1e-9);
        assertEquals(List.of(lock), events.withShared(events).shared());
    }

    @Test
    void classesThatWereNotFoundLeave21Open() {
        Does unknown = new Does(WaitClass.SOCKET, 15, Optional.empty(), Optional.empty(), true);
        Prediction told = predict(seen(20, Optional.of(200.0), List.of(), unknown));
        assertEquals(Verdict.Kind.UNDECIDED, verdict(told, 21), told.first());
        assertEquals(Verdict.Kind.GAIN, verdict(told, 25), told.first());
    }

    @Test
    void withoutLoadNothingIsSaid() {
        Failure refused =
                assertThrows(Failure.class, () -> predict(seen(20, Optional.empty(), List.of(), waits(0.001))));
        assertTrue(refused.sentence().contains("no thread served a request"), refused.sentence());
    }
}
