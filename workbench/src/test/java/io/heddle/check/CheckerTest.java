package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.cache.Store;
import io.heddle.model.Check;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a check says of small programs, each of which has one trap in it.
class CheckerTest {

    @TempDir
    private Path folder;

    @Test
    void whatLiesBetweenTwoMonitorsIsUnderNone() throws IOException {
        assertEquals(List.of("create"), flagged("""
                public class Pool {
                    private int count;
                    public Object make() throws InterruptedException {
                        synchronized (this) { count++; }
                        Thread.sleep(10);
                        synchronized (this) { count--; }
                        return new Object();
                    }
                    public void create() throws InterruptedException {
                        synchronized (this) { if (count > 3) { Thread.sleep(10); } }
                    }
                }
                """));
    }

    @Test
    void streamsInMemoryDoNotBlockAndOthersMay() throws IOException {
        assertEquals(List.of("other"), flagged("""
                import java.io.*;
                public class Streams {
                    private final OutputStream out;
                    public Streams(OutputStream out) { this.out = out; }
                    public synchronized byte[] memory(int n) throws IOException {
                        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(bytes));
                        fill(data, n);
                        data.flush();
                        return bytes.toByteArray();
                    }
                    public synchronized void other(int n) throws IOException { fill(new DataOutputStream(out), n); }
                    private static void fill(DataOutputStream data, int n) throws IOException { data.writeInt(n); }
                }
                """));
    }

    @Test
    void aFunctionThatAMapCallsUnderItsOwnMonitorIsToldOfWhereItIsPassed() throws IOException {
        List<Finding> findings = check("""
                import java.util.*;
                import java.util.concurrent.*;
                public class Cache {
                    private final Map<String, String> shared = new ConcurrentHashMap<>();
                    private final Map<String, String> own = new HashMap<>();
                    public String shared(String key) { return shared.computeIfAbsent(key, Cache::load); }
                    public String own(String key) { return own.computeIfAbsent(key, Cache::load); }
                    private static String load(String key) {
                        try { Thread.sleep(100); } catch (InterruptedException e) { return ""; }
                        return key;
                    }
                }
                """);
        assertEquals(List.of("shared"), findings.stream().map(Finding::method).toList());
        assertEquals("java.lang.Thread.sleep", findings.getFirst().sink());
        assertEquals(
                List.of("shared", "load"),
                findings.getFirst().path().stream().map(Finding.Step::method).toList());
        assertTrue(findings.getFirst().line() > 0);
    }

    @Test
    void aPathThatEndsInAnExceptionOrHandlesOneCountsToo() throws IOException {
        assertEquals(List.of("fail", "handle"), flagged("""
                public class Paths {
                    public synchronized void fail(boolean bad) throws InterruptedException {
                        if (bad) { Thread.sleep(10); throw new IllegalStateException(); }
                    }
                    public synchronized int handle(String text) throws InterruptedException {
                        try { return Integer.parseInt(text); } catch (NumberFormatException e) { Thread.sleep(10); return 0; }
                    }
                }
                """));
    }

    @Test
    void oneOfManyImplementationsIsUnknownAndCounted() throws IOException {
        StringBuilder code = new StringBuilder(
                "public class Many {\n  interface Shape { int area(); int corners(); }\n  public int all(Shape[] shapes) { int sum = 0; for (Shape s : shapes) sum += s.area(); return sum; }\n");
        for (int i = 0; i < 12; i++) {
            code.append("  static class S")
                    .append(i)
                    .append(" implements Shape { public int area() { return ")
                    .append(i)
                    .append("; } public int corners() { return 0; } }\n");
        }
        Check check = run(
                Compiled.of(
                        Files.createDirectory(folder.resolve("classes")),
                        code.append("}\n").toString()),
                List.of());
        assertEquals(1, check.read().unknownCallSites());
        assertEquals(12, check.read().unknown().getFirst().targets());
    }

    @Test
    void theSameFilesHaveTheSameAnswerAndOthersTheirOwn() throws IOException {
        Path classes = Compiled.of(
                Files.createDirectory(folder.resolve("classes")),
                "public class One { public synchronized void pin() throws InterruptedException { Thread.sleep(10); } }");
        Store store = new Store(folder.resolve("cache"));
        CheckOptions options = new CheckOptions(
                List.of(classes),
                List.of(),
                Map.of(),
                List.of(21),
                Map.of(),
                false,
                Confidence.LIKELY,
                Set.of("blocking-under-monitor"));
        Check first = Checker.run(options, store);
        assertEquals(
                List.of("pin"), first.findings().stream().map(Finding::method).toList());
        Check again = Checker.run(options, store);
        assertEquals(first.findings(), again.findings());
        assertEquals(first.read(), again.read());
        try (Stream<Path> kept = Files.list(store.folder())) {
            assertEquals(1, kept.count());
        }
        Compiled.of(classes, "public class One { public synchronized void free() { } }");
        assertEquals(List.of(), Checker.run(options, store).findings());
    }

