import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// What the shapes wait for: each wait ends after about MILLIS, by a platform thread's hand.
public final class Waits {

    public static final int MILLIS = 200;
    public static final ReentrantLock LOCK = new ReentrantLock();
    public static final BlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();
    public static final Object MONITOR = new Object();
    public static final File PIPE = new File(System.getProperty("truth.pipe", "none"));
    public static volatile CompletableFuture<String> future = new CompletableFuture<>();
    public static volatile int port;
    public static volatile boolean busy;
    public static volatile String text = "";

    private Waits() {
    }

    /// A server that answers each connection after MILLIS.
    static ServerSocket serve() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        port = server.getLocalPort();
        platform(() -> {
            while (!server.isClosed()) {
                Socket socket = server.accept();
                later(() -> {
                    socket.getOutputStream().write('x');
                    socket.close();
                });
            }
        });
        return server;
    }

    /// Makes the next wait of a kind ready.
    static void prepare(String sink) throws InterruptedException, IOException {
        switch (sink) {
            case "LOCK" -> {
                CountDownLatch taken = new CountDownLatch(1);
                platform(() -> hold(taken));
                taken.await();
            }
            case "FUTURE" -> {
                CompletableFuture<String> next = new CompletableFuture<>();
                future = next;
                later(() -> next.complete(""));
            }
            case "QUEUE" -> later(() -> QUEUE.add(""));
            case "FILE" -> {
                // Open for both: neither side waits for the other to open it, and it keeps what is
                // written.
                RandomAccessFile pipe = new RandomAccessFile(PIPE, "rw");
                later(() -> {
                    pipe.write('x');
                    Thread.sleep(MILLIS);
                    pipe.close();
                });
            }
            case "SPIN" -> {
                busy = true;
                later(() -> busy = false);
            }
            default -> { }
        }
    }

    /// What a handler handles.
    public static void fail() throws IOException {
        throw new IOException("as meant");
    }

    private static void hold(CountDownLatch taken) throws InterruptedException {
        LOCK.lock();
        try {
            taken.countDown();
            Thread.sleep(MILLIS);
        } finally {
            LOCK.unlock();
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void later(Task task) {
        platform(() -> {
            TimeUnit.MILLISECONDS.sleep(MILLIS);
            task.run();
        });
    }

    private static void platform(Task task) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                task.run();
            } catch (SocketException e) {
                // The end: the server is closed.
                return;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
