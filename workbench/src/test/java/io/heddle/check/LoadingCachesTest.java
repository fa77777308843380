package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Caches of Caffeine and Guava, which make a missing value while they hold a monitor. Their interfaces stand in for
/// the libraries: what they do is known by their names. Each case was run with the libraries on JDK 21 under a
/// recording: those that are told of pin, the others do not.
class LoadingCachesTest extends CodeTest {

    private static final Map<String, String> LIBRARIES = Map.of(
            "Cache", """
            package com.github.benmanes.caffeine.cache;
            public interface Cache<K, V> {
                V get(K key, java.util.function.Function<? super K, ? extends V> f);
                V getIfPresent(K key);
                void put(K key, V value);
            }
            """,
            "LoadingCache", """
            package com.github.benmanes.caffeine.cache;
            public interface LoadingCache<K, V> extends Cache<K, V> { V get(K key); }
            """,
            "AsyncCache", """
            package com.github.benmanes.caffeine.cache;
            import java.util.concurrent.*;
            import java.util.function.*;
            public interface AsyncCache<K, V> {
                CompletableFuture<V> get(K key, Function<? super K, ? extends V> f);
                CompletableFuture<V> get(K key, BiFunction<? super K, ? super Executor, ? extends CompletableFuture<V>> f);
            }
            """,
            "AsyncLoadingCache", """
            package com.github.benmanes.caffeine.cache;
            public interface AsyncLoadingCache<K, V> extends AsyncCache<K, V> {
                java.util.concurrent.CompletableFuture<V> get(K key);
            }
            """,
            "AsyncCacheLoader", """
            package com.github.benmanes.caffeine.cache;
            import java.util.concurrent.*;
            public interface AsyncCacheLoader<K, V> { CompletableFuture<V> asyncLoad(K key, Executor by) throws Exception; }
            """,
            "CacheLoader", """
            package com.github.benmanes.caffeine.cache;
            import java.util.concurrent.*;
            public interface CacheLoader<K, V> extends AsyncCacheLoader<K, V> {
                V load(K key) throws Exception;
                default CompletableFuture<V> asyncLoad(K key, Executor by) {
                    return CompletableFuture.supplyAsync(() -> { try { return load(key); } catch (Exception e) { return null; } }, by);
                }
            }
            """,
            "Caffeine", """
            package com.github.benmanes.caffeine.cache;
            public final class Caffeine<K, V> {
                public static Caffeine<Object, Object> newBuilder() { return new Caffeine<>(); }
                public native <A, B> Cache<A, B> build();
                public native <A, B> LoadingCache<A, B> build(CacheLoader<A, B> loader);
                public native <A, B> AsyncLoadingCache<A, B> buildAsync(CacheLoader<A, B> loader);
                public native <A, B> AsyncCache<A, B> buildAsync();
            }
            """);
    private static final Map<String, String> GUAVA = Map.of(
            "Cache", """
            package com.google.common.cache;
            public interface Cache<K, V> { V get(K key, java.util.concurrent.Callable<? extends V> f); }
            """,
            "LoadingCache", """
            package com.google.common.cache;
            public interface LoadingCache<K, V> extends Cache<K, V> { V get(K key); V getUnchecked(K key); }
            """,
            "CacheLoader", """
            package com.google.common.cache;
            public abstract class CacheLoader<K, V> {
                public abstract V load(K key) throws Exception;
                public static native <A, B> CacheLoader<A, B> from(java.util.function.Function<A, B> f);
            }
            """,
            "CacheBuilder", """
            package com.google.common.cache;
            public final class CacheBuilder<K, V> {
                public static CacheBuilder<Object, Object> newBuilder() { return new CacheBuilder<>(); }
                public native <A, B> LoadingCache<A, B> build(CacheLoader<A, B> loader);
                public native <A, B> Cache<A, B> build();
            }
            """);

    private static final String ASK = """
                static String ask(Object key) {
                    try (java.net.Socket s = new java.net.Socket("127.0.0.1", 1)) {
                        return key + "" + s.getInputStream().read();
                    } catch (java.io.IOException e) {
                        return "";
                    }
                }
            """;

