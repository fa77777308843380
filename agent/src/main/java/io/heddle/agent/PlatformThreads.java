package io.heddle.agent;

import java.util.ArrayList;
import java.util.List;

/// Counts the platform threads of the JVM without its management module, which would cost the target's start more than
/// all else that the agent does. Sampled: a thread that lives between two samples is not seen.
final class PlatformThreads {

    private final ThreadGroup root = root();
    private int live;
    private int before;

    /// Looks again.
    void sample() {
        before = live;
        live = root.activeCount();
    }

    /// Live platform threads, carriers of virtual threads among them.
    int live() {
        return live;
    }

    /// Most at the last two samples.
    int peak() {
        return Math.max(live, before);
    }

    /// Names of the live ones.
    List<String> names() {
        Thread[] threads = new Thread[root.activeCount() + 16];
        int found = root.enumerate(threads);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < found; i++) {
            names.add(threads[i].getName());
        }
        return names;
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
