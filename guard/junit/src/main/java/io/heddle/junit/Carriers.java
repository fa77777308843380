package io.heddle.junit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Stream;

/// Whether any virtual thread ran lately. A pin ends with its carrier running on, so that carriers which used no CPU
/// had no pin, and the recording need not be read.
final class Carriers {

    private static final class Holder {
        static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }

    private Map<Long, Long> before = Map.of();

    /// Loads what the first question needs, so that no test waits for it.
    static void load() {
        Objects.requireNonNull(Holder.THREADS);
    }

    /// Whether a carrier used CPU since the last call that returned true; true where that cannot be known.
    boolean ran() {
        ThreadMXBean threads = Holder.THREADS;
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return true;
        }
        Map<Long, Long> now = new HashMap<>();
        candidates().forEach(thread -> now.put(thread.threadId(), threads.getThreadCpuTime(thread.threadId())));
        boolean ran = now.isEmpty() || now.containsValue(-1L) || !before.equals(now);
        if (ran) {
            before = now;
        }
        return ran;
    }

    /// The JDK's carriers are workers of a fork-join pool. Other pools' workers are among them: they cost a look too
    /// many.
    private static Stream<Thread> candidates() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] all = new Thread[2 * root.activeCount() + 16];
        int count = root.enumerate(all, true);
        return Arrays.stream(all, 0, count).filter(ForkJoinWorkerThread.class::isInstance);
    }
}
