package idioms;

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.zip.*;

/// Programs that wait without a monitor, or have a monitor and do not wait.
class Free {
    static class LockInstead {
        final ReentrantLock lock = new ReentrantLock();

        void go() {
            lock.lock();
            try {
                Env.nap(40);
            } finally {
                lock.unlock();
            }
        }

        static void run() {
            new LockInstead().go();
        }
    }

    static class AfterTheBlock {
        int count;

        void go() {
            synchronized (this) {
                count++;
            }
            Env.nap(40);
        }

        static void run() {
            new AfterTheBlock().go();
        }
    }

    static class BeforeTheBlock {
        int count;

        void go() {
            Env.nap(40);
            synchronized (this) {
                count++;
            }
        }

        static void run() {
            new BeforeTheBlock().go();
        }
    }

    static class CopyThenCall {
        final List<Runnable> all = new ArrayList<>();

        void tell() {
            List<Runnable> now;
            synchronized (all) {
                now = List.copyOf(all);
            }
            now.forEach(Runnable::run);
        }

        static void run() {
            CopyThenCall it = new CopyThenCall();
            it.all.add(() -> Env.nap(40));
            it.tell();
        }
    }

    static class SnapshotGet {
        final Map<String, Supplier<String>> all = new HashMap<>();

        String get(String key) {
            Supplier<String> one;
            synchronized (all) {
                one = all.get(key);
            }
            return one.get();
        }

        static void run() {
            SnapshotGet it = new SnapshotGet();
            it.all.put("a", () -> {
                Env.nap(40);
                return "a";
            });
            it.get("a");
        }
    }

    static class LambdaMadeOnly {
        static synchronized Runnable make() {
            return () -> Env.nap(40);
        }

        static void run() {
            make().run();
        }
    }

    static class StreamMadeOnly {
        static synchronized Stream<Integer> make() {
            return Stream.of(1, 2, 3).map(Waits::slow);
        }

        static void run() {
            make().toList();
        }
    }

