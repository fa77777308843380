import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// Two virtual threads on two carriers do one thing for 300 ms; does a third get to run meanwhile, what does JFR
/// write, does the pool grow? Holder SCENARIO.
public class Holder {

    static final int HOLD = 300;
    static final int PROBE_AFTER = 60;
    static final List<String> EVENTS = List.of(
            "jdk.VirtualThreadPinned",
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.FileRead",
            "jdk.SocketRead");

    interface Work {
        void run(int number) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("keep-locks")) {
            keepLocks(args);
            return;
        }
        Work work = scenario(args[0]);
        // The classes of what follows are loaded before anything is looked at.
        Thread.startVirtualThread(Holder::carriers).join();
        Path file = Files.createTempFile("holder", ".jfr");
        try (Recording recording = new Recording()) {
            EVENTS.forEach(
                    name -> recording.enable(name).withThreshold(Duration.ZERO).withStackTrace());
            recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(10));
            recording.start();
            begin.countDown();
            List<Thread> holders = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                holders.add(Thread.ofVirtual().name("holder-" + i).start(() -> {
                    try {
                        work.run(number);
                    } catch (Exception e) {
                        e.printStackTrace();
                        System.exit(3);
                    }
                }));
            }
            Thread.sleep(PROBE_AFTER);
            long asked = System.nanoTime();
            long[] answered = new long[1];
            Thread probe = Thread.ofVirtual().name("probe").start(() -> answered[0] = System.nanoTime());
            int most = carriers();
            while (holders.stream().anyMatch(Thread::isAlive)) {
                most = Math.max(most, carriers());
                Thread.sleep(5);
            }
            probe.join();
            System.out.println("probeMillis=" + (answered[0] - asked) / 1e6);
            System.out.println("carriers=" + most);
            recording.stop();
            recording.dump(file);
        }
        tell(file);
        Files.delete(file);
    }

    static final CountDownLatch begin = new CountDownLatch(1);

    static Work scenario(String name) throws Exception {
        Object[] own = {new Object(), new Object()};
        ReentrantLock lock = new ReentrantLock();
        switch (name) {
            case "sleep":
                return number -> Thread.sleep(HOLD);
            case "lock":
                inBackground(() -> {
                    lock.lock();
                    begin.await();
                    Thread.sleep(HOLD);
                    lock.unlock();
                });
                return number -> {
                    lock.lock();
                    lock.unlock();
                };
            case "monitor-sleep":
                return number -> {
                    synchronized (own[number]) {
                        Thread.sleep(HOLD);
                    }
                };
            case "monitor-park":
                return number -> {
                    synchronized (own[number]) {
                        LockSupport.parkNanos(HOLD * 1_000_000L);
                    }
                };
            case "monitor-lock":
                inBackground(() -> {
                    lock.lock();
                    begin.await();
                    Thread.sleep(HOLD);
                    lock.unlock();
                });
                return number -> {
                    synchronized (own[number]) {
                        lock.lock();
                        lock.unlock();
                    }
                };
            case "monitor-socket":
                return sockets(own);
            case "monitor-contended":
                holdShared();
                return number -> enterShared();
            case "object-wait":
                return number -> {
                    synchronized (own[number]) {
                        own[number].wait(HOLD);
                    }
                };
            case "native-upcall":
                Method sleep = Holder.class.getMethod("sleepInUpcall");
                return number -> sleep.invoke(null);
            case "native-contended":
                holdShared();
                Method enter = Holder.class.getMethod("enterShared");
                return number -> enter.invoke(null);
            case "native-wait":
                Method wait = Holder.class.getMethod("waitInUpcall", Object.class);
                return number -> wait.invoke(null, own[number]);
            case "native-blocking":
                MethodHandle usleep = usleep();
                return number -> {
                    try {
                        int ignored = (int) usleep.invoke(HOLD * 1000);
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    }
                };
            case "class-init":
                return number -> Class.forName(number == 0 ? "Holder$SlowA" : "Holder$SlowB");
            case "class-init-wait":
                inBackground(() -> {
                    begin.await();
                    Class.forName("Holder$SlowA");
                });
                return number -> {
                    Thread.sleep(20);
                    Class.forName("Holder$SlowA");
                };
            case "file-read":
                return fifo();
            case "process-read":
                List<Process> processes = List.of(sleeper(), sleeper());
                return number -> processes.get(number).getInputStream().read();
            case "file-lock":
                return locked();
            case "file-force":
                List<FileChannel> files = List.of(scratch(), scratch());
                return number -> {
                    long end = System.nanoTime() + HOLD * 1_000_000L;
                    while (System.nanoTime() < end) {
                        files.get(number).write(ByteBuffer.allocate(1), 0);
                        files.get(number).force(true);
                    }
                };
            case "select":
                List<Selector> selectors = List.of(Selector.open(), Selector.open());
                // The first of a JVM initialises the JDK's own poller, for which the other one would
                // wait.
                Thread.startVirtualThread(
                                new FutureTask<>(() -> selectors.getFirst().select(1)))
                        .join();
                return number -> selectors.get(number).select(HOLD);
            case "cpu":
                return number -> {
                    long end = System.nanoTime() + HOLD * 1_000_000L;
                    long sum = 0;
                    while (System.nanoTime() < end) {
                        for (int i = 0; i < 10_000; i++) {
                            sum += i * 31L ^ sum;
                        }
                    }
                    if (sum == 42) {
                        System.out.println();
                    }
                };
            default:
                throw new IllegalArgumentException(name);
        }
    }

    static class SlowA {
        static {
            pause();
        }
    }

    static class SlowB {
        static {
            pause();
        }
    }

    public static void sleepInUpcall() {
        pause();
    }

    static final Object shared = new Object();

    /// A platform thread keeps the monitor from now until the holders have tried for 300 ms.
    static void holdShared() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        inBackground(() -> {
            synchronized (shared) {
                held.countDown();
                begin.await();
                Thread.sleep(HOLD);
            }
        });
        held.await();
    }

    public static void enterShared() {
        synchronized (shared) {
            shared.hashCode();
        }
    }

    public static void waitInUpcall(Object monitor) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(HOLD);
        }
    }

    /// A process that says something when the holders have waited for 300 ms.
    static Process sleeper() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        inBackground(() -> {
            begin.await();
            Thread.sleep(HOLD);
            process.getOutputStream().close();
        });
        return process;
    }

    /// Two connections that say something when the holders have waited for 300 ms.
    static Work sockets(Object[] own) throws Exception {
        List<Socket> clients = new ArrayList<>();
        List<Socket> talkers = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 2; i++) {
                clients.add(new Socket(server.getInetAddress(), server.getLocalPort()));
                talkers.add(server.accept());
            }
        }
        inBackground(() -> {
            begin.await();
            Thread.sleep(HOLD);
            for (Socket talker : talkers) {
                talker.getOutputStream().write(1);
            }
        });
        return number -> {
            synchronized (own[number]) {
                clients.get(number).getInputStream().read();
            }
        };
    }

    static FileChannel scratch() throws Exception {
        Path file = Files.createTempFile("holder", ".txt");
        file.toFile().deleteOnExit();
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    /// Another process keeps both files locked until the holders have waited for 300 ms: within one JVM a second
    /// lock is refused, not waited for.
    static Work locked() throws Exception {
        List<Path> files = List.of(Files.createTempFile("holder", ".lock"), Files.createTempFile("holder", ".lock"));
        Process keeper = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xshare:auto",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "Holder",
                        "keep-locks",
                        files.get(0).toString(),
                        files.get(1).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        keeper.getInputStream().read();
        List<FileChannel> channels = List.of(
                FileChannel.open(files.get(0), StandardOpenOption.WRITE),
                FileChannel.open(files.get(1), StandardOpenOption.WRITE));
        files.forEach(file -> file.toFile().deleteOnExit());
        inBackground(() -> {
            begin.await();
            Thread.sleep(HOLD);
            keeper.getOutputStream().close();
        });
        return number -> channels.get(number).lock().release();
    }

    /// The other process: says that it has the locks, and keeps them until nobody wants it to.
    static void keepLocks(String[] args) throws Exception {
        for (int i = 1; i < args.length; i++) {
            FileChannel.open(Path.of(args[i]), StandardOpenOption.WRITE).lock();
        }
        System.out.write('1');
        System.out.flush();
        System.in.read();
    }

    static void pause() {
        try {
            Thread.sleep(HOLD);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    interface Background {
        void run() throws Exception;
    }

    static void inBackground(Background work) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            started.countDown();
            try {
                work.run();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        started.await();
        Thread.sleep(30);
    }

    /// A FIFO stands for a slow or distant file: the page cache would answer at once.
    static Work fifo() throws Exception {
        List<java.io.RandomAccessFile> pipes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Path pipe = Files.createTempDirectory("holder").resolve("fifo");
            new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
            pipes.add(new java.io.RandomAccessFile(pipe.toFile(), "rw"));
            // Deleted in reverse order: the FIFO first.
            pipe.getParent().toFile().deleteOnExit();
            pipe.toFile().deleteOnExit();
        }
        inBackground(() -> {
            begin.await();
            Thread.sleep(HOLD);
            for (java.io.RandomAccessFile pipe : pipes) {
                pipe.write(1);
            }
        });
        List<java.io.FileInputStream> ins = new ArrayList<>();
        for (java.io.RandomAccessFile pipe : pipes) {
            ins.add(new java.io.FileInputStream(pipe.getFD()));
        }
        return number -> ins.get(number).read();
    }

    /// usleep(3) by way of java.lang.foreign, which is a preview in 21 and so is reached by reflection.
    static MethodHandle usleep() throws Exception {
        Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
        Class<?> lookupType = Class.forName("java.lang.foreign.SymbolLookup");
        Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        Object symbol =
                ((Optional<?>) lookupType.getMethod("find", String.class).invoke(lookup, "usleep")).orElseThrow();
        Object intLayout = Class.forName("java.lang.foreign.ValueLayout")
                .getField("JAVA_INT")
                .get(null);
        Object arguments = Array.newInstance(layoutType, 1);
        Array.set(arguments, 0, intLayout);
        Object descriptor =
                descriptorType.getMethod("of", layoutType, arguments.getClass()).invoke(null, intLayout, arguments);
        Object options = Array.newInstance(optionType, 0);
        return (MethodHandle) linkerType
                .getMethod(
                        "downcallHandle",
                        Class.forName("java.lang.foreign.MemorySegment"),
                        descriptorType,
                        options.getClass())
                .invoke(linker, symbol, descriptor, options);
    }

    static int carriers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ForkJoinPool-1-worker"))
                .count();
    }

    /// Counts events of the holders, and says what a pin was for.
    static void tell(Path file) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        String reason = "";
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            boolean sample = event.getEventType().getName().endsWith("Sample");
            RecordedThread thread = sample ? event.getThread("sampledThread") : event.getThread();
            if (thread != null
                    && thread.isVirtual()
                    && String.valueOf(thread.getJavaName()).startsWith("holder")) {
                boolean counted = sample || event.getDuration().toMillis() >= 100;
                if (counted) {
                    counts.merge(event.getEventType().getName().substring(4), 1, Integer::sum);
                }
                // A start has short pins of its own, with reasons that are not this row's.
                if (counted && event.hasField("pinnedReason") && event.getString("pinnedReason") != null) {
                    reason = event.getString("pinnedReason");
                }
            }
        }
        StringBuilder all = new StringBuilder();
        counts.forEach((name, count) ->
                all.append(all.isEmpty() ? "" : " ").append(name).append("×").append(count));
        System.out.println("events=" + all);
        System.out.println("pinned=" + counts.getOrDefault("VirtualThreadPinned", 0));
        System.out.println("reason=" + reason);
    }
}
