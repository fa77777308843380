package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A concurrent map whose loader blocks becomes a map of futures that does the same.
class LoadingMapTest {

    private static final String CACHE = """
            import java.util.Map;
            import java.util.concurrent.ConcurrentHashMap;

            public class A {
                private final Map<String, Integer> sizes = new ConcurrentHashMap<>(); // by name
                private final Remote remote;

                public A(Remote remote) {
                    this.remote = remote;
                }

                public interface Remote { Integer size(String name) throws InterruptedException; }

                public Integer size(String name) {
                    if (sizes.size() > 100) {
                        sizes.clear();
                    }
                    return sizes.computeIfAbsent(name, this::load);
                }

                public Integer known(String name) {
                    return sizes.get(name);
                }

                public void forget(String name) {
                    sizes.remove(name);
                }

                private Integer load(String name) {
                    try {
                        Thread.sleep(1);
                        return remote.size(name);
                    } catch (InterruptedException e) {
                        return null;
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void isLoadedUnderNoLockOfTheMap() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", CACHE));
        assertEquals("""
                import java.util.Map;
                import java.util.concurrent.CompletableFuture;
                import java.util.concurrent.ConcurrentHashMap;
                import java.util.function.Function;

                public class A {
                    private final Map<String, CompletableFuture<Integer>> sizes = new ConcurrentHashMap<>(); // by name
                    private final Remote remote;

                    public A(Remote remote) {
                        this.remote = remote;
                    }

                    public interface Remote { Integer size(String name) throws InterruptedException; }

                    public Integer size(String name) {
                        if (sizes.size() > 100) {
                            sizes.clear();
                        }
                        return loadOnce(name, this::load);
                    }

                    public Integer known(String name) {
                        return loaded(name);
                    }

                    public void forget(String name) {
                        sizes.remove(name);
                    }

                    private Integer load(String name) {
                        try {
                            Thread.sleep(1);
                            return remote.size(name);
                        } catch (InterruptedException e) {
                            return null;
                        }
                    }

                    private Integer loadOnce(String key, Function<? super String, ? extends Integer> loader) {
                        while (true) {
                            CompletableFuture<Integer> made = null;
                            CompletableFuture<Integer> known = sizes.get(key);
                            if (known == null) {
                                made = new CompletableFuture<Integer>();
                                known = sizes.putIfAbsent(key, made);
                            }
                            if (known == null) {
                                Integer value = null;
                                try {
                                    value = loader.apply(key);
                                    return value;
                                } finally {
                                    if (value == null) {
                                        sizes.remove(key, made);
                                    }
                                    made.complete(value);
                                }
                            }
                            Integer value = known.join();
                            if (value != null) {
                                return value;
                            }
                        }
                    }

