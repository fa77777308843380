package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WaitAccount;
import io.heddle.model.WaitClass;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Threads as dumps of JDK 25 tell them.
class AccountTest {

    private static final StackFrame PARK = frame("jdk.internal.misc.Unsafe", "park");
    private static final StackFrame SLEEP = frame("java.lang.Thread", "sleep");

    private static StackFrame frame(String type, String method) {
        return new StackFrame(type, method, "", 7, -1, false, false);
    }

    private static ThreadSnapshot thread(
            long id, boolean virtual, String state, ThreadSnapshot.Locks locks, StackFrame... stack) {
        return new ThreadSnapshot(id, "t" + id, virtual, "", state, locks, "", false, List.of(stack));
    }

    private static ThreadSnapshot blocked(long id, boolean virtual, String monitor) {
        return thread(
                id,
                virtual,
                "BLOCKED",
                new ThreadSnapshot.Locks(monitor, "", "", 0, "", Map.of(), List.of()),
                frame("com.shop.Carts", "add"));
    }

    private static ThreadSnapshot sleeps(long id, boolean virtual, String monitor) {
        return thread(
                id,
                virtual,
                "TIMED_WAITING",
                new ThreadSnapshot.Locks("", "", "", 0, "", Map.of(1, List.of(monitor)), List.of()),
                SLEEP,
                frame("com.shop.Carts", "add"));
    }

    private static WaitAccount account(int samples, int threads, IntFunction<ThreadSnapshot> make) {
        Account account = new Account(Optional.empty());
        for (int sample = 0; sample < samples; sample++) {
            Map<Long, ThreadSnapshot> all = new LinkedHashMap<>();
            IntStream.range(0, threads).mapToObj(make).forEach(each -> all.put(each.id(), each));
            account.add(
                    new ThreadDump(sample, new ThreadDump.Jvm(1, "25"), new ThreadDump.Tells(false, true, true), all));
        }
        return account.close();
    }

    /// A lock for each cart, four threads that wait for each of thirty.
    @Test
    void manyLocksOfOneKindAreOneThingThatRequestsWaitFor() {
        WaitAccount account = account(3, 150, i -> {
            String cart = "com.shop.Cart@" + i / 5;
            return i % 5 == 0 ? sleeps(i + 1, true, cart) : blocked(i + 1, true, cart);
        });
        assertTrue(account.isContended(), account.toString());
        assertEquals(WaitClass.MONITOR, account.first().orElseThrow().kind());
        assertEquals(120, account.first().orElseThrow().waiting());
    }

    @Test
    void oneVirtualThreadHidesNoThreadsOfAServer() {
        WaitAccount account = account(
                3,
                22,
                i -> i == 0
                        ? sleeps(1, true, "java.lang.Object@1")
                        : i == 1 ? sleeps(2, false, "com.shop.Ledger@2") : blocked(i + 1, false, "com.shop.Ledger@2"));
        assertTrue(account.isContended(), account.toString());
        assertEquals(20, account.first().orElseThrow().waiting());
    }

    /// A pool of the program's own: its connections lie in a queue.
    @Test
    void aRequestThatTakesFromAnEmptyQueueWaitsForWhatOthersHave() {
        StackFrame known = frame("sun.net.httpserver.ServerImpl$Exchange", "run");
        WaitAccount account = account(
                3,
                30,
                i -> i < 2
                        ? thread(
                                i + 1,
                                true,
                                "WAITING",
                                ThreadSnapshot.Locks.NONE,
                                SLEEP,
                                frame("com.shop.Db", "ask"),
                                known)
                        : thread(
                                i + 1,
                                true,
                                "WAITING",
                                ThreadSnapshot.Locks.NONE,
                                PARK,
                                frame("java.util.concurrent.ArrayBlockingQueue", "take"),
                                frame("com.shop.Db", "borrow"),
                                known));
        assertTrue(account.isContended(), account.toString());
        assertEquals(WaitClass.QUEUE, account.first().orElseThrow().kind());
    }

    @Test
    void aWorkerThatWaitsForWorkIsNoRequest() {
        WaitAccount account = account(
                3,
                30,
                i -> thread(
                        i + 1,
                        true,
                        "WAITING",
                        ThreadSnapshot.Locks.NONE,
                        PARK,
                        frame("java.util.concurrent.ArrayBlockingQueue", "take"),
                        frame("com.shop.Worker", "run")));
        assertFalse(account.isContended(), account.toString());
    }

    /// Each waits for what the next one has.
    @Test
    void manyOwnersAreLookedUpOnce() {
        int threads = 20_000;
        WaitAccount account = assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> account(
                        1,
                        threads,
                        i -> thread(
                                i + 1,
                                true,
                                "BLOCKED",
                                new ThreadSnapshot.Locks(
                                        "L@" + (i + 1), "", "", 0, "", Map.of(0, List.of("L@" + i)), List.of()),
                                frame("com.shop.Chain", "next"))));
        assertTrue(account.isContended(), account.first().toString());
    }
}
