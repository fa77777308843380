package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What code hands to other threads: functions that block in the common pool, and contexts that stay behind.
class OtherThreadsTest extends CodeTest {

    @Test
    void functionsOfParallelStreamsBlockInTheCommonPool() throws IOException {
        assertEquals(
                List.of("byParallel", "parallel", "submits"), of("executor-keeps-platform-threads", """
                import java.util.List;
                import java.util.concurrent.*;
                import java.util.stream.*;
                public class Shop {
                    public String parallel(List<String> keys) {
                        return keys.parallelStream().filter(key -> !key.isEmpty()).map(Shop::ask).collect(Collectors.joining());
                    }
                    public void byParallel(Stream<String> keys) { keys.map(Shop::ask).parallel().forEach(System.err::println); }
                    public String oneByOne(List<String> keys) {
                        return keys.parallelStream().map(Shop::ask).sequential().collect(Collectors.joining());
                    }
                    public int lengths(List<String> keys) { return keys.parallelStream().mapToInt(String::length).sum(); }
                    public List<String> alone(List<String> keys) { return keys.stream().map(Shop::ask).toList(); }
                    public Object submits() { return ForkJoinPool.commonPool().submit(() -> ask("")); }
                    static String ask(String key) { rest(); return key; }
                """ + REST + "}"));
    }

    @Test
    void contextsStayOnTheThreadThatSetThem() throws IOException {
        assertEquals(
                List.of("inBuilder", "inHelper", "inThread", "joined", "parts"), of("context-of-other-thread", """
                import java.util.List;
                import java.util.concurrent.*;
                public class Shop {
                    static final ThreadLocal<String> TENANT = new ThreadLocal<>();
                    static final ThreadLocal<String> TRACE = new ThreadLocal<>();
                    static final ThreadLocal<StringBuilder> CACHE = ThreadLocal.withInitial(StringBuilder::new);
                    static final ThreadLocal<StringBuilder> LAZY = new ThreadLocal<>();
                    static final InheritableThreadLocal<String> HANDED_DOWN = new InheritableThreadLocal<>();
                    private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
                    static class Current { static String tenant() { return TENANT.get(); } }
                    public void enter(String tenant) { TENANT.set(tenant); TRACE.set(tenant); HANDED_DOWN.set(tenant); }
                    public Object joined() { return CompletableFuture.supplyAsync(() -> "of " + TENANT.get(), tasks).join(); }
                    public Object inHelper() { return tasks.submit(() -> Current.tenant()); }
                    public void inThread() { Thread.startVirtualThread(() -> System.err.println(Current.tenant())); }
                    public void inBuilder() { Thread.ofVirtual().start(() -> System.err.println(Current.tenant())); }
                    public long parts(List<String> keys) { return keys.parallelStream().filter(key -> key.equals(TENANT.get())).count(); }
                    public Object before() { String tenant = TENANT.get(); return tasks.submit(() -> tenant); }
                    public Object setsItself(String tenant) {
                        return tasks.submit(() -> { TENANT.set(tenant); return Current.tenant(); });
                    }
                    public Object sameThread() { return ((java.util.function.Supplier<String>) TENANT::get).get(); }
                    public Object cached() { return tasks.submit(() -> CACHE.get().append("x").toString()); }
                    public Object lazy() {
                        return tasks.submit(() -> {
                            if (LAZY.get() == null) { LAZY.set(new StringBuilder()); }
                            return LAZY.get().toString();
                        });
                    }
                    public Object inherited() { return tasks.submit(() -> HANDED_DOWN.get()); }
                }
                """));
    }

    @Test
    void contextsOfLibrariesAreToldByName() throws IOException {
        assertEquals(
                Map.of("log", "another thread runs it, to which nobody gives the log's context"),
                reasons(Map.of(
                        "MDC",
                        "package org.slf4j; public class MDC { public static native String get(String key);"
                                + " public static native void put(String key, String value); }",
                        "Shop",
                        """
                        import java.util.concurrent.*;
                        public class Shop {
                            public Object log(Executor tasks) {
                                return CompletableFuture.supplyAsync(() -> org.slf4j.MDC.get("user"), tasks);
                            }
                            public Object carried(Executor tasks) {
                                String user = org.slf4j.MDC.get("user");
                                return CompletableFuture.supplyAsync(
                                        () -> { org.slf4j.MDC.put("user", user); return org.slf4j.MDC.get("user"); }, tasks);
                            }
                        }
                        """)));
    }

    private List<String> of(String rule, String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals(rule))
                .map(Finding::method)
                .sorted()
                .toList();
    }

    private Map<String, String> reasons(Map<String, String> sources) throws IOException {
        return check(sources, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("context-of-other-thread"))
                .collect(Collectors.toMap(Finding::method, Finding::reason, (one, _) -> one, TreeMap::new));
    }
}
