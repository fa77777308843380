package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WaitClass;
import io.heddle.waits.RecordedWaits.Sum;
import io.heddle.waits.TimedWait.Actor;
import io.heddle.waits.TimedWait.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What events tell, added up: against what was planted.
class RecordedAccountTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final StackFrame SERVER = frame("sun.net.httpserver.ServerImpl$Exchange", "run");
    private static final List<StackFrame> IN_LOCK = List.of(
            frame("jdk.internal.misc.Unsafe", "park"),
            frame("java.util.concurrent.locks.LockSupport", "park"),
            frame("java.util.concurrent.locks.ReentrantLock", "lock"),
            frame("shop.Orders", "add"),
            SERVER);
    private static final List<StackFrame> ASLEEP_IN_LOCK =
            List.of(frame("java.lang.Thread", "sleep"), frame("shop.Orders", "add"), SERVER);
    private static final List<StackFrame> IDLE = List.of(
            frame("jdk.internal.misc.Unsafe", "park"),
            frame("java.util.concurrent.locks.LockSupport", "park"),
            frame("java.util.concurrent.LinkedBlockingQueue", "take"),
            frame("java.util.concurrent.ThreadPoolExecutor", "getTask"));

    private final RecordedAccount account = new RecordedAccount();

    /// Four threads: one at a time is asleep in the lock for 100 ms, the others wait for it.
    @Test
    void whoWaitsForALockIsTold() {
        account.window(0, 10 * SECOND);
        for (int turn = 0; turn < 100; turn++) {
            for (int thread = 0; thread < 4; thread++) {
                boolean has = turn % 4 == thread;
                add(
                        has ? Source.SLEEP : Source.PARK,
                        thread,
                        turn * 100 * MILLI,
                        100 * MILLI,
                        has ? ASLEEP_IN_LOCK : IN_LOCK);
            }
        }
        RecordedWaits waits = account.close();
        Sum lock = waits.sums().getFirst();
        assertEquals(WaitClass.LOCK, lock.kind());
        assertTrue(lock.contended());
        assertEquals(3.0, lock.threads().estimate(), 1e-6);
        assertEquals(300, lock.visits());
        assertEquals("shop.Orders.add", lock.owner().orElseThrow().place());
        assertEquals("sleeps", lock.owner().orElseThrow().does());
        assertEquals(4.0, waits.servingThreads(), 1e-6);
        assertEquals(0.75, lock.share(), 1e-6);
        double millis = waits.account(java.util.Optional.of(10.0))
                .first()
                .orElseThrow()
                .millisPerRequest()
                .orElseThrow()
                .estimate();
        assertEquals(300, millis, 1e-6);
    }

    /// A pinned sleep is told twice, the park within it first.
    @Test
    void whatStandsWithinAnotherCountsOnce() {
        account.window(0, SECOND);
        add(Source.PARK, 1, 10 * MILLI, 80 * MILLI, IN_LOCK);
        add(Source.SLEEP, 1, 5 * MILLI, 90 * MILLI, ASLEEP_IN_LOCK);
        List<Sum> sums = account.close().sums();
        assertEquals(1, sums.size());
        assertEquals(WaitClass.SLEEP, sums.getFirst().kind());
        assertEquals(0.09, sums.getFirst().threads().estimate(), 1e-9);
    }

    /// A worker without work serves nobody; what it does between two events is time of requests.
    @Test
    void whatNoEventTellsIsASumOfItsOwn() {
        account.window(0, 10 * SECOND);
        add(Source.PARK, 1, 0, SECOND, IDLE);
        add(Source.SLEEP, 1, 5 * SECOND, SECOND, ASLEEP_IN_LOCK);
        RecordedWaits waits = account.close();
        assertEquals(0.5, waits.servingThreads(), 1e-6);
        Sum untold = waits.sums().getFirst();
        assertEquals(RecordedSums.UNTOLD, untold.name());
        assertEquals(0.4, untold.threads().estimate(), 1e-6);
        assertEquals(0, waits.untoldVirtual(), 1e-9);
    }

    /// The stack of a sleep begins with its caller on JDK 25.
    @Test
    void aSleepOfALimiterIsAWaitForIt() {
        account.window(0, SECOND);
        add(
                Source.SLEEP,
                1,
                0,
                SECOND,
                List.of(
                        frame("com.google.common.util.concurrent.Uninterruptibles", "sleepUninterruptibly"),
                        frame("com.google.common.util.concurrent.RateLimiter", "acquire"),
                        frame("shop.Orders", "add"),
                        SERVER));
        Sum limiter = account.close().sums().getFirst();
        assertEquals(WaitClass.POOL, limiter.kind());
        assertEquals("Guava RateLimiter", limiter.name());
    }

    /// Half a second in a minute is less than a twentieth of the time.
    @Test
    void aBurstIsNoQueue() {
        account.window(0, 60 * SECOND);
        for (int thread = 0; thread < 20; thread++) {
            add(Source.PARK, thread, 30 * SECOND, SECOND / 2, IN_LOCK);
        }
        assertFalse(account.close().sums().getFirst().contended());
    }

    private void add(Source source, long thread, long start, long nanos, List<StackFrame> stack) {
        account.add(new TimedWait(
                source, new Actor(thread + 1, "pool-1-thread-" + thread, false), start, nanos, stack, "", 0));
    }

    private static StackFrame frame(String type, String method) {
        return new StackFrame(type, method, "", 1, -1, method.equals("park"), false);
    }
}
