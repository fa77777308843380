import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// A service whose limits are known, for `./dev bench predict`: `KIND THREADS`, with 0 threads on virtual ones. It
/// prints its port.
final class PredictService {

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Semaphore SMALL = new Semaphore(4, true);
    private static final Semaphore LARGE = new Semaphore(8, true);
    private static final double SPREAD = 0.3;

    private PredictService() {}

    public static void main(String[] args) throws Exception {
        String kind = args[0];
        int threads = Integer.parseInt(args[1]);
        int downstream = kind.equals("downstream") || kind.equals("mix") ? slow() : 0;
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        server.createContext("/", exchange -> {
            try {
                serve(kind, downstream);
                byte[] body = "ok".getBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
        server.setExecutor(
                threads == 0 ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(threads));
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void serve(String kind, int downstream) throws InterruptedException, IOException {
        switch (kind) {
            case "threads" -> sleep(50);
            case "cpu" -> compute(8);
            case "lock" -> lock();
            case "pool" -> pool(SMALL, 40);
            case "two-pools" -> {
                pool(SMALL, 20);
                second();
            }
            case "downstream" -> ask(downstream);
            case "monitors" -> new Ledger().write();
            case "one-monitor" -> Ledger.shared();
            case "file" -> file();
            case "rare" -> {
                if (ThreadLocalRandom.current().nextInt(200) == 0) {
                    compute(200);
                } else {
                    sleep(20);
                }
            }
            case "mix" -> {
                switch (ThreadLocalRandom.current().nextInt(4)) {
                    case 0 -> ask(downstream);
                    case 1 -> compute(2);
                    case 2 -> pool(LARGE, 30);
                    default -> sleep(50);
                }
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void sleep(double millis) throws InterruptedException {
        double some = millis * (1 + SPREAD * (2 * ThreadLocalRandom.current().nextDouble() - 1));
        TimeUnit.NANOSECONDS.sleep((long) (some * 1e6));
    }

    /// On a processor, whoever else uses it.
    private static void compute(double millis) {
        java.lang.management.ThreadMXBean bean = java.lang.management.ManagementFactory.getThreadMXBean();
        if (Thread.currentThread().isVirtual()) {
            work((long) (millis * LOOPS));
            return;
        }
        long until = bean.getCurrentThreadCpuTime() + (long) (millis * 1e6);
        while (bean.getCurrentThreadCpuTime() < until) {
            work(LOOPS / 20);
        }
    }

    private static final long LOOPS = calibrate();

    private static long calibrate() {
        work(20_000_000);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long begin = System.nanoTime();
            work(5_000_000);
            best = Math.min(best, System.nanoTime() - begin);
        }
        return (long) (5_000_000 * 1e6 / best);
    }

    static volatile long sink;

    private static void work(long loops) {
        long value = sink;
        for (long i = 0; i < loops; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
        }
        sink = value;
    }

    private static void lock() throws InterruptedException {
        LOCK.lock();
        try {
            sleep(10);
        } finally {
            LOCK.unlock();
        }
    }

    private static void pool(Semaphore pool, double millis) throws InterruptedException {
        pool.acquire();
        try {
            sleep(millis);
        } finally {
            pool.release();
        }
    }

    private static void second() throws InterruptedException {
        LARGE.acquire();
        try {
            sleep(50);
        } finally {
            LARGE.release();
        }
    }

    private static int slow() throws IOException {
        ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("downstream").start(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    Thread.startVirtualThread(() -> answer(socket));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        return server.getLocalPort();
    }

    private static void answer(Socket socket) {
        try (socket) {
            Thread.sleep(60);
            socket.getOutputStream().write(1);
        } catch (IOException | InterruptedException e) {
            // who asked has gone
        }
    }

    private static void ask(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getInputStream().read();
        }
    }

    /// Waits for what another process writes, as a read from a slow disk does.
    private static void file() throws IOException {
        Path fifo = Path.of(
                System.getProperty("java.io.tmpdir"),
                "heddle-fifo-" + ProcessHandle.current().pid());
        Process process = new ProcessBuilder("sleep", "0.05").start();
        try (InputStream in = process.getInputStream()) {
            in.read();
        }
        Files.deleteIfExists(fifo);
    }

    private static final class Ledger {

        private static final Object ALL = new Object();

        void write() throws InterruptedException {
            synchronized (this) {
                sleep(50);
            }
        }

        static void shared() throws InterruptedException {
            synchronized (ALL) {
                sleep(10);
            }
        }
    }
}