    @Test
    void whatLoadsAValueOfCaffeineRunsUnderAMonitor() throws IOException {
        List<Finding> found = told(LIBRARIES, """
                import com.github.benmanes.caffeine.cache.*;
                import java.util.concurrent.*;
                import java.util.function.*;
                public class Shop {
                    private final LoadingCache<String, String> loaded = Caffeine.newBuilder().build(Shop::ask);
                    private final LoadingCache<String, String> quick = Caffeine.newBuilder().build(key -> key + "!");
                    private final Cache<String, String> cache = Caffeine.newBuilder().build();
                    private final AsyncLoadingCache<String, String> later = Caffeine.newBuilder().buildAsync(Shop::ask);
                    private final AsyncCache<String, String> async = Caffeine.newBuilder().buildAsync();
                    public String loads(String key) { return loaded.get(key); }
                    public String runs(String key) { return cache.get(key, Shop::ask); }
                    public String handsOn(String key) { return through(key, Shop::ask); }
                    public String handsOnWhatComputes(String key) { return through(key, String::trim); }
                    private String through(String key, Function<String, String> how) { return cache.get(key, how); }
                    public String computes(String key) { return quick.get(key) + cache.get(key, String::trim); }
                    public String byExecutor(String key) { return later.get(key).join(); }
                    public Object alsoByExecutor(String key) { return async.get(key, Shop::ask); }
                    public Object makesTheFuture(String key) {
                        return async.get(key, (k, by) -> CompletableFuture.completedFuture(ask(k)));
                    }
                    public String lookAside(String key) {
                        String known = cache.getIfPresent(key);
                        if (known == null) { known = ask(key); cache.put(key, known); }
                        return known;
                    }
                """ + ASK + "}");
        assertEquals(
                List.of("handsOn", "loads", "makesTheFuture", "runs"),
                found.stream().map(Finding::method).sorted().toList());
        assertTrue(
                found.stream().allMatch(finding -> finding.reason().contains("Cache holds a monitor meanwhile")),
                found::toString);
    }

    @Test
    void whatLoadsAValueOfGuavaRunsUnderAMonitor() throws IOException {
        assertEquals(
                List.of("loads", "ofFunction", "runs"),
                told(GUAVA, """
                import com.google.common.cache.*;
                public class Shop {
                    private final LoadingCache<String, String> loaded = CacheBuilder.newBuilder().build(
                            new CacheLoader<String, String>() {
                                @Override public String load(String key) { return ask(key); }
                            });
                    private final LoadingCache<String, String> from =
                            CacheBuilder.newBuilder().build(CacheLoader.from((String key) -> ask(key)));
                    private final LoadingCache<String, String> quick =
                            CacheBuilder.newBuilder().build(CacheLoader.from((String key) -> key + "!"));
                    private final Cache<String, String> cache = CacheBuilder.newBuilder().build();
                    public String loads(String key) { return loaded.getUnchecked(key); }
                    public String ofFunction(String key) { return from.get(key); }
                    public String runs(String key) { return cache.get(key, () -> ask(key)); }
                    public String computes(String key) { return quick.get(key) + cache.get(key, () -> key + "!"); }
                """ + ASK + "}").stream()
                        .map(Finding::method)
                        .sorted()
                        .toList());
    }

    /// A container hands the cache in, so that only the code tells who may have made it.
    @Test
    void aCacheThatAContainerGivesIsOneThatTheProgramMakes() throws IOException {
        assertEquals(
                List.of("loads"),
                told(LIBRARIES, """
                import com.github.benmanes.caffeine.cache.*;
                public class Shop {
                    private final LoadingCache<String, String> given;
                    Shop(LoadingCache<String, String> given) { this.given = given; }
                    public String loads(String key) { return given.get(key); }
                    public static LoadingCache<String, String> made() { return Caffeine.newBuilder().build(Shop::ask); }
                """ + ASK + "}").stream()
                        .map(Finding::method)
                        .sorted()
                        .toList());
    }

    private List<Finding> told(Map<String, String> library, String code) throws IOException {
        Map<String, String> sources = new HashMap<>(library);
        sources.put("Shop", code);
        return check(sources, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .toList();
    }
}