                    private Integer loaded(Object key) {
                        CompletableFuture<Integer> known = sizes.get(key);
                        return known == null ? null : known.getNow(null);
                    }
                }
                """, fixed.text("A.java"), fixed::said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public java.util.Collection<Integer> all() { return sizes.values(); }",
                "public void put(String name) { sizes.put(name, 1); }",
                "public Integer forgotten(String name) { return sizes.remove(name); }",
                "public Map<String, Integer> map() { return sizes; }",
                "public int other(Map<String, Integer> sizes) { return sizes.size(); }",
            })
    void otherUsesOfTheMapRefuse(String use) throws IOException {
        assertRefused(
                Refusal.USED_OTHERWISE,
                CACHE.replace("    private Integer load(", use + "\n    private Integer load("));
    }

    @ParameterizedTest
    @ValueSource(strings = {"return size(name + 1);", "return sizes.get(name);", "return other.get();"})
    void aLoaderThatMayAskAgainRefuses(String load) throws IOException {
        assertRefused(
                Refusal.LOADER_RECURS,
                CACHE.replace("return remote.size(name);", load)
                        .replace(
                                "private final Remote",
                                "java.util.function.Supplier<Integer> other; private final Remote"));
    }

    @Test
    void aFieldThatOthersSeeRefuses() throws IOException {
        assertRefused(Refusal.USED_OTHERWISE, CACHE.replace("private final Map", "final Map"));
        assertRefused(Refusal.SERIALISED, CACHE.replace("class A {", "class A implements java.io.Serializable {"));
    }

    @Test
    void anInheritedFieldOfTheSameNameRefuses() throws IOException {
        String heir =
                "static class Heir extends Base { int two() { return sizes.size(); } }\n    private Integer load(";
        FixedCode.of(
                        folder,
                        World.APPLICATION,
                        Map.of(
                                "A",
                                CACHE.replace("    private Integer load(", heir),
                                "Base",
                                "class Base { java.util.List<String> sizes = java.util.List.of(); }"))
                .assertRefused(Refusal.USED_OTHERWISE);
    }

    private void assertRefused(Refusal refusal, String code) throws IOException {
        FixedCode.of(folder, World.APPLICATION, Map.of("A", code)).assertRefused(refusal);
    }

    /// Both forms, under loaders that fail, have no value or take their time, and with keys that are forgotten
    /// meanwhile.
    @Test
    void bothFormsKeepTheContract() throws Exception {
        FixedCode.assertHeldByBothForms(folder, CACHE, "loadOnce", type -> {
            Contract contract = new Contract(type);
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), contract::run);
        });
    }

    /// Several threads use a few keys at once. Each load has a number, so that a value tells which load it is of.
    private static final class Contract {

        /// One of its methods.
        private interface Call {

            @Nullable
            Object on(String key);
        }

        private static final int THREADS = 8;
        private static final int ROUNDS = 500;
        private static final int KEYS = 3;

        private final Class<?> type;
        private final AtomicInteger loads = new AtomicInteger();
        private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
        private final Object cache;

        Contract(Class<?> type) throws ReflectiveOperationException {
            this.type = type;
            Class<?> remote = type.getDeclaredClasses()[0];
            Constructor<?> made = type.getConstructor(remote);
            this.cache = made.newInstance(java.lang.reflect.Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {remote}, (_, _, arguments) -> load((String) arguments[0])));
        }

        private @Nullable Integer load(String key) {
            int beside = running.computeIfAbsent(key, _ -> new AtomicInteger()).incrementAndGet();
            try {
                if (beside > 1 && !key.startsWith("forgotten")) {
                    throw new AssertionError("two loads of " + key + " at once");
                }
                return switch (ThreadLocalRandom.current().nextInt(4)) {
                    case 0 -> throw new IllegalStateException(key);
                    case 1 -> null;
                    default -> loads.incrementAndGet();
                };
            } finally {
                running.get(key).decrementAndGet();
            }
        }

        void run() throws Exception {
            Call size = call("size");
            Call known = call("known");
            Call forget = call("forget");
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    all.add(threads.submit(() -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            String key = "kept" + round % KEYS + round / (ROUNDS / 10);
                            step(key, size, known);
                            String other = "forgotten" + round % KEYS;
                            step(other, size, known);
                            forget.on(other);
                        }
                    }));
                }
                for (Future<?> one : all) {
                    one.get(50, TimeUnit.SECONDS);
                }
            }
        }

        /// A value that was returned stays until the key is forgotten.
        private static void step(String key, Call size, Call known) {
            @Nullable Object value = null;
            try {
                value = size.on(key);
            } catch (IllegalStateException failed) {
                assertEquals(key, failed.getMessage());
            }
            if (value != null && key.startsWith("kept")) {
                assertEquals(value, known.on(key));
                assertEquals(value, size.on(key));
            }
        }

        private Call call(String name) throws NoSuchMethodException {
            java.lang.reflect.Method method = type.getMethod(name, String.class);
            return key -> {
                try {
                    return method.invoke(cache, key);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    if (e.getCause() instanceof RuntimeException failure) {
                        throw failure;
                    }
                    throw new AssertionError(e.getCause());
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            };
        }
    }
}
