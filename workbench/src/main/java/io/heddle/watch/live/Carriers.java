package io.heddle.watch.live;

import com.sun.management.ThreadMXBean;
import io.heddle.model.WatchNow;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What the target's carriers do, looked at from outside: a carrier whose stack is in a virtual thread and that uses
/// no processor is held. On every JDK, as carriers are platform threads.
final class Carriers {

    /// The scheduler is a pool like others: the first one, unless the program made one of its own before.
    private static final String POOLS = "ForkJoinPool-";
    private static final int DEPTH = 12;
    /// Looks between which nobody looks for new carriers.
    private static final int LOOKS = 20;

    private final ThreadMXBean threads;
    /// How its threads' names begin; empty until one was met at work.
    private String scheduler = "";
    /// The only pool there is, as long as that is not known; empty where there are several.
    private String shown = "";
    private long[] ids = new long[0];
    private long[] cpu = new long[0];
    private final Map<Long, Integer> carrying = new HashMap<>();
    private int looks;
    private int looksInSecond;
    private long since = System.nanoTime();

    /// @throws IOException when the target does not answer
    Carriers(Attached target) throws IOException {
        threads = ManagementFactory.newPlatformMXBeanProxy(
                target.beans(), ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    }

    /// Takes one look, some milliseconds of JMX.
    void look() {
        if (looks++ % LOOKS == 0) {
            find();
        }
        for (ThreadInfo info : threads.getThreadInfo(ids, DEPTH)) {
            if (info != null && carries(info)) {
                carrying.merge(info.getThreadId(), 1, Integer::sum);
                if (scheduler.isEmpty()) {
                    scheduler = pool(info.getThreadName());
                    looks = 0;
                }
            }
        }
        looksInSecond++;
    }

    private static boolean carries(ThreadInfo info) {
        return Arrays.stream(info.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("java.lang.VirtualThread")
                        && frame.getMethodName().equals("runContinuation"));
    }

    private static String pool(String thread) {
        return thread.substring(0, thread.lastIndexOf('-') + 1);
    }

    private void find() {
        List<ThreadInfo> all = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(info -> info.getThreadName().startsWith(scheduler.isEmpty() ? POOLS : scheduler))
                .toList();
        List<String> pools =
                all.stream().map(info -> pool(info.getThreadName())).distinct().toList();
        shown = pools.size() == 1 ? pools.getFirst() : scheduler;
        long[] found = all.stream().mapToLong(ThreadInfo::getThreadId).sorted().toArray();
        if (!Arrays.equals(found, ids)) {
            ids = found;
            cpu = threads.getThreadCpuTime(ids);
            carrying.clear();
            looksInSecond = 0;
            since = System.nanoTime();
        }
    }

    /// What they did since the last time; none while it is not known which of several pools they are.
    List<WatchNow.Carrier> take() {
        long[] used = ids.length == 0 ? ids : threads.getThreadCpuTime(ids);
        double passed = Math.max(1, System.nanoTime() - since);
        List<WatchNow.Carrier> carriers = new ArrayList<>();
        for (int i = 0; !shown.isEmpty() && i < ids.length; i++) {
            double running = Math.max(0, Math.min(1, (used[i] - cpu[i]) / passed));
            double mounted = (double) carrying.getOrDefault(ids[i], 0) / Math.max(1, looksInSecond);
            carriers.add(new WatchNow.Carrier(shown + i, running, Math.max(0, mounted - running)));
        }
        cpu = used;
        carrying.clear();
        looksInSecond = 0;
        since = System.nanoTime();
        return carriers;
    }
}
