package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

    private static final long SERVICE = MILLISECONDS.toNanos(50);

    @Test
    void startsNothingBeforeItBegins() {
        OpenLoop loop = new OpenLoop(10);
        assertEquals(Scheduler.NONE, loop.next(SECONDS.toNanos(5)));
        assertEquals(Long.MAX_VALUE, loop.due());
        assertEquals(0, loop.waiting(SECONDS.toNanos(5)));
    }

    @Test
    void startsDoNotDriftAtRatesThatDoNotDivideASecond() {
        OpenLoop loop = new OpenLoop(3);
        loop.begin(1_000);
        for (int i = 0; i < 3_000_000; i++) {
            loop.next(Long.MAX_VALUE - 1);
        }
        assertEquals(1_000 + SECONDS.toNanos(1_000_000), loop.due(), 1);
    }

    @Test
    void handsOutNothingEarlyAndEverythingLate() {
        OpenLoop loop = new OpenLoop(1_000);
        loop.begin(0);
        assertEquals(0, loop.next(0));
        assertEquals(Scheduler.NONE, loop.next(999_999));
        assertEquals(5, loop.waiting(5_000_000));
        for (int i = 1; i <= 5; i++) {
            assertEquals(i * 1_000_000L, loop.next(5_000_000));
        }
        assertEquals(Scheduler.NONE, loop.next(5_000_000));
        assertEquals(0, loop.waiting(5_000_000));
    }

    @Test
    void expiresOnlyWhatHasWaitedTooLong() {
        OpenLoop loop = new OpenLoop(1_000);
        loop.begin(0);
        assertEquals(0, loop.expired(1));
        assertEquals(Scheduler.NONE, loop.expired(1_000_000));
        assertEquals(1_000_000, loop.expired(1_000_001));
    }

    @Test
    void latencyUnderPausesIsThatOfTheQueue() {
        List<QueueTruth.Pause> pauses = List.of(
                new QueueTruth.Pause(SECONDS.toNanos(3), SECONDS.toNanos(4)),
                new QueueTruth.Pause(SECONDS.toNanos(9), SECONDS.toNanos(10)));
        Histogram truth = new QueueTruth(0, 4_000, 400, SERVICE, pauses)
                .completedBetween(SECONDS.toNanos(1), SECONDS.toNanos(16));

        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(
                time,
                new OpenLoop(4_000),
                400,
                sent -> SERVICE
                        + pauses.stream()
                                .filter(pause -> sent >= pause.from() && sent < pause.to())
                                .mapToLong(QueueTruth.Pause::to)
                                .findAny()
                                .orElse(sent));
        time.runUntil(SECONDS.toNanos(1));
        target.tally().resetHistograms();
        Snapshot open = target.snapshot();
        time.runUntil(SECONDS.toNanos(16));
        Histogram measured = target.tally().latency();

        for (double percent : new double[] {50, 90, 99, 99.9, 100}) {
            assertEquals(truth.getValueAtPercentile(percent), measured.getValueAtPercentile(percent), "p" + percent);
        }
        // two pauses of a second in fifteen: without the intended start, p90 would read 50 ms
        assertTrue(measured.getValueAtPercentile(90) > 500e6);
        Window window = Window.of(List.of(open, target.snapshot()), new Load.Open(4_000, 400), measured.getMaxValue());
        assertEquals(4_000, window.throughput(), 1);
        assertEquals(1, window.little(), 0.001);
    }

    @Test
    void theLogOfAnswersTellsTheSameTruthAsThatOfPauses() {
        List<QueueTruth.Pause> pauses = List.of(new QueueTruth.Pause(SECONDS.toNanos(3), SECONDS.toNanos(4)));
        long[] answers = new long[30_000];
        int[] next = {0};
        VirtualTime time = new VirtualTime();
        new SimulatedTarget(time, new OpenLoop(4_000), 400, sent -> {
            long answered = SERVICE
                    + (sent >= pauses.getFirst().from()
                                    && sent < pauses.getFirst().to()
                            ? pauses.getFirst().to()
                            : sent);
            answers[next[0]++] = answered;
            return answered;
        });
        time.runUntil(SECONDS.toNanos(6));
        long[] log = java.util.Arrays.copyOf(answers, next[0]);
        java.util.Arrays.sort(log);
        Histogram byPauses =
                new QueueTruth(0, 4_000, 400, SERVICE, pauses).completedBetween(SECONDS.toNanos(1), SECONDS.toNanos(6));
        Histogram byAnswers = QueueTruth.ofAnswers(log, 4_000, SERVICE, SECONDS.toNanos(1), SECONDS.toNanos(6));
        for (double percent : new double[] {50, 90, 99, 100}) {
            assertEquals(
                    byPauses.getValueAtPercentile(percent), byAnswers.getValueAtPercentile(percent), "p" + percent);
        }
    }

    @Test
    void anOverloadedTargetKeepsItsQueueInTheGenerator() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new OpenLoop(200), 5, sent -> sent + SERVICE);
        time.runUntil(SECONDS.toNanos(10));
        Snapshot end = target.snapshot();
        // 2,001 were to start, five connections answered 100 a second
        assertEquals(1_000, end.answered(), 5);
        assertEquals(2_001, end.answered() + end.inFlight());
        // the queue grew by 100 a second: on average half of what it is at the end
        assertEquals(500, end.area() / SECONDS.toNanos(10), 5);
    }

    @Test
    void lagIsCountedOnlyWhereAConnectionWasFree() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new OpenLoop(200), 5, sent -> sent + SERVICE);
        time.runUntil(SECONDS.toNanos(1));
        // the first connection took the first request at once, the fifth was the last that a request found
        // free
        assertEquals(4, target.tally().startLag().getTotalCount());
        assertEquals(0, target.tally().startLag().getMaxValue());
    }
}
