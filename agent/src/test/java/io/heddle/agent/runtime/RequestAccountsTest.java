package io.heddle.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Random services in one process, whose paths use pools in many ways at once: what a path is told to have used it has
/// used, and where the request can be known it is told all of it.
final class RequestAccountsTest {

    private static final int MIXES = Integer.getInteger("heddle.mixes", 200);
    private static final int REQUESTS = 60;

    /// How a request comes to what it uses.
    private enum Way {
        ITSELF(true),
        POOL(true),
        VIRTUAL_THREAD_EACH(true),
        POOL_WITHIN_POOL(true),
        RETURNED_ELSEWHERE(true),
        LENT_BY_SOMEBODY(true),
        COMMON_POOL(false),
        PLATFORM_THREAD(false),
        ONE_TASK_FOR_ALL(false),
        AFTER_THE_ANSWER(false);

        /// Whether it is known for which request.
        private final boolean known;

        Way(boolean known) {
            this.known = known;
        }
    }

    /// What requests of one path use.
    ///
    /// @param number 0 for those that are asked aside
    private record Path(int number, Map<Integer, Way> uses) {}

    private static final class Thing implements PooledObject {

        private long since;

        @Override
        public long heddleLentSince() {
            return since;
        }

        @Override
        public void heddleLent(long at) {
            since = at;
        }
    }

    private static final class Pool implements ConnectionPool {

        private final String name;
        private final Holds holds = new Holds();
        private final Runnable shared = () -> use(Way.ITSELF);

        Pool(String name) {
            this.name = name;
        }

        void use(Way way) {
            Thing thing = new Thing();
            if (way == Way.LENT_BY_SOMEBODY) {
                ConnectionPools.lentToSomebody(thing);
            } else {
                ConnectionPools.lent(thing);
            }
            if (way == Way.RETURNED_ELSEWHERE) {
                Thread.ofPlatform().start(() -> ConnectionPools.back(this, thing));
            } else {
                ConnectionPools.back(this, thing);
            }
        }

        @Override
        public String heddleName() {
            return name;
        }

        @Override
        public int heddleMaximum() {
            return 1;
        }

        @Override
        public int heddleActive() {
            return 0;
        }

        @Override
        public int heddleWaiting() {
            return 0;
        }

        @Override
        public Holds heddleHolds() {
            return holds;
        }
    }

    /// A pool of the JDK as the agent changes it.
    private static final class Changed extends ThreadPoolExecutor {

        Changed(int threads, boolean virtual) {
            super(
                    threads,
                    threads,
                    1,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    virtual ? Thread.ofVirtual().factory() : Executors.defaultThreadFactory());
        }

        @Override
        public void execute(Runnable task) {
            Handed.on(task);
            super.execute(task);
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            Handed.begin(task);
        }

        @Override
        protected void afterExecute(Runnable task, Throwable thrown) {
            Handed.end();
        }
    }

    private final Random random = new Random(51);
    private final List<Pool> pools =
            IntStream.range(0, 5).mapToObj(i -> new Pool("planted " + i)).toList();
    private int known;

