package io.heddle.agent.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Says once of each what a virtual thread cannot have, where the target asks for it.
public final class Lost {

    /// Stacks that are looked at for who asks about threads: they are costly, and the JDK itself may ask again and
    /// again.
    private static final int MOST_LOOKS = 100;

    /// Beginnings of the names of the JDK's own classes.
    private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    private static final AtomicBoolean PRIORITY_NOTED = new AtomicBoolean();
    private static final AtomicBoolean GROUP_NOTED = new AtomicBoolean();
    private static final AtomicInteger LOOKS = new AtomicInteger();

    private Lost() {}

    /// A pool whose workers are virtual got this platform thread from its factory.
    static void of(Thread made) {
        if (made.getPriority() != Thread.currentThread().getPriority()) {
            priority("the pool of thread '".concat(made.getName()).concat("'"), made.getPriority());
        }
        ThreadGroup group = made.getThreadGroup();
        if (group != null && isOwn(group) && !GROUP_NOTED.getAndSet(true)) {
            String type = group.getClass() == ThreadGroup.class
                    ? "'".concat(group.getName()).concat("'")
                    : group.getClass().getName();
            Reports.note("the pool of thread '"
                    .concat(made.getName())
                    .concat("' has a thread group of its own (")
                    .concat(type)
                    .concat("): virtual threads have none"));
        }
    }

    /// A server's pool whose tasks run on virtual threads asks for this priority.
    public static void priorityOf(@Nullable String pool, int priority) {
        priority("the server's pool '".concat(String.valueOf(pool)).concat("'"), priority);
    }

    /// Somebody asks the JVM's `ThreadMXBean`. The JDK's own tools may, and do not count.
    public static void threadsAsked() {
        if (LOOKS.get() >= MOST_LOOKS || LOOKS.getAndIncrement() >= MOST_LOOKS) {
            return;
        }
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (!isJdk(frame.getClassName())) {
                if (LOOKS.getAndSet(MOST_LOOKS) < MOST_LOOKS) {
                    Reports.note(
                            frame.getClassName()
                                    .concat(
                                            " asks ThreadMXBean, which knows platform threads only: what it counts, times and dumps leaves virtual threads out"));
                }
                return;
            }
        }
    }

    private static void priority(String whose, int priority) {
        if (priority != Thread.NORM_PRIORITY && !PRIORITY_NOTED.getAndSet(true)) {
            Reports.note(whose.concat(" sets a thread priority of ")
                    .concat(Integer.toString(priority))
                    .concat(": virtual threads have none"));
        }
    }

    /// Every thread is in a group; those that the JVM brings, right below the one that holds them all, are
    /// nobody's wish.
    private static boolean isOwn(ThreadGroup group) {
        ThreadGroup parent = group.getParent();
        return group.getClass() != ThreadGroup.class || parent != null && parent.getParent() != null;
    }

    private static boolean isJdk(String className) {
        for (String beginning : JDK) {
            if (className.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
