package io.heddle.agent;

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

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
