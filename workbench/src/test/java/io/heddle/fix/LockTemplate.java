package io.heddle.fix;

import java.util.List;
import java.util.Set;

/// A class with monitors, which `fix` converts, and what threads may do with it.
///
/// @param code of the class; each monitor has a finding
/// @param tasks of one thread each: an expression with an object `a` and the `threads`
/// @param outcomes all that may come of it: the results of the threads in the order of the tasks
record LockTemplate(String name, String code, List<String> tasks, Set<String> outcomes) {

    static final LockTemplate REENTRANT =
            new LockTemplate("Reentrant", """
            public class Reentrant {
                private int count;
                public synchronized int add(int millis) throws InterruptedException {
                    if (millis > 0) { Thread.sleep(millis); }
                    more(count);
                    synchronized (this) { return count; }
                }
                private synchronized void more(int before) { count = before + 1; }
            }
            """, List.of("a.add(0)", "a.add(0)"), Set.of("1 2", "2 1"));

    static final LockTemplate FAILING = new LockTemplate(
            "Failing",
            """
            public class Failing {
                private int left = 1;
                private int tries;
                public synchronized int take(int millis) throws InterruptedException {
                    try {
                        if (millis > 0) { Thread.sleep(millis); }
                        if (left == 0) { throw new IllegalStateException(); }
                        return left--;
                    } finally {
                        tries++;
                    }
                }
                public int third() throws InterruptedException {
                    synchronized (this) {
                        if (tries < 2) { return 0; }
                        return tries;
                    }
                }
            }
            """,
            List.of("a.take(0)", "a.take(0)", "a.third()"),
            Set.of(
                    "1 IllegalStateException 0",
                    "1 IllegalStateException 2",
                    "IllegalStateException 1 0",
                    "IllegalStateException 1 2"));

    static final LockTemplate ALL_WAITERS = new LockTemplate(
            "AllWaiters", """
            public class AllWaiters {
                private int slot;
                public synchronized int put(int value, int millis) throws InterruptedException {
                    while (slot != 0) { wait(); }
                    if (millis > 0) { Thread.sleep(millis); }
                    slot = value;
                    notifyAll();
                    return 0;
                }
                public synchronized int take() throws InterruptedException {
                    while (slot == 0) { wait(); }
                    int value = slot;
                    slot = 0;
                    notifyAll();
                    return value;
                }
            }
            """, List.of("a.take()", "a.take()", "a.put(1, 0) + a.put(2, 0)"), Set.of("1 2 0", "2 1 0"));

    static final LockTemplate ONE_WAITER = new LockTemplate(
            "OneWaiter",
            permits("OneWaiter", ""),
            List.of("a.acquire(0)", "a.acquire(0)", "a.release() + a.release()"),
            Set.of("1 1 0", "1 2 0", "2 1 0"));

    static final LockTemplate INTERRUPTED = new LockTemplate(
            "Interrupted",
            permits(
                    "Interrupted",
                    "public int interrupt(Thread thread) { thread.interrupt(); return release() + release(); }"),
            List.of("a.acquire(0)", "a.acquire(0)", "a.interrupt(threads[0])"),
            Set.of("1 1 0", "1 2 0", "2 1 0", "InterruptedException 1 0", "InterruptedException 2 0"));

    static final LockTemplate NESTED = new LockTemplate(
            "Nested",
            """
            public class Nested {
                private final Object first = new Object();
                private final Object second = new Object();
                private int outer;
                private int inner;
                public int both(int millis) throws InterruptedException {
                    synchronized (first) {
                        outer++;
                        synchronized (second) {
                            if (millis > 0) { Thread.sleep(millis); }
                            inner++;
                            return outer * 10 + inner;
                        }
                    }
                }
                public int one() { synchronized (second) { return ++inner; } }
            }
            """,
            List.of("a.both(0)", "a.both(0)", "a.one()"),
            Set.of("11 22 3", "11 23 2", "12 23 1", "22 11 3", "23 11 2", "23 12 1"));

    static final LockTemplate BESIDE_ITS_OBJECT =
            new LockTemplate("BesideItsObject", """
            public class BesideItsObject {
                private final java.util.HashMap<String, Integer> counts = new java.util.HashMap<>();
                public int add(int millis) throws InterruptedException {
                    synchronized (counts) {
                        if (millis > 0) { Thread.sleep(millis); }
                        Integer before = counts.get("a");
                        counts.put("a", before == null ? 1 : before + 1);
                        return counts.get("a");
                    }
                }
            }
            """, List.of("a.add(0)", "a.add(0)"), Set.of("1 2", "2 1"));

    static List<LockTemplate> all() {
        return List.of(REENTRANT, FAILING, ALL_WAITERS, ONE_WAITER, INTERRUPTED, NESTED, BESIDE_ITS_OBJECT);
    }

    // Lincheck takes over `Thread.start` and `Thread.join` where the code names Thread itself, no class below it. It
    // takes for one thread's own what no static field leads to, and what the object of a lambda has.
    private static final String PLAY = """
            import java.util.concurrent.Callable;

            public class %2$s implements Callable<String> {
                private static Task[] started;

                private static final class Task implements Runnable {
                    private final int number;
                    private final %1$s a;
                    private final Thread[] threads;
                    private String said = "";

                    Task(int number, %1$s a, Thread[] threads) {
                        this.number = number;
                        this.a = a;
                        this.threads = threads;
                    }

                    @Override
                    public void run() {
                        try {
                            said = String.valueOf(result());
                        } catch (Exception e) {
                            said = e.getClass().getSimpleName();
                        }
                    }

                    private int result() throws Exception {
                        return switch (number) {
            %4$s
                            default -> 0;
                        };
                    }
                }

                @Override
                public String call() throws Exception {
                    %1$s a = new %1$s();
                    Task[] tasks = new Task[%3$d];
                    Thread[] threads = new Thread[%3$d];
                    for (int i = 0; i < threads.length; i++) {
                        tasks[i] = new Task(i, a, threads);
                        threads[i] = new Thread(tasks[i]);
                    }
                    started = tasks;
                    for (Thread thread : threads) {
                        thread.start();
                    }
                    String said = "";
                    for (int i = 0; i < threads.length; i++) {
                        threads[i].join();
                        said += " " + tasks[i].said;
                    }
                    return said.strip();
                }
            }
            """;

    /// A semaphore.
    private static String permits(String name, String more) {
        return """
                public class %s {
                    private int free;
                    public synchronized int acquire(int millis) throws InterruptedException {
                        while (free == 0) { wait(); }
                        if (millis > 0) { Thread.sleep(millis); }
                        return free--;
                    }
                    public synchronized int release() { free++; notify(); return 0; }
                    %s
                }
                """.formatted(name, more);
    }

    /// Name of the class that starts the threads and says what came of them.
    String playName() {
        return "Play" + name;
    }

    /// The source of that class: a `Callable`.
    String play() {
        StringBuilder cases = new StringBuilder();
        for (int i = 0; i < tasks.size(); i++) {
            cases.append("case ").append(i).append(" -> ").append(tasks.get(i)).append(";\n");
        }
        return PLAY.formatted(name, playName(), tasks.size(), cases);
    }

    @Override
    public String toString() {
        return name;
    }
}
