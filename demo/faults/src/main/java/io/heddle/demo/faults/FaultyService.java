package io.heddle.demo.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A Jetty 12 service that goes wrong as its first argument, a [Behaviour], says.
///
/// Options, each `--name=value`: `--server.port` (0, the default, takes a free one), `--after` requests (default 0),
/// `--millis` that each request sleeps (default 5), `--status` (default 500), `--to` (`HOST:PORT`), `--threads` of the
/// server (default 200), `--most` requests at once (default any). It listens on loopback only and prints `listening on
/// PORT`. With `--only=/path` it goes wrong on that path alone.
public final class FaultyService {

    private static final int EXIT_CODE = 3;
    private static final int DEATH_CODE = 7;
    private static final int LONGEST_SECONDS = 600;
    private static final String HELLO = "hello\n";

    private final Behaviour behaviour;
    private final List<String> options;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final Queue<byte[]> hoard = new ConcurrentLinkedQueue<>();
    private volatile boolean crowded;
    private volatile boolean onVirtualThreads;
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<Socket> kept = new ArrayList<>();

    private FaultyService(Behaviour behaviour, List<String> options) {
        this.behaviour = behaviour;
        this.options = options;
    }

    /// @param arguments a behaviour and options
    public static void main(String[] arguments) throws Exception {
        List<String> all = Arrays.asList(arguments);
        new FaultyService(Behaviour.of(all.getFirst()), all.subList(1, all.size())).run();
    }

    private void run() throws Exception {
        switch (behaviour) {
            case EXIT -> {
                System.out.println("\u001b[31mno database at jdbc:postgresql://app:hunter2hunter2@db/app\u001b[0m");
                System.exit(EXIT_CODE);
            }
            case NO_PORT -> sleep(LONGEST_SECONDS * 1000L);
            case NOT_HTTP -> greet("220 mail.example ESMTP\r\n");
            case SILENT -> greet("");
            case STUBBORN ->
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> sleep(onVirtualThreads ? 0 : LONGEST_SECONDS * 1000L)));
            case DAEMON ->
                new ProcessBuilder("sh", "-c", "setsid sh -c 'sleep " + LONGEST_SECONDS + " & echo daemon $!'")
                        .inheritIO()
                        .start()
                        .waitFor();
            case OUTBOUND -> connect(option("to", ""));
            case TWO_PORTS -> {
                int port = start(
                        0, (response, callback) -> Response.writeError(response.getRequest(), response, callback, 404));
                System.out.println("management on " + port);
            }
            case FINE, STATUS, STARTING, FAIL, HANG, PUSHBACK, BREAKER, CHOKE, HOARD, DIE, CLOSE -> {}
        }
        System.out.println("listening on " + start(number("server.port", 0), this::answer));
    }

    private interface Answer {
        void to(Response response, Callback callback) throws InterruptedException;
    }

    private int start(int port, Answer answer) throws Exception {
        Server server = new Server(new QueuedThreadPool(number("threads", 200)));
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setAcceptQueueSize(4096);
        connector.setIdleTimeout(Duration.ofSeconds(LONGEST_SECONDS).toMillis());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String only = option("only", "");
                if (only.isEmpty() || Request.getPathInContext(request).equals(only)) {
                    answer.to(response, callback);
                } else {
                    Thread.sleep(number("millis", 5));
                    status(response, callback, 200);
                }
                return true;
            }
        });
        server.start();
        return connector.getLocalPort();
    }

    private void answer(Response response, Callback callback) throws InterruptedException {
        onVirtualThreads |= Thread.currentThread().isVirtual();
        boolean after = requests.incrementAndGet() > number("after", 0);
        boolean crowd = inside.incrementAndGet() > number("most", Integer.MAX_VALUE);
        boolean turnedAway = crowd && behaviour == Behaviour.PUSHBACK;
        if (turnedAway) {
            // It takes nobody's place: else all are turned away once they come evenly.
            inside.decrementAndGet();
        }
        Thread.sleep(number("millis", 5));
        if (!turnedAway) {
            inside.decrementAndGet();
        }
        switch (behaviour) {
            case STATUS -> status(response, callback, number("status", 500));
            case STARTING -> status(response, callback, after ? 200 : 503);
            case FAIL -> status(response, callback, after ? 500 : 200);
            case HANG -> {
                if (after) {
                    never.await();
                }
                status(response, callback, 200);
            }
            case PUSHBACK -> status(response, callback, turnedAway ? 503 : 200);
            case BREAKER -> {
                crowded |= crowd;
                status(response, callback, crowded ? 503 : 200);
            }
            case CHOKE -> {
                crowded |= crowd && after;
                if (crowded) {
                    never.await();
                }
                status(response, callback, 200);
            }
            case HOARD -> {
                crowded |= crowd;
                if (crowded) {
                    hoard.add(new byte[1 << 20]);
                }
                status(response, callback, 200);
            }
            case DIE -> {
                if (after) {
                    System.out.println("out of luck");
                    Runtime.getRuntime().halt(DEATH_CODE);
                }
                status(response, callback, 200);
            }
            case CLOSE -> {
                if (after) {
                    response.getRequest()
                            .getConnectionMetaData()
                            .getConnection()
                            .getEndPoint()
                            .close();
                    callback.failed(new IOException("closed on purpose"));
                } else {
                    status(response, callback, 200);
                }
            }
            case FINE, EXIT, NO_PORT, NOT_HTTP, SILENT, TWO_PORTS, STUBBORN, DAEMON, OUTBOUND ->
                status(response, callback, 200);
        }
    }

    private static void status(Response response, Callback callback, int status) {
        if (status >= 400) {
            Response.writeError(response.getRequest(), response, callback, status);
        } else {
            response.setStatus(status);
            Content.Sink.write(response, true, HELLO, callback);
        }
    }

    /// Not a web server.
    private void greet(String greeting) throws IOException {
        try (ServerSocket server = new ServerSocket(number("server.port", 0), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("listening on " + server.getLocalPort());
            while (!server.isClosed()) {
                Socket socket = server.accept();
                socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
                if (greeting.isEmpty()) {
                    kept.add(socket);
                } else {
                    socket.close();
                }
            }
        }
    }

    private void connect(String to) throws IOException {
        int colon = to.lastIndexOf(':');
        kept.add(new Socket(to.substring(0, colon), Integer.parseInt(to.substring(colon + 1))));
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(option(name, String.valueOf(otherwise)));
    }

    private String option(String name, String otherwise) {
        String start = "--" + name + "=";
        return options.stream()
                .filter(option -> option.startsWith(start))
                .map(option -> option.substring(start.length()))
                .findFirst()
                .orElse(otherwise);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
