package idioms;

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

/// Waits of java.util.concurrent, and callbacks that the JDK runs at once, under a monitor.
class Waits {
    static int slow(int value) {
        Env.nap(15);
        return value;
    }

    static boolean slowTest(int value) {
        Env.nap(15);
        return value > 1;
    }

    static void later(Runnable task) {
        Thread.ofPlatform().daemon().start(() -> {
            Env.nap(50);
            task.run();
        });
    }

    static class FutureGet {
        static void run() throws Exception {
            try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Integer> future = pool.submit(() -> {
                    Thread.sleep(50);
                    return 1;
                });
                synchronized (pool) {
                    future.get();
                }
            }
        }
    }

    static class FutureGetTimed {
        static void run() throws Exception {
            CompletableFuture<String> future = new CompletableFuture<>();
            later(() -> future.complete("a"));
            synchronized (future) {
                future.get(1, TimeUnit.SECONDS);
            }
        }
    }

    static class FutureGetUnlessDone {
        static void run() throws Exception {
            CompletableFuture<String> future = new CompletableFuture<>();
            later(() -> future.complete("a"));
            synchronized (future) {
                if (!future.isDone()) {
                    Env.kept = "not yet";
                }
                future.get();
            }
        }
    }

    static class FuturePollThenGet {
        static void run() throws Exception {
            CompletableFuture<String> future = new CompletableFuture<>();
            later(() -> future.complete("a"));
            synchronized (future) {
                while (!future.isDone()) {
                    Thread.sleep(10);
                }
                future.get();
            }
        }
    }

    static class AllOfJoin {
        static void run() {
            CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> slow(1));
            CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> slow(slow(slow(2))));
            synchronized (a) {
                CompletableFuture.allOf(a, b).join();
            }
        }
    }

    static class ComposeJoin {
        static void run() {
            synchronized (ComposeJoin.class) {
                CompletableFuture.supplyAsync(() -> slow(1))
                        .thenCompose(value -> CompletableFuture.supplyAsync(() -> slow(slow(value))))
                        .join();
            }
        }
    }

    static class OrTimeoutJoin {
        static void run() {
            CompletableFuture<String> future =
                    new CompletableFuture<String>().completeOnTimeout("late", 40, TimeUnit.MILLISECONDS);
            synchronized (future) {
                future.join();
            }
        }
    }

    static class ThenApplyOnDone {
        static void run() {
            CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
            synchronized (done) {
                done.thenApply(value -> {
                    Env.nap(40);
                    return value;
                });
            }
        }
    }

    static class CompleteRunsDependents {
        static void run() {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            future.thenAccept(value -> Env.nap(40));
            synchronized (future) {
                future.complete(1);
            }
        }
    }

    static class ScheduledGet {
        static void run() throws Exception {
            try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(1)) {
                synchronized (timer) {
                    timer.schedule(() -> 1, 40, TimeUnit.MILLISECONDS).get();
                }
            }
        }
    }

    static class InvokeAny {
        static void run() throws Exception {
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                synchronized (pool) {
                    pool.invokeAny(List.<Callable<Integer>>of(() -> {
                        Thread.sleep(50);
                        return 1;
                    }));
                }
            }
        }
    }

    static class CompletionServiceTake {
        static void run() throws Exception {
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
                service.submit(() -> {
                    Thread.sleep(50);
                    return 1;
                });
                synchronized (pool) {
                    service.take().get();
                }
            }
        }
    }

    static class CompletionServicePoll {
        static void run() throws Exception {
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
                service.submit(() -> {
                    Thread.sleep(50);
                    return 1;
                });
                synchronized (pool) {
                    service.poll(1, TimeUnit.SECONDS);
                }
            }
        }
    }

    static class AwaitTermination {
        static void run() throws Exception {
            ExecutorService pool = Executors.newCachedThreadPool();
            pool.submit(() -> {
                Thread.sleep(50);
                return 1;
            });
            pool.shutdown();
            synchronized (pool) {
                pool.awaitTermination(1, TimeUnit.SECONDS);
            }
        }
    }

    static class CallerRuns {
        static void run() throws Exception {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
            pool.execute(() -> Env.nap(80));
            synchronized (pool) {
                pool.execute(() -> Env.nap(40));
            }
            pool.shutdown();
        }
    }

    static class DirectExecutor {
        static void run() {
            Executor direct = Runnable::run;
            synchronized (direct) {
                direct.execute(() -> Env.nap(40));
            }
        }
    }

    static class LatchTimed {
        static void run() throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            synchronized (latch) {
                latch.await(40, TimeUnit.MILLISECONDS);
            }
        }
    }

    static class Barrier {
        static void run() throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2);
            later(() -> {
                try {
                    barrier.await();
                } catch (Exception e) {
                    Env.kept = e;
                }
            });
            synchronized (barrier) {
                barrier.await();
            }
        }
    }

    static class PhaserArrive {
        static void run() {
            Phaser phaser = new Phaser(2);
            later(phaser::arrive);
            synchronized (phaser) {
                phaser.arriveAndAwaitAdvance();
            }
        }
    }

    static class SemaphoreAcquire {
        static void run() throws Exception {
            Semaphore permits = new Semaphore(0);
            later(permits::release);
            synchronized (permits) {
                permits.acquire();
            }
        }
    }

    static class QueueTake {
        static void run() throws Exception {
            BlockingQueue<String> queue = new LinkedBlockingQueue<>();
            later(() -> queue.add("a"));
            synchronized (queue) {
                queue.take();
            }
        }
    }

    static class QueuePut {
        static void run() throws Exception {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            queue.put("a");
            later(queue::poll);
            synchronized (queue) {
                queue.put("b");
            }
        }
    }

    static class DequeOffer {
        static void run() throws Exception {
            BlockingDeque<String> queue = new LinkedBlockingDeque<>(1);
            queue.put("a");
            synchronized (queue) {
                queue.offerLast("b", 40, TimeUnit.MILLISECONDS);
            }
        }
    }

    static class DelayedTake {
        record Later(long at) implements Delayed {
            public long getDelay(TimeUnit unit) {
                return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
            }

            public int compareTo(Delayed other) {
                return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
            }
        }

        static void run() throws Exception {
            DelayQueue<Later> queue = new DelayQueue<>();
            queue.add(new Later(System.nanoTime() + 40_000_000));
            synchronized (queue) {
                queue.take();
            }
        }
    }

    static class PriorityTake {
        static void run() throws Exception {
            PriorityBlockingQueue<String> queue = new PriorityBlockingQueue<>();
            later(() -> queue.add("a"));
            synchronized (queue) {
                queue.take();
            }
        }
    }

    static class ExchangeTimed {
        static void run() {
            Exchanger<String> exchanger = new Exchanger<>();
            synchronized (exchanger) {
                try {
                    exchanger.exchange("a", 40, TimeUnit.MILLISECONDS);
                } catch (InterruptedException | TimeoutException e) {
                    Env.kept = e;
                }
            }
        }
    }

    static class ConditionAwait {
        static void run() throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Condition condition = lock.newCondition();
            synchronized (lock) {
                lock.lock();
                try {
                    condition.await(40, TimeUnit.MILLISECONDS);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    static class TryLockTimed {
        static void run() throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Thread.ofPlatform().daemon().start(() -> {
                lock.lock();
                try {
                    Env.nap(80);
                } finally {
                    lock.unlock();
                }
            });
            Env.nap(20);
            synchronized (TryLockTimed.class) {
                if (lock.tryLock(1, TimeUnit.SECONDS)) {
                    lock.unlock();
                }
            }
        }
    }

    static class ThreadJoinTimed {
        static void run() throws Exception {
            Thread thread = Thread.ofVirtual().start(() -> Env.nap(60));
            synchronized (thread) {
                thread.join(Duration.ofSeconds(1));
            }
        }
    }

    static class StructuredFork {
        static void run() throws Exception {
            synchronized (StructuredFork.class) {
                Thread a = Thread.startVirtualThread(() -> Env.nap(40));
                Thread b = Thread.startVirtualThread(() -> Env.nap(50));
                a.join();
                b.join();
            }
        }
    }

    static class YieldThenSleep {
        static synchronized void run() throws Exception {
            Thread.yield();
            Thread.sleep(Duration.ofMillis(40));
        }
    }

    static class ParkUntil {
        static void run() {
            synchronized (ParkUntil.class) {
                LockSupport.parkUntil(System.currentTimeMillis() + 40);
            }
        }
    }

    static class TimerLatch {
        static void run() throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            Timer timer = new Timer(true);
            timer.schedule(
                    new TimerTask() {
                        public void run() {
                            latch.countDown();
                        }
                    },
                    40);
            synchronized (timer) {
                latch.await();
            }
            timer.cancel();
        }
    }

    static class MapCompute {
        static void run() {
            new ConcurrentHashMap<String, Integer>().compute("a", (key, value) -> slow(slow(1)));
        }
    }

    static class MapMergeUnderMonitor {
        static void run() {
            Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
            synchronized (map) {
                map.merge("a", 1, (x, y) -> slow(x) + slow(y));
            }
        }
    }

    static class MapForEach {
        static void run() {
            Map<Integer, Integer> map = new TreeMap<>(Map.of(1, 2, 3, 4));
            synchronized (map) {
                map.forEach((key, value) -> slow(key));
            }
        }
    }

    static class MapReplaceAll {
        static void run() {
            Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, 2, 3, 4)));
            map.replaceAll((key, value) -> slow(value));
        }
    }

    static class ListRemoveIf {
        static void run() {
            List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2, 3)));
            list.removeIf(Waits::slowTest);
        }
    }

    static class ListSort {
        static void run() {
            List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
            synchronized (list) {
                list.sort(Comparator.comparing(Waits::slow));
            }
        }
    }

    static class SetRemoveIf {
        static void run() {
            Set<Integer> set = Collections.synchronizedSet(new HashSet<>(Set.of(1, 2, 3)));
            set.removeIf(Waits::slowTest);
        }
    }

    static class VectorForEach {
        static void run() {
            new Vector<>(List.of(1, 2, 3)).forEach(Waits::slow);
        }
    }

    static class StackReplaceAll {
        static void run() {
            Stack<Integer> stack = new Stack<>();
            stack.addAll(List.of(1, 2, 3));
            stack.replaceAll(Waits::slow);
        }
    }

    static class OptionalOrElseGet {
        static void run() {
            synchronized (OptionalOrElseGet.class) {
                Optional.<Integer>empty().orElseGet(() -> slow(slow(1)));
            }
        }
    }

    static class OptionalMap {
        static void run() {
            synchronized (OptionalMap.class) {
                Optional.of(1).map(Waits::slow).map(Waits::slow).filter(Waits::slowTest);
            }
        }
    }

    static class StreamCollect {
        static void run() {
            synchronized (StreamCollect.class) {
                Env.kept = Stream.of(1, 2, 3).collect(Collectors.groupingBy(Waits::slow));
            }
        }
    }

    static class StreamToMap {
        static void run() {
            List<Integer> all = List.of(1, 2, 3);
            synchronized (all) {
                Env.kept = all.stream().collect(Collectors.toMap(value -> value, Waits::slow));
            }
        }
    }

    static class StreamReduce {
        static void run() {
            synchronized (StreamReduce.class) {
                Stream.of(1, 2, 3).reduce(0, (a, b) -> slow(a) + b);
            }
        }
    }

    static class StreamIterate {
        static void run() {
            synchronized (StreamIterate.class) {
                Stream.iterate(1, Waits::slow).limit(4).toList();
            }
        }
    }

    static class StreamMapMulti {
        static void run() {
            synchronized (StreamMapMulti.class) {
                Stream.of(1, 2)
                        .<Integer>mapMulti((value, sink) -> {
                            Env.nap(20);
                            sink.accept(value);
                        })
                        .toList();
            }
        }
    }

    static class StreamHelper {
        static Stream<Integer> prices(List<Integer> ids) {
            return ids.stream().filter(id -> id > 0).map(Waits::slow);
        }

        static synchronized int total(List<Integer> ids) {
            return prices(ids).mapToInt(value -> value).sum();
        }

        static void run() {
            total(List.of(1, 2, 3));
        }
    }

    static class StreamIteratorLoop {
        static void run() {
            synchronized (StreamIteratorLoop.class) {
                for (Iterator<Integer> each =
                                Stream.of(1, 2, 3).map(Waits::slow).iterator();
                        each.hasNext(); ) {
                    Env.kept = each.next();
                }
            }
        }
    }

    static class ArraysSetAll {
        static void run() {
            int[] all = new int[3];
            synchronized (all) {
                Arrays.setAll(all, Waits::slow);
            }
        }
    }

    static class TreeMapComparator {
        static void run() {
            TreeMap<Integer, Integer> map = new TreeMap<>((a, b) -> slow(a) - b);
            synchronized (map) {
                map.put(1, 1);
                map.put(2, 2);
                map.put(3, 3);
            }
        }
    }

    static class AtomicUpdate {
        static void run() {
            AtomicInteger count = new AtomicInteger();
            synchronized (count) {
                count.updateAndGet(value -> slow(slow(value + 1)));
            }
        }
    }

    static class AccumulatorFunction {
        static void run() {
            LongAccumulator sum = new LongAccumulator(
                    (a, b) -> {
                        Env.nap(20);
                        return a + b;
                    },
                    0);
            synchronized (sum) {
                sum.accumulate(1);
                sum.accumulate(2);
            }
        }
    }

    static class SupplierAndThen {
        static void run() {
            Function<Integer, Integer> both = ((Function<Integer, Integer>) Waits::slow)
                    .andThen(Waits::slow)
                    .compose(Waits::slow);
            synchronized (both) {
                both.apply(1);
            }
        }
    }

    static class PredicateNot {
        static void run() {
            Predicate<Integer> odd = Predicate.not(Waits::slowTest).or(Waits::slowTest);
            synchronized (odd) {
                odd.test(3);
                odd.test(1);
            }
        }
    }

    static class FutureTaskRun {
        static void run() {
            FutureTask<Integer> task = new FutureTask<>(() -> slow(slow(1)));
            synchronized (task) {
                task.run();
            }
        }
    }

    static class ThreadRunByHand {
        static void run() {
            Thread thread = new Thread(() -> Env.nap(40));
            synchronized (thread) {
                thread.run();
            }
        }
    }

    static class ExecutorsCallable {
        static void run() throws Exception {
            Callable<Object> call = Executors.callable(() -> Env.nap(40));
            synchronized (call) {
                call.call();
            }
        }
    }

    static class UnmodifiableForEach {
        static void run() {
            Collection<Integer> all = Collections.unmodifiableCollection(List.of(1, 2, 3));
            synchronized (all) {
                all.forEach(Waits::slow);
            }
        }
    }

    static class ParallelInside {
        static void run() {
            synchronized (ParallelInside.class) {
                IntStream.range(0, 8).parallel().map(Waits::slow).sum();
            }
        }
    }

    static class StringJoin {
        record Name(String text) implements CharSequence {
            public int length() {
                return text.length();
            }

            public char charAt(int at) {
                return text.charAt(at);
            }

            public CharSequence subSequence(int from, int to) {
                return text.substring(from, to);
            }

            public String toString() {
                Env.nap(20);
                return text;
            }
        }

        static void run() {
            synchronized (StringJoin.class) {
                Env.kept = String.join(", ", List.of(new Name("a"), new Name("b")));
            }
        }
    }
}
