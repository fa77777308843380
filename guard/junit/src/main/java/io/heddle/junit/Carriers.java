package io.heddle.junit;

import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether a virtual thread may have been pinned lately. If not, the recording need not be read: a reading takes some
/// milliseconds, and one look takes some microseconds.
///
/// A virtual thread that is pinned for a time `over` stays on its carrier meanwhile. If looks are at most half of that
/// time apart, two in a row meet it there. If two looks were further apart, a pin may lie between them, unless each
/// carrier was idle at both looks and never woke. So what this class says depends on no luck: a look that comes too
/// late costs a reading.
final class Carriers {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ThreadGroup ROOT = root();
    private static final long NONE = -1;
    private static final ThreadInfo[] NOBODY = {};

    private Map<Long, Carrier> seen = Map.of();
    private long[] candidates = {};
    /// How many threads the JVM had ever started when it listed them.
    private long listed = NONE;
    private boolean listsAgain;
    private long last = System.nanoTime();
    private long mostNanos;
    private boolean told;
    private boolean suspected;

    /// A carrier at a look.
    ///
    /// @param holds the number of the virtual thread that is on it
    /// @param waits how often it waited in its life; an idle carrier waits for work
    private record Carrier(long holds, long waits, State state) {

        static Carrier of(ThreadInfo thread) {
            boolean holds = thread.getLockInfo() != null
                    && thread.getLockInfo().getClassName().equals(Pin.VIRTUAL_THREAD);
            return new Carrier(
                    holds ? thread.getLockOwnerId() : NONE,
                    thread.getWaitedCount() + thread.getBlockedCount(),
                    thread.getThreadState());
        }

        boolean isTaken() {
            return holds != NONE;
        }

        boolean isIdle() {
            return !isTaken() && (state == State.WAITING || state == State.TIMED_WAITING);
        }
    }

    Carriers(Duration over) {
        setOver(over);
    }

    /// Shorter pins need not be suspected.
    synchronized void setOver(Duration over) {
        mostNanos = over.toNanos() / 2;
    }

    /// Whether this JVM tells which virtual thread is on a carrier: it must tell of one that is known to be on one.
    /// Until it did, a pin is always suspected.
    synchronized boolean learn(Thread pinned) {
        told |= look().values().stream().anyMatch(carrier -> carrier.holds == pinned.threadId());
        return told;
    }

    /// Looks once; somebody calls this often enough.
    synchronized Map<Long, Carrier> look() {
        long now = System.nanoTime();
        Map<Long, Carrier> carriers = new HashMap<>();
        refresh();
        for (ThreadInfo thread : candidates.length == 0 ? NOBODY : THREADS.getThreadInfo(candidates)) {
            if (thread != null) {
                carriers.put(thread.getThreadId(), Carrier.of(thread));
            }
        }
        boolean late = System.nanoTime() - last > mostNanos;
        for (Map.Entry<Long, Carrier> carrier : carriers.entrySet()) {
            suspected |= isSuspect(seen.get(carrier.getKey()), carrier.getValue(), late);
        }
        seen = carriers;
        last = now;
        return carriers;
    }

    private static boolean isSuspect(@Nullable Carrier before, Carrier now, boolean late) {
        return before == null
                ? late
                : now.isTaken() && now.holds == before.holds || late && !(now.isIdle() && now.equals(before));
    }

    /// Whether a pin may have ended since it was last forgotten.
    synchronized boolean mayHavePinned() {
        look();
        return suspected || !told;
    }

    /// What happened until now is known, or of no interest. A pin that goes on may end right after the next look.
    synchronized void forget() {
        look();
        suspected = seen.values().stream().anyMatch(Carrier::isTaken);
    }

    /// The JDK's carriers are workers of a fork-join pool. Other pools' workers are among them; no virtual thread is on
    /// those. The JVM lists its threads only if one was started since. It counts a thread a moment before it lists
    /// it, so that the next look lists them again.
    private void refresh() {
        long started = THREADS.getTotalStartedThreadCount();
        boolean isNew = started != listed;
        if (!isNew && !listsAgain) {
            return;
        }
        listsAgain = isNew;
        listed = started;
        Thread[] all = new Thread[2 * ROOT.activeCount() + 16];
        int count = ROOT.enumerate(all, true);
        candidates = Arrays.stream(all, 0, count)
                .filter(ForkJoinWorkerThread.class::isInstance)
                .mapToLong(Thread::threadId)
                .toArray();
    }

    static Set<Long> platformThreads() {
        return Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toUnmodifiableSet());
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