    @Test
    void no_path_is_given_what_its_requests_do_not_use() throws Exception {
        pools.forEach(pool -> ConnectionPools.made(pool, "planted"));
        try (Changed workers = new Changed(4, false);
                Changed flipped = new Changed(4, true);
                ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int mix = 0; mix < MIXES; mix++) {
                race(mix, random.nextBoolean() ? workers : flipped, each);
            }
        }
        assertTrue(known > MIXES, "hardly any use was known: " + known);
    }

    private void race(int mix, ThreadPoolExecutor workers, ExecutorService each) throws Exception {
        List<Path> paths = new ArrayList<>();
        for (int number = 0; number <= 1 + random.nextInt(6); number++) {
            Map<Integer, Way> uses = new HashMap<>();
            for (int pool = 0; pool < pools.size(); pool++) {
                if (random.nextInt(3) == 0) {
                    uses.put(pool, Way.values()[random.nextInt(Way.values().length)]);
                }
            }
            paths.add(new Path(number, uses));
        }
        Map<Integer, Integer> asked = new HashMap<>();
        List<Future<?>> answers = new ArrayList<>();
        List<Future<?>> late = new ArrayList<>();
        // requests are served by threads of a pool, or by one each
        ExecutorService server = random.nextBoolean() ? workers : each;
        for (int i = 0; i < REQUESTS; i++) {
            Path path = paths.get(random.nextInt(paths.size()));
            asked.merge(path.number(), 1, Integer::sum);
            answers.add(server.submit(() -> serve(path, each, late)));
        }
        for (Future<?> answer : answers) {
            answer.get();
        }
        synchronized (late) {
            for (Future<?> task : late) {
                task.get();
            }
        }
        expect(mix, paths, asked);
    }

    private void serve(Path path, ExecutorService each, List<Future<?>> late) {
        Served.begin(Integer.toString(path.number()));
        try (Changed own = new Changed(2, path.number() % 2 == 0)) {
            path.uses().forEach((pool, way) -> use(pools.get(pool), way, own, each, late));
        } finally {
            Served.end();
        }
    }

    private static void use(Pool pool, Way way, Changed own, ExecutorService each, List<Future<?>> late) {
        Runnable use = () -> pool.use(way);
        try {
            switch (way) {
                case ITSELF, RETURNED_ELSEWHERE, LENT_BY_SOMEBODY -> use.run();
                case POOL -> own.submit(use).get();
                case VIRTUAL_THREAD_EACH -> each.submit(use).get();
                case POOL_WITHIN_POOL -> own.submit(() -> own.submit(use).get()).get();
                case COMMON_POOL ->
                    CompletableFuture.runAsync(use, ForkJoinPool.commonPool()).get();
                case PLATFORM_THREAD -> Thread.ofPlatform().start(use).join();
                case ONE_TASK_FOR_ALL -> own.execute(pool.shared);
                case AFTER_THE_ANSWER -> {
                    Future<?> task = each.submit(() -> {
                        TimeUnit.MILLISECONDS.sleep(1);
                        use.run();
                        return "";
                    });
                    synchronized (late) {
                        late.add(task);
                    }
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void expect(int mix, List<Path> paths, Map<Integer, Integer> asked) throws Exception {
        Map<Integer, Integer> served = new HashMap<>();
        Map<String, Integer> used = new HashMap<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        // another thread gives some of it back, and may not have run yet
        do {
            JsonNode tick = written();
            tick.path("paths").forEach(pair -> add(served, pair.get(0).asInt(), pair.get(1)));
            for (JsonNode pool : tick.path("pools")) {
                for (JsonNode path : pool.path("paths")) {
                    String use = pool.path("name").asText() + " by "
                            + path.path("path").asInt();
                    path.path("holds").forEach(hold -> add(used, use, hold.get(1)));
                }
            }
        } while (!missing(paths, asked, used).isEmpty() && System.nanoTime() < end);
        assertEquals(Set.of(), missing(paths, asked, used), "of mix " + mix);
        for (Path path : paths) {
            int times = path.number() == 0 ? 0 : asked.getOrDefault(path.number(), 0);
            assertEquals(times, served.getOrDefault(path.number(), 0), "requests of mix " + mix);
            for (int pool = 0; pool < pools.size(); pool++) {
                String use = pools.get(pool).name + " by " + path.number();
                int most = path.uses().containsKey(pool) ? times : 0;
                int seen = used.getOrDefault(use, 0);
                assertTrue(seen <= most, use + " in mix " + mix + ": " + seen + " > " + most);
                known += seen;
            }
        }
    }

    private static <K> void add(Map<K, Integer> counts, K key, JsonNode count) {
        counts.merge(key, count.asInt(), Integer::sum);
    }

    /// Uses that can be known and are not.
    private Set<String> missing(List<Path> paths, Map<Integer, Integer> asked, Map<String, Integer> used) {
        Set<String> missing = new HashSet<>();
        for (Path path : paths) {
            path.uses().forEach((pool, way) -> {
                String use = pools.get(pool).name + " by " + path.number();
                int times = asked.getOrDefault(path.number(), 0);
                if (way.known && path.number() > 0 && used.getOrDefault(use, 0) < times) {
                    missing.add(use);
                }
            });
        }
        return missing;
    }

    private static JsonNode written() throws IOException {
        JsonWriter json = new JsonWriter().begin("tick");
        Served.write(json);
        ConnectionPools.write(json);
        return new ObjectMapper().readTree(json.end());
    }
}
