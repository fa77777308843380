package io.heddle.race.load;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A Jetty 12 on virtual threads whose handler waits at a gate, sleeps, and answers `hello`.
final class SleepingJetty implements AutoCloseable {

    private static final int ACCEPT_QUEUE = 4096;
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private final Server server;
    private final ServerConnector connector;
    private final long sleepMillis;
    private final Gate gate = new Gate();
    private final Log log = new Log();

    SleepingJetty(long sleepMillis) throws Exception {
        this.sleepMillis = sleepMillis;
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                answer(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    /// What requests wait at.
    Gate gate() {
        return gate;
    }

    /// When it answered.
    Log log() {
        return log;
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    private void answer(Request request, Response response, Callback callback) throws Exception {
        gate.pass();
        if (sleepMillis > 0) {
            Thread.sleep(sleepMillis);
        }
        log.answered();
        String path = Request.getPathInContext(request);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
        switch (path) {
            case "/missing" -> response.setStatus(404);
            case "/headers" -> {
                StringBuilder all = new StringBuilder();
                Consumer<Object> line = field -> all.append(field).append('\n');
                request.getHeaders().forEach(line);
                Content.Sink.write(response, true, all.toString(), callback);
                return;
            }
            case "/chunked" -> {
                // no length given and not the last write: Jetty sends chunks
                Content.Sink.write(
                        response,
                        false,
                        java.nio.ByteBuffer.wrap("x".repeat(70_000).getBytes(StandardCharsets.US_ASCII)));
            }
            default -> response.getHeaders().put(HttpHeader.CONTENT_LENGTH, HELLO.length);
        }
        response.write(true, java.nio.ByteBuffer.wrap(path.equals("/missing") ? new byte[0] : HELLO), callback);
    }

    /// The moments of the answers since it was told to begin, as long as there is room.
    static final class Log {

        private final long[] micros = new long[500_000];
        private final AtomicInteger count = new AtomicInteger(micros.length);

        /// Forgets what there is and begins.
        void begin() {
            count.set(0);
        }

        /// The moments so far in microseconds since the epoch, ascending; ends the log.
        long[] end() {
            long[] moments = Arrays.copyOf(micros, Math.min(micros.length, count.getAndSet(micros.length)));
            Arrays.sort(moments);
            return moments;
        }

        private void answered() {
            if (count.get() < micros.length) {
                int place = count.getAndIncrement();
                if (place < micros.length) {
                    micros[place] = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                }
            }
        }
    }

    /// Lets requests pass but for pauses.
    static final class Gate {

        private volatile boolean shut;

        void pass() throws InterruptedException {
            if (shut) {
                await();
            }
        }

        synchronized void shut() {
            shut = true;
        }

        synchronized void open() {
            shut = false;
            notifyAll();
        }

        private synchronized void await() throws InterruptedException {
            while (shut) {
                wait();
            }
        }
    }
}
