package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Calls whose target the code of their method does not tell, in a program with many candidates. Each method `by…`
/// waits under a monitor, none of `free…` does. What each does was run on JDK 21.
class AmbiguousCallsTest extends CodeTest {

    private static final String OTHERS =
            IntStream.range(0, 14).mapToObj(i -> """
                    static class Other%1$d implements AutoCloseable, java.util.function.Supplier<String> {
                        public void close() {}
                        public String get() { return "%1$d"; }
                        static Object made() { return new Other%1$d(); }
                    }
                    """.formatted(i)).collect(Collectors.joining());

    private static final String CODE = """
            package many;
            import java.lang.reflect.*;
            import java.net.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            public class Many {
                static void nap() { try { Thread.sleep(30); } catch (InterruptedException e) { throw new IllegalStateException(e); } }
                static class Slow implements AutoCloseable { public void close() { nap(); } }
                static class Quick implements AutoCloseable { public void close() {} }
                static class Blocks implements RejectedExecutionHandler {
                    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) { nap(); }
                }
                interface Rates { int of(String name); }
                static class Fixed implements Rates { public int of(String name) { return 1; } }
                static class Retry implements InvocationHandler {
                    final Object to;
                    Retry(Object to) { this.to = to; }
                    public Object invoke(Object proxy, Method method, Object[] all) throws Throwable {
                        nap();
                        return method.invoke(to, all);
                    }
                }
                static void quiet(AutoCloseable it) { try { it.close(); } catch (Exception e) { throw new IllegalStateException(e); } }
                private final Slow slow = new Slow();
                private final Quick quick = new Quick();
                private final List<Slow> all = new ArrayList<>(List.of(slow));
                private final Executor full = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new Blocks());
                private final Executor plain = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
                private final Rates rates = (Rates) java.lang.reflect.Proxy.newProxyInstance(
                        Many.class.getClassLoader(), new Class<?>[] {Rates.class}, new Retry(new Fixed()));
                private final Map<String, Supplier<String>> names = new HashMap<>();
                public synchronized void byHelper() { quiet(slow); }
                public synchronized void byElement() { for (Slow one : all) { quiet(one); } }
                public synchronized void byRejection(Runnable task) { full.execute(task); }
                public synchronized int byProxy() { return rates.of("x"); }
                public synchronized Object byScanner(Socket from) throws Exception { return new Scanner(from.getInputStream()).nextLine(); }
                public synchronized Object byAddress() throws Exception {
                    return javax.imageio.ImageIO.read(URI.create("http://localhost/").toURL());
                }
                public synchronized void freeHelper() { quiet(quick); }
                public synchronized void freePool(Runnable task) { plain.execute(task); }
                public synchronized Object freeScanner() { return new Scanner("a b").nextLine(); }
                public synchronized String unknown() { return names.get("x").get(); }
                public static void main(String[] arguments) throws Exception {
                    Many many = new Many();
                    many.byHelper(); many.byElement(); many.byRejection(() -> {}); many.byProxy();
                    many.byScanner(new Socket()); many.byAddress();
                    many.freeHelper(); many.freePool(() -> {}); many.freeScanner(); many.unknown();
                    OTHERS
                }
                CLASSES
            }
            """.replace(
                    "OTHERS",
                    IntStream.range(0, 14)
                            .mapToObj(i -> "quiet((AutoCloseable) Other" + i + ".made()); ((Supplier<?>) Other" + i
                                    + ".made()).get();")
                            .collect(Collectors.joining(" ")))
            .replace("CLASSES", OTHERS);

    @Test
    void whatIsGivenTellsWhatRuns() throws IOException {
        List<Finding> findings = check(Map.of("Many", CODE), Confidence.LIKELY);
        assertEquals(
                Set.of("byHelper", "byElement", "byRejection", "byProxy", "byScanner", "byAddress"),
                told(findings, "blocking-under-monitor"));
        assertEquals(Set.of("unknown"), told(findings, "callback-under-monitor"));
    }

    private static Set<String> told(List<Finding> findings, String rule) {
        return findings.stream()
                .filter(finding -> finding.rule().equals(rule))
                .map(Finding::method)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
