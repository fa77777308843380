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
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
        UNCHANGED_POOL(false),
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
        private final Queue<Thing> lent = new ConcurrentLinkedQueue<>();
        private final AtomicInteger waiting = new AtomicInteger();
        private final Runnable shared = () -> {
            LockSupport.parkNanos(300_000); // so that it is handed on again meanwhile
            use(Way.ITSELF);
            waiting.decrementAndGet();
        };

        Pool(String name) {
            this.name = name;
        }

        /// The current thread, of whatever request, gives back what somebody else waits for.
        void lendToSomebody() {
            Thing thing = new Thing();
            ConnectionPools.lentToSomebody(thing);
            lent.add(thing);
        }

        void use(Way way) {
            Thing handed = way == Way.LENT_BY_SOMEBODY ? lent.poll() : null;
            Thing thing = handed == null ? new Thing() : handed;
            if (handed == null) {
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

        Changed(boolean virtual) {
            this(0, Integer.MAX_VALUE, new SynchronousQueue<>(), virtual);
        }

        Changed(int least, int most, BlockingQueue<Runnable> queue, boolean virtual) {
            super(
                    least,
                    most,
                    1,
                    TimeUnit.SECONDS,
                    queue,
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
    private final ExecutorService few = new Changed(2, 2, new LinkedBlockingQueue<>(), true);
    private final ExecutorService plain = Executors.newCachedThreadPool();
    private int known;

    @Test
    void no_path_is_given_what_its_requests_do_not_use() throws Exception {
        pools.forEach(pool -> ConnectionPools.made(pool, "planted"));
        try (Changed workers = new Changed(false);
                Changed flipped = new Changed(true);
                ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int mix = 0; mix < MIXES; mix++) {
                race(mix, random.nextBoolean() ? workers : flipped, each);
            }
        }
        few.shutdown();
        plain.shutdown();
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
            answers.add(server.submit(() -> serve(path, workers, each, late)));
        }
        for (Future<?> answer : answers) {
            answer.get();
        }
        synchronized (late) {
            for (Future<?> task : late) {
                task.get();
            }
        }
        while (pools.stream().anyMatch(pool -> pool.waiting.get() > 0)) {
            Thread.onSpinWait();
        }
        expect(mix, paths, asked);
    }

    private void serve(Path path, ThreadPoolExecutor workers, ExecutorService each, List<Future<?>> late) {
        Served.begin(Integer.toString(path.number()));
        try {
            pools.forEach(Pool::lendToSomebody);
            path.uses().forEach((pool, way) -> use(pools.get(pool), way, workers, each, late));
            // threads that were born meanwhile find others to work for
            TimeUnit.MILLISECONDS.sleep(path.number() % 3);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            Served.end();
        }
    }

    private void use(Pool pool, Way way, ThreadPoolExecutor own, ExecutorService each, List<Future<?>> late) {
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
                case UNCHANGED_POOL -> plain.submit(use).get();
                case ONE_TASK_FOR_ALL -> {
                    pool.waiting.incrementAndGet();
                    few.execute(pool.shared);
                }
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
