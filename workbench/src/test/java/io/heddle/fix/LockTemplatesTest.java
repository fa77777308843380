package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Compiled;
import io.heddle.fix.lock.World;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an edit makes of monitors does what the monitors did, in whatever order the threads run.
@Tag("slow")
class LockTemplatesTest {

    private static final int ORDERS = 400;

    @TempDir
    private Path folder;

    /// A class with monitors, which `fix` converts.
    ///
    /// @param tasks what threads do with an `a`, each an expression
    /// @param outcomes what may come of it: what each thread said in the order of the tasks
    private record Template(String name, String code, List<String> tasks, Set<String> outcomes) {}

    private static final List<Template> TEMPLATES = List.of(
            new Template("Reentrant", """
                    public class Reentrant {
                        private int count;
                        public synchronized int add(int millis) throws InterruptedException {
                            if (millis > 0) { Thread.sleep(millis); }
                            more(count);
                            synchronized (this) { return count; }
                        }
                        private synchronized void more(int before) { count = before + 1; }
                    }
                    """, List.of("a.add(0)", "a.add(0)"), Set.of("1 2", "2 1")),
            new Template(
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
                            "IllegalStateException 1 2")),
            new Template(
                    "AllWaiters",
                    """
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
                    """,
                    List.of("a.take()", "a.take()", "a.put(1, 0) + a.put(2, 0)"),
                    Set.of("1 2 0", "2 1 0")),
            new Template(
                    "OneWaiter",
                    """
                    public class OneWaiter {
                        private int free;
                        public synchronized int acquire(int millis) throws InterruptedException {
                            while (free == 0) { wait(); }
                            if (millis > 0) { Thread.sleep(millis); }
                            return free--;
                        }
                        public synchronized int release() { free++; notify(); return 0; }
                    }
                    """,
                    List.of("a.acquire(0)", "a.acquire(0)", "a.release() + a.release()"),
                    Set.of("1 1 0", "1 2 0", "2 1 0")),
            new Template(
                    "Interrupted",
                    """
                    public class Interrupted {
                        private int free;
                        public synchronized int acquire(int millis) throws InterruptedException {
                            while (free == 0) { wait(); }
                            if (millis > 0) { Thread.sleep(millis); }
                            return free--;
                        }
                        public synchronized int release() { free++; notify(); return 0; }
                        public int interrupt(Thread thread) { thread.interrupt(); return release() + release(); }
                    }
                    """,
                    List.of("a.acquire(0)", "a.acquire(0)", "a.interrupt(threads[0])"),
                    Set.of("1 1 0", "1 2 0", "2 1 0", "InterruptedException 1 0", "InterruptedException 2 0")),
            new Template("Nested", """
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
                    """, List.of("a.both(0)", "a.one()"), Set.of("11 2", "12 1")),
            new Template("OfClass", """
                    public class OfClass {
                        public static synchronized int add(int[] count, int millis) throws InterruptedException {
                            if (millis > 0) { Thread.sleep(millis); }
                            return ++count[0];
                        }
                        public int more(int[] count) { synchronized (OfClass.class) { return ++count[0]; } }
                    }
                    """, List.of("OfClass.add(count, 0)", "a.more(count)"), Set.of("1 2", "2 1")));

    // Lincheck does not see through the objects of lambdas: what they have, it takes for one thread's own.
    private static final String PLAY = """
            import java.util.concurrent.Callable;

            public class Play%1$s implements Callable<String> {
                private static final class Task extends Thread {
                    private final int number;
                    private final %1$s a;
                    private final int[] count;
                    private final Task[] threads;
                    private String said = "";

                    Task(int number, %1$s a, int[] count, Task[] threads) {
                        this.number = number;
                        this.a = a;
                        this.count = count;
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
            %3$s
                            default -> 0;
                        };
                    }
                }

                @Override
                public String call() throws Exception {
                    %1$s a = new %1$s();
                    int[] count = new int[1];
                    Task[] threads = new Task[%2$d];
                    for (int i = 0; i < threads.length; i++) {
                        threads[i] = new Task(i, a, count, threads);
                    }
                    for (Task thread : threads) {
                        thread.start();
                    }
                    String said = "";
                    for (Task thread : threads) {
                        thread.join();
                        said += " " + thread.said;
                    }
                    return said.strip();
                }
            }
            """;

    @Test
    void locksDoWhatMonitorsDid() throws Exception {
        Map<String, Set<String>> expected = new TreeMap<>();
        Map<String, String> monitors = new TreeMap<>();
        Map<String, String> locks = new TreeMap<>();
        for (Template template : TEMPLATES) {
            expected.put(template.name(), template.outcomes());
            monitors.put(template.name(), template.code());
            locks.put(template.name(), edited(template));
        }
        assertAllowed(expected, played(monitors));
        assertAllowed(expected, played(locks));
    }

    /// Some orders are played, and not all: each outcome must be one that may come.
    private static void assertAllowed(Map<String, Set<String>> expected, Map<String, Set<String>> played) {
        assertEquals(expected.keySet(), played.keySet());
        played.forEach(
                (name, seen) -> assertTrue(expected.getOrDefault(name, Set.of()).containsAll(seen), name + " " + seen));
    }

    /// What people got wrong by hand: exclusion that is lost, and one waiter told where all must be.
    @Test
    void wrongLocksAreSeen() throws Exception {
        Template reentrant = TEMPLATES.getFirst();
        Template waiters = TEMPLATES.get(2);
        Map<String, Set<String>> played = played(Map.of(
                reentrant.name(), edited(reentrant).replace("lock.lock();", "").replace("lock.unlock();", ""),
                waiters.name(), edited(waiters).replace("signalAll", "signal")));
        assertTrue(played.getOrDefault(reentrant.name(), Set.of()).contains("1 1"), played::toString);
        assertTrue(played.getOrDefault(waiters.name(), Set.of()).contains(Interleavings.STUCK), played::toString);
    }

    private String edited(Template template) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of(template.name(), template.code()));
        String edited = fixed.text(template.name() + ".java");
        assertTrue(edited.contains("ReentrantLock") && !edited.contains("synchronized"), fixed::said);
        return edited;
    }

    /// The outcomes of templates.
    ///
    /// @param codes by the template's name
    private Map<String, Set<String>> played(Map<String, String> codes) throws IOException, InterruptedException {
        Map<String, String> sources = new TreeMap<>(codes);
        TEMPLATES.stream()
                .filter(template -> codes.containsKey(template.name()))
                .forEach(template -> sources.put("Play" + template.name(), play(template)));
        Path classes = Compiled.all(Files.createTempDirectory(folder, "classes"), sources, List.of());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-exports",
                "java.base/jdk.internal.util=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + classes,
                Interleavings.class.getName(),
                String.valueOf(ORDERS)));
        codes.keySet().forEach(name -> command.add("Play" + name));
        Path log = folder.resolve("lincheck.log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> tail(log));
        Map<String, Set<String>> outcomes = new TreeMap<>();
        printed.lines()
                .filter(line -> line.contains(":"))
                .forEach(line -> outcomes.computeIfAbsent(
                                line.substring("Play".length(), line.indexOf(':')), _ -> new TreeSet<>())
                        .add(line.substring(line.indexOf(':') + 1)));
        return outcomes;
    }

    private static String play(Template template) {
        StringBuilder tasks = new StringBuilder();
        for (int i = 0; i < template.tasks().size(); i++) {
            tasks.append("case ")
                    .append(i)
                    .append(" -> ")
                    .append(template.tasks().get(i))
                    .append(";\n");
        }
        return PLAY.formatted(template.name(), template.tasks().size(), tasks);
    }

    private static String tail(Path log) {
        try {
            String text = Files.readString(log);
            return text.substring(Math.max(0, text.length() - 2000));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
