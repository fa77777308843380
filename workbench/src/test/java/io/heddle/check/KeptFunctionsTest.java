package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What objects of the JDK run of what they were made with, where a monitor is held and where none is.
class KeptFunctionsTest extends CodeTest {

    private static final String SLOW = REST + " static int slow(int given) { rest(); return given; } ";

    @Test
    void theEndOfAStreamRunsItsStages() throws IOException {
        assertEquals(
                List.of(
                        "below",
                        "collected",
                        "counted",
                        "drawn",
                        "end",
                        "ended",
                        "flat",
                        "generated",
                        "given",
                        "sorted"),
                blocking("""
                import java.util.*;
                import java.util.stream.*;
                public class Streams {
                    %s
                    private final Object lock = new Object();
                    public List<Integer> ended(List<Integer> all) { synchronized (lock) { return all.stream().map(Streams::slow).filter(x -> x > 0).toList(); } }
                    public List<Integer> sorted(List<Integer> all) { synchronized (lock) { return all.stream().sorted((a, b) -> slow(a) - b).toList(); } }
                    public int counted(int[] all) { synchronized (lock) { return Arrays.stream(all).map(Streams::slow).boxed().parallel().mapToInt(x -> x).sum(); } }
                    public Object collected(List<Integer> all) { synchronized (lock) { return all.stream().collect(Collectors.mapping(Streams::slow, Collectors.toList())); } }
                    public Object flat(List<List<Integer>> all) { synchronized (lock) { return all.stream().flatMap(one -> one.stream().map(Streams::slow)).findFirst(); } }
                    public Object generated() { synchronized (lock) { return Stream.generate(() -> slow(1)).limit(2).toList(); } }
                    public int drawn(List<Integer> all) { synchronized (lock) { return all.stream().map(Streams::slow).iterator().next(); } }
                    private static Stream<Integer> lazy(List<Integer> all) { return all.stream().map(Streams::slow); }
                    public Object given(List<Integer> all) { synchronized (lock) { return lazy(all).toList(); } }
                    private Object end(Stream<Integer> stream) { synchronized (lock) { return stream.toList(); } }
                    public Object handed(List<Integer> all) { return end(all.stream().map(Streams::slow)); }
                    public void below(List<Integer> all) { Stream<Integer> stages = all.stream().map(Streams::slow); synchronized (lock) { stages.forEach(x -> { }); } }
                    public synchronized Stream<Integer> made(List<Integer> all) { return all.stream().map(Streams::slow); }
                    public Object outside(List<Integer> all) { Stream<Integer> stages; synchronized (lock) { stages = all.stream().map(Streams::slow); } return stages.toList(); }
                    public synchronized Object quick(List<Integer> all) { return all.stream().map(x -> x + 1).sorted(Comparator.reverseOrder()).toList(); }
                    public Object early(List<Integer> all) { List<Integer> done = all.stream().map(Streams::slow).toList(); synchronized (lock) { return done.stream().map(x -> x + 1).toList(); } }
                }
                """.formatted(SLOW)));
    }

    @Test
    void onlyItsCloseRunsWhatAStreamDoesOnClose() throws IOException {
        assertEquals(List.of("close"), blocking("""
                import java.util.stream.*;
                public class Closes {
                    %s
                    private final Object lock = new Object();
                    public void close() { synchronized (lock) { Stream.of(1).onClose(Closes::rest).close(); } }
                    public long count() { synchronized (lock) { return Stream.of(1).onClose(Closes::rest).filter(x -> x > 0).count(); } }
                }
                """.formatted(SLOW)));
    }

    @Test
    void wrappersOfTheJdkRunWhatTheyWrap() throws IOException {
        assertEquals(
                List.of(
                        "chained",
                        "compared",
                        "fallback",
                        "field",
                        "iterated",
                        "local",
                        "mapped",
                        "ordered",
                        "proxied",
                        "task",
                        "thread"),
                blocking("""
                import java.util.*;
                import java.util.concurrent.*;
                import java.util.function.*;
                public class Wrappers {
                    %s
                    public interface Service { int ask(); }
                    private final Function<Integer, Integer> both = Function.<Integer>identity().andThen(Wrappers::slow);
                    private final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> slow(1));
                    private static class Squares extends AbstractList<Integer> {
                        public Integer get(int at) { return slow(at); }
                        public int size() { return 2; }
                    }
                    public synchronized int chained(Function<Integer, Integer> first) { return first.andThen(Wrappers::slow).apply(1); }
                    public synchronized int field() { return both.apply(1); }
                    public synchronized int local() { return own.get(); }
                    public synchronized void task() { new FutureTask<>(() -> slow(1)).run(); }
                    public synchronized void thread() { new Thread(() -> slow(1)).run(); }
                    public synchronized Integer fallback(Integer known) { return Objects.requireNonNullElseGet(known, () -> slow(1)); }
                    public synchronized int iterated() { int sum = 0; for (int one : new Squares()) sum += one; return sum; }
                    public synchronized void compared(List<Integer> all) { all.sort(Comparator.comparing(Wrappers::slow)); }
                    public synchronized void ordered() { new TreeMap<Integer, Integer>(Comparator.comparing(Wrappers::slow)).put(1, 2); }
                    public synchronized Object mapped(Map<Integer, Integer> known) { return known.computeIfAbsent(1, Wrappers::slow); }
                    public synchronized int proxied() {
                        Service service = (Service) java.lang.reflect.Proxy.newProxyInstance(
                                Wrappers.class.getClassLoader(), new Class<?>[] {Service.class}, (proxy, method, given) -> slow(1));
                        return service.ask();
                    }
                    public synchronized int quick(Function<Integer, Integer> first) { return first.andThen(x -> x + 1).compose((Integer x) -> x + 2).apply(1); }
                    public synchronized Object made(Function<Integer, Integer> first) { return first.andThen(Wrappers::slow); }
                    public synchronized Object begun() { Thread thread = new Thread(() -> slow(1)); thread.start(); return thread; }
                    public synchronized boolean asked() { return new FutureTask<>(() -> slow(1)).isDone(); }
                }
                """.formatted(SLOW)));
    }
}
