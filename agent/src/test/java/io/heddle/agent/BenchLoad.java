package io.heddle.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// A given number of requests over a few connections that are kept alive, each sent when the one before was answered.
final class BenchLoad {

    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private BenchLoad() {}

    /// Returns when all were answered with 200.
    static void run(int port, int connections, int requests) throws InterruptedException {
        AtomicReference<IOException> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    oneConnection(port, requests / connections);
                } catch (IOException e) {
                    failure.set(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new UncheckedIOException(failure.get());
        }
    }

    private static void oneConnection(int port, int requests) throws IOException {
        byte[] buffer = new byte[4_096];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            for (int i = 0; i < requests; i++) {
                socket.getOutputStream().write(REQUEST);
                int read = 0;
                while (read < answerLength(buffer, read)) {
                    int more = in.read(buffer, read, buffer.length - read);
                    if (more < 0) {
                        throw new IOException("closed after " + i + " requests");
                    }
                    read += more;
                }
                if (buffer[9] != '2') {
                    throw new IOException(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    /// Bytes of the whole answer; one more than there are while that cannot be told.
    private static int answerLength(byte[] buffer, int read) {
        for (int i = 0; i + END.length <= read; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                String head = new String(buffer, 0, i, StandardCharsets.ISO_8859_1);
                int at = head.indexOf("Content-Length: ");
                int end = head.indexOf('\r', at);
                return i
                        + END.length
                        + Integer.parseInt(
                                head.substring(at + "Content-Length: ".length(), end < 0 ? head.length() : end));
            }
        }
        return read + 1;
    }
}