    static class TaskHandedToPool {
        static void run() {
            try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
                synchronized (TaskHandedToPool.class) {
                    pool.submit(() -> Env.nap(40));
                }
            }
        }
    }

    static class ThreadStarted {
        static void run() throws Exception {
            Thread thread;
            synchronized (ThreadStarted.class) {
                thread = Thread.startVirtualThread(() -> Env.nap(40));
            }
            thread.join();
        }
    }

    static class AsyncRegistered {
        static void run() {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            synchronized (future) {
                future.thenAccept(value -> Env.nap(40));
            }
            future.complete(1);
        }
    }

    static class WhenCompleteRegistered {
        static void run() {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            synchronized (future) {
                future.whenComplete((value, failure) -> Env.nap(40));
            }
            future.complete(1);
        }
    }

    static class AsyncChain {
        static void run() {
            CompletableFuture<Integer> last;
            synchronized (AsyncChain.class) {
                last = CompletableFuture.supplyAsync(() -> Waits.slow(Waits.slow(1)))
                        .thenApplyAsync(Waits::slow)
                        .thenApply(Waits::slow);
            }
            last.join();
        }
    }

    static class AsyncHandle {
        static void run() {
            CompletableFuture<Integer> last;
            synchronized (AsyncHandle.class) {
                last = CompletableFuture.supplyAsync(() -> Waits.slow(Waits.slow(1)))
                        .handle((value, failure) -> Waits.slow(1))
                        .exceptionally(failure -> Waits.slow(1));
            }
            last.join();
        }
    }

    static class HttpAsync {
        static void run() throws Exception {
            CompletableFuture<?> answer;
            synchronized (HttpAsync.class) {
                answer = java.net.http.HttpClient.newHttpClient()
                        .sendAsync(
                                java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Env.http + "/"))
                                        .build(),
                                java.net.http.HttpResponse.BodyHandlers.ofString());
            }
            answer.join();
        }
    }

    static class FutureDone {
        static void run() throws Exception {
            Future<Integer> done = CompletableFuture.completedFuture(1);
            synchronized (done) {
                done.get();
            }
        }
    }

    static class FutureAskedFirst {
        static void run() throws Exception {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            future.complete(1);
            synchronized (future) {
                if (future.isDone()) {
                    future.get();
                }
            }
        }
    }

    static class FutureResultNow {
        static void run() {
            CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
            synchronized (future) {
                future.resultNow();
                future.getNow(2);
            }
        }
    }

    static class TryLockOnly {
        static void run() {
            ReentrantLock lock = new ReentrantLock();
            synchronized (lock) {
                if (lock.tryLock()) {
                    lock.unlock();
                }
            }
        }
    }

    static class QueueOfferPoll {
        static void run() {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            synchronized (queue) {
                queue.offer("a");
                queue.poll();
                queue.peek();
            }
        }
    }

    static class QueuePutRoom {
        static void run() throws Exception {
            BlockingQueue<String> queue = new LinkedBlockingQueue<>();
            synchronized (queue) {
                queue.put("a");
            }
        }
    }

    static class QueueDrain {
        static void run() {
            BlockingQueue<String> queue = new LinkedBlockingQueue<>(List.of("a"));
            List<String> all = new ArrayList<>();
            synchronized (queue) {
                queue.drainTo(all);
            }
        }
    }

    static class SemaphoreTry {
        static void run() {
            Semaphore permits = new Semaphore(1);
            synchronized (permits) {
                if (permits.tryAcquire()) {
                    permits.release();
                }
            }
        }
    }

    static class LatchCountDown {
        static void run() {
            CountDownLatch latch = new CountDownLatch(1);
            synchronized (latch) {
                latch.countDown();
                latch.getCount();
            }
        }
    }

    static class PhaserRegister {
        static void run() {
            Phaser phaser = new Phaser(1);
            synchronized (phaser) {
                phaser.register();
                phaser.arrive();
            }
        }
    }

    static class WaitGivesBack {
        static void run() throws Exception {
            Semaphore permits = new Semaphore(0);
            Waits.later(permits::release);
            permits.acquire();
            synchronized (permits) {
                permits.release();
            }
        }
    }

    static class QuickCompute {
        static void run() {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            map.computeIfAbsent("a", String::length);
            map.merge("a", 1, Integer::sum);
            Env.nap(40);
        }
    }

    static class ComputeMissThenSlow {
        static void run() {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            Integer known = map.get("a");
            if (known == null) {
                known = Waits.slow(Waits.slow(1));
                map.putIfAbsent("a", known);
            }
        }
    }

    static class ComputeFutures {
        static void run() {
            ConcurrentHashMap<String, CompletableFuture<Integer>> map = new ConcurrentHashMap<>();
            map.computeIfAbsent("a", key -> CompletableFuture.supplyAsync(() -> Waits.slow(1)))
                    .join();
        }
    }

    static class ConcurrentForEach {
        static void run() {
            ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 2));
            map.forEach((key, value) -> Waits.slow(key));
        }
    }

    static class CopyOnWrite {
        static void run() {
            CopyOnWriteArrayList<Runnable> all = new CopyOnWriteArrayList<>(List.of(() -> Env.nap(40)));
            all.forEach(Runnable::run);
        }
    }

    static class StreamsWithout {
        static void run() {
            Stream.of(1, 2, 3).map(Waits::slow).toList();
        }
    }

    static class QuickStream {
        static void run() {
            List<Integer> all = new ArrayList<>(List.of(1, 2, 3));
            synchronized (all) {
                all.stream().map(value -> value + 1).filter(value -> value > 2).toList();
            }
        }
    }

    static class QuickSort {
        static void run() {
            List<String> all = new ArrayList<>(List.of("b", "a"));
            synchronized (all) {
                all.sort(Comparator.comparing(String::length));
                Collections.sort(all);
            }
        }
    }

    static class MemoryOut {
        static void run() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            synchronized (bytes) {
                DataOutputStream out = new DataOutputStream(bytes);
                out.writeInt(1);
                out.write(new byte[10]);
                out.flush();
            }
        }
    }

    static class MemoryIn {
        static void run() throws Exception {
            BufferedReader in = new BufferedReader(new StringReader("a\nb"));
            synchronized (in) {
                in.readLine();
                in.read();
            }
        }
    }

    static class MemoryGzip {
        static void run() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            synchronized (bytes) {
                try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                    out.write(1);
                }
            }
        }
    }

    static class MemoryPrint {
        static void run() {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            out.println("a");
            out.flush();
        }
    }

    static class MemoryProperties {
        static void run() throws Exception {
            Properties settings = new Properties();
            settings.load(new StringReader("a=b"));
            settings.store(new ByteArrayOutputStream(), null);
        }
    }

    static class MemoryHanded {
        static synchronized int first(InputStream in) throws IOException {
            return in.read();
        }

        static void run() throws Exception {
            first(new ByteArrayInputStream(new byte[] {1}));
        }
    }

    static class MemoryScanner {
        static void run() {
            Scanner in = new Scanner("1 2 3");
            synchronized (in) {
                in.nextInt();
            }
        }
    }

    static class MemoryObjects {
        static void run() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            synchronized (bytes) {
                new ObjectOutputStream(bytes).writeObject("a");
            }
        }
    }

    static class MemoryXml {
        static void run() throws Exception {
            synchronized (MemoryXml.class) {
                javax.xml.parsers.DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream("<a/>".getBytes()));
            }
        }
    }

    static class LinesWithoutMonitor {
        static void run() throws Exception {
            try (Socket socket = Env.late();
                    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
                in.readLine();
            }
        }
    }

    static class StreamsWithoutMonitor {
        static void run() throws Exception {
            try (Socket socket = Env.late()) {
                new DataInputStream(new BufferedInputStream(socket.getInputStream())).readByte();
            }
        }
    }

    static class PrintStreamOut {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                PrintStream out = new PrintStream(socket.getOutputStream());
                out.write(Streams.MUCH, 0, Streams.MUCH.length);
            }
        }
    }

    static class BufferedWriterOut {
        static void run() throws Exception {
            try (Socket socket = Env.deaf()) {
                BufferedWriter out = new BufferedWriter(new OutputStreamWriter(socket.getOutputStream()));
                out.write("a".repeat(Streams.MUCH.length));
                out.flush();
            }
        }
    }

    static class HttpWithout {
        static void run() throws Exception {
            java.net.http.HttpClient.newHttpClient()
                    .send(
                            java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Env.http + "/"))
                                    .build(),
                            java.net.http.HttpResponse.BodyHandlers.ofString());
        }
    }

    static class MakesTheCallOnly {
        static synchronized URLConnection make() throws Exception {
            return URI.create("http://127.0.0.1:" + Env.http + "/").toURL().openConnection();
        }

        static void run() throws Exception {
            make().getInputStream().read();
        }
    }

    static class BuildsRequest {
        static synchronized java.net.http.HttpRequest make() {
            return java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Env.http + "/"))
                    .header("a", "b")
                    .build();
        }

        static void run() {
            make();
        }
    }

    static class NeverTaken {
        static final boolean SLOW = false;

        static synchronized void go() throws Exception {
            if (SLOW) {
                Thread.sleep(40);
            }
        }

        static void run() throws Exception {
            go();
        }
    }

    static class GuardedByArgument {
        static synchronized void go(boolean slowly) {
            if (slowly) {
                Env.nap(40);
            }
        }

        static void run() {
            go(false);
        }
    }

    static class QuickSubclass {
        interface Job {
            void perform();
        }

        static class Quick implements Job {
            public void perform() {}
        }

        static class Slow implements Job {
            public void perform() {
                Env.nap(40);
            }
        }

        static synchronized void guarded(Quick job) {
            job.perform();
        }

        static void run() {
            guarded(new Quick());
            new Slow().perform();
        }
    }

    static class GenericSwap {
        static class Box<T> {
            private T value;

            synchronized void set(T value) {
                this.value = value;
            }

            synchronized T get() {
                return value;
            }
        }

        static void run() {
            Box<Runnable> box = new Box<>();
            box.set(() -> Env.nap(40));
            box.get().run();
        }
    }

    static class Counter {
        private int count;

        synchronized int next() {
            return ++count;
        }

        static void run() {
            Counter it = new Counter();
            for (int i = 0; i < 100; i++) {
                it.next();
            }
        }
    }

    static class Lru {
        static class Cache<K, V> extends LinkedHashMap<K, V> {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > 10;
            }
        }

        static void run() {
            Map<String, Integer> cache = Collections.synchronizedMap(new Cache<>());
            for (int i = 0; i < 20; i++) {
                cache.put("k" + i, i);
            }
        }
    }

    static class ToStringQuick {
        record Point(int x, int y) {}

        static void run() {
            Point point = new Point(1, 2);
            synchronized (point) {
                Env.kept = "at " + point + String.format("%s", point);
            }
        }
    }

    static class SlowToStringOutside {
        static void run() {
            Shapes.SlowToString it = new Shapes.SlowToString("a");
            synchronized (it) {
                Env.kept = it;
            }
            Env.kept = "it is " + it;
        }
    }

    static class AtomicOnly {
        static void run() {
            AtomicReference<String> value = new AtomicReference<>();
            synchronized (value) {
                value.updateAndGet(old -> "a");
                value.compareAndSet("a", "b");
            }
        }
    }

    static class LazySupplierGot {
        final Supplier<String> from = () -> {
            Env.nap(40);
            return "a";
        };

        synchronized Supplier<String> from() {
            return from;
        }

        static void run() {
            new LazySupplierGot().from().get();
        }
    }

    static class SchedulesOnly {
        static void run() {
            ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
            synchronized (timer) {
                timer.schedule(() -> Env.nap(40), 1, TimeUnit.MILLISECONDS);
                timer.shutdown();
            }
        }
    }

    static class QuickInitialiser {
        static class Holder {
            static final Map<String, Integer> ALL = new TreeMap<>(Map.of("a", 1));
            static final Runnable LATER = () -> Env.nap(40);
        }

        static void run() {
            Holder.LATER.run();
        }
    }

    static class RegexOnly {
        static void run() {
            synchronized (RegexOnly.class) {
                Env.kept =
                        java.util.regex.Pattern.compile("a+").matcher("banana").replaceAll("o");
            }
        }
    }

    static class ReflectionQuick {
        public static int quick() {
            return 1;
        }

        static void run() throws Exception {
            synchronized (ReflectionQuick.class) {
                ReflectionQuick.class.getMethod("quick").invoke(null);
            }
        }
    }

    static class TimeOnly {
        static void run() {
            synchronized (TimeOnly.class) {
                Env.kept = java.time.Instant.now().toString()
                        + java.time.LocalDate.now().getDayOfWeek()
                        + System.nanoTime();
            }
        }
    }

    static class UuidOnly {
        static void run() {
            synchronized (UuidOnly.class) {
                Env.kept = UUID.randomUUID().toString();
            }
        }
    }

    static class OwnQuickWriter {
        static class Kept extends Writer {
            final StringBuilder text = new StringBuilder();

            @Override
            public void write(char[] all, int from, int length) {
                text.append(all, from, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        }

        static void run() throws Exception {
            Writer out = new Kept();
            out.write("abc");
            synchronized (out) {
                out.append("d");
            }
        }
    }

    static class ManyQuickHandlers {
        interface Handler {
            int handle();
        }

        static final Map<String, Handler> ALL = new HashMap<>();

        static {
            ALL.put("a", () -> 1);
            ALL.put("b", () -> 2);
            ALL.put("c", () -> 3);
            ALL.put("d", () -> 4);
            ALL.put("e", () -> 5);
            ALL.put("f", () -> 6);
            ALL.put("g", () -> 7);
            ALL.put("h", () -> 8);
            ALL.put("i", () -> 9);
            ALL.put("j", () -> 10);
            ALL.put("k", () -> 11);
            ALL.put("l", () -> 12);
        }

        static synchronized int go(String name) {
            return ALL.get(name).handle();
        }

        static void run() {
            go("g");
        }
    }
}