    @Test
    void aComponentsBeginningAndEndAndWhatRunsOnceAreMetOnce() throws IOException {
        List<Finding> findings = check("""
                import java.util.concurrent.*;
                public class Component {
                    private static Object shared;
                    private final ExecutorService threads = Executors.newFixedThreadPool(1);
                    public synchronized void start() throws InterruptedException { Thread.sleep(10); }
                    public synchronized void stop() throws InterruptedException { settle(); }
                    public synchronized void leave() throws InterruptedException { threads.shutdown(); Thread.sleep(10); }
                    public synchronized void use() throws InterruptedException { Thread.sleep(10); }
                    private synchronized void settle() throws InterruptedException { Thread.sleep(10); }
                    public static synchronized Object shared() throws InterruptedException {
                        if (shared == null) { Thread.sleep(10); shared = new Object(); }
                        return shared;
                    }
                    public static class Other { public synchronized void stopAlone() throws InterruptedException { Thread.sleep(10); } }
                }
                """);
        Map<Exposure, Set<String>> met = findings.stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .collect(Collectors.groupingBy(
                        finding -> finding.context().exposure(),
                        Collectors.mapping(Finding::method, Collectors.toCollection(TreeSet::new))));
        assertEquals(
                Map.of(
                        Exposure.ONCE, Set.of("leave", "settle", "shared", "start", "stop"),
                        Exposure.SOME_REQUESTS, Set.of("stopAlone", "use")),
                met);
    }

    @Test
    void aGuessIsNoneWhereEveryTargetWaits() throws IOException {
        List<Finding> findings = check("""
                public class Guess {
                    interface Step { void run() throws InterruptedException; }
                    static class A implements Step { public void run() throws InterruptedException { Thread.sleep(1); } }
                    static class B implements Step { public void run() throws InterruptedException { Thread.sleep(2); } }
                    static class C implements Step { public void run() { } }
                    interface Both { void go() throws InterruptedException; }
                    static class D implements Both { public void go() throws InterruptedException { Thread.sleep(1); } }
                    static class E implements Both { public void go() throws InterruptedException { Thread.sleep(2); } }
                    public synchronized void some(Step[] steps) throws InterruptedException { for (Step s : steps) s.run(); }
                    public synchronized void all(Both[] steps) throws InterruptedException { for (Both s : steps) s.go(); }
                    public static Object[] make() { return new Object[] {new A(), new B(), new C(), new D(), new E()}; }
                }
                """);
        Map<String, Confidence> confidence = new java.util.TreeMap<>();
        findings.stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .forEach(finding -> confidence.put(finding.method(), finding.confidence()));
        assertEquals(Map.of("all", Confidence.CERTAIN, "some", Confidence.LIKELY), confidence);
    }

    @Test
    void aQuestionAboutThreadsIsToldOfWhereSomebodyTakesTheAnswer() throws IOException {
        assertEquals(List.of("running"), flagged("""
                import java.lang.management.ThreadMXBean;
                public class Counts {
                    private final ThreadGroup group = Thread.currentThread().getThreadGroup();
                    public Thread named(Runnable task) { return new Thread(group, task); }
                    public void look(ThreadMXBean threads) { threads.getAllThreadIds(); threads.resetPeakThreadCount(); threads.getThreadCpuTime(1); }
                    public int running(ThreadMXBean threads) { return threads.getThreadCount(); }
                }
                """));
    }

    private List<String> flagged(String code) throws IOException {
        return check(code).stream().map(Finding::method).distinct().toList();
    }

    private List<Finding> check(String code) throws IOException {
        return run(Compiled.of(Files.createDirectory(folder.resolve("classes")), code), List.of())
                .findings();
    }

    private static Check run(Path target, List<Path> libraries) {
        return Checker.run(new CheckOptions(
                List.of(target), libraries, Map.of(), List.of(21), Map.of(), false, Confidence.LIKELY, Set.of()));
    }
}
