package io.heddle.race.target;

import io.heddle.race.load.Request;
import io.heddle.race.target.HttpProbe.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Asks each port again and again, each on a thread of its own: a port that accepts and stays silent (a debugger's,
/// JMX's) must not hold up the others.
final class PortProbes implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private static final Request ROOT = new Request(URI.create("http://localhost/"), List.of());

    private final Request request;
    private final Duration timeout;
    private final Map<Integer, Set<InetAddress>> hosts = new HashMap<>();
    private final Map<Integer, Answer> answers = new ConcurrentHashMap<>();
    private final Map<Integer, InetAddress> answering = new ConcurrentHashMap<>();
    private final Set<Integer> secure = ConcurrentHashMap.newKeySet();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// @param timeout longest wait for one answer
    PortProbes(Request request, Duration timeout) {
        this.request = request;
        this.timeout = timeout;
    }

    /// Begins to ask a port, unless it is being asked already. Only loopback addresses are asked; others are left
    /// alone.
    void ask(InetAddress listening, int port) {
        boolean first = !hosts.containsKey(port);
        Set<InetAddress> known = hosts.computeIfAbsent(port, any -> ConcurrentHashMap.newKeySet());
        if (listening.isAnyLocalAddress()) {
            known.add(loopback("127.0.0.1"));
            known.add(loopback("::1"));
        } else if (listening.isLoopbackAddress()) {
            known.add(listening);
        }
        if (first) {
            Thread.ofVirtual().start(() -> keepAsking(port, known));
        }
    }

    /// The newest answer of each port that has answered.
    Map<Integer, Answer> answers() {
        return new TreeMap<>(answers);
    }

    /// Where a port answers.
    Optional<URI> uri(int port) {
        return Optional.ofNullable(answering.get(port))
                .map(host -> URI.create((secure.contains(port) ? "https://" : "http://")
                        + (host.getAddress().length == 4 ? host.getHostAddress() : "[::1]") + ":" + port));
    }

    /// Whether anybody accepts connections on a port of this machine.
    static boolean accepts(int port) {
        Duration moment = Duration.ofMillis(1);
        return !(HttpProbe.ask(new Socket(), loopback("127.0.0.1"), port, ROOT, moment) instanceof Answer.Refused)
                || !(HttpProbe.ask(new Socket(), loopback("::1"), port, ROOT, moment) instanceof Answer.Refused);
    }

    /// Ends the asking, and what is being asked: nothing of it may run into a trial.
    @Override
    public void close() {
        closed = true;
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException alreadyClosed) {
                // It is closed.
            }
        }
    }

    private Answer once(InetAddress host, int port) {
        Socket socket = new Socket();
        open.add(socket);
        try {
            Answer plain = closed
                    ? new Answer.Silent()
                    : secure.contains(port) ? new Answer.Tls() : HttpProbe.ask(socket, host, port, request, timeout);
            return HttpProbe.mayWantTls(plain) && !closed ? overTls(host, port, plain) : plain;
        } finally {
            open.remove(socket);
        }
    }

    /// @return what was said over TLS; `plain` where that is not spoken either
    private Answer overTls(InetAddress host, int port, Answer plain) {
        Socket socket = new Socket();
        open.add(socket);
        try {
            Answer answer = HttpProbe.askOverTls(socket, host, port, request, timeout);
            if (answer instanceof Answer.Status) {
                secure.add(port);
                return answer;
            }
            return plain;
        } finally {
            open.remove(socket);
        }
    }

    private void keepAsking(int port, Set<InetAddress> known) {
        Duration pause = FIRST_PAUSE;
        while (!closed) {
            for (InetAddress host : known.stream()
                    .sorted(Comparator.comparing(address -> address.getAddress().length))
                    .toList()) {
                Answer answer = once(host, port);
                answering.put(port, host);
                answers.put(port, answer);
                if (!(answer instanceof Answer.Refused)) {
                    break;
                }
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private static InetAddress loopback(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("a literal address needs no name server", e);
        }
    }
}
