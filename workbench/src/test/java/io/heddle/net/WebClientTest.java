package io.heddle.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that do not end, and servers that say nothing of use, over real sockets.
class WebClientTest {

    private static final Duration PATIENCE = Duration.ofMillis(400);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

    private final WebClient client = new WebClient(1 << 20);
    private ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private volatile String asked = "";

    WebClientTest() throws IOException {}

    /// What a server does with a connection.
    private interface Talk {

        void to(OutputStream out) throws Exception;
    }

    @AfterEach
    void end() throws IOException {
        listening.close();
    }

    private ServerAddress serves(Talk talk) {
        Thread.ofVirtual().start(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket socket = listening.accept();
                    Thread.ofVirtual().start(() -> talk(socket, talk));
                } catch (IOException closed) {
                    return;
                }
            }
        });
        return ServerAddress.of("http://127.0.0.1:" + listening.getLocalPort() + "/x");
    }

    private void talk(Socket socket, Talk talk) {
        try (socket) {
            byte[] request = new byte[4_096];
            int read = socket.getInputStream().read(request);
            asked = new String(request, 0, Math.max(0, read), StandardCharsets.US_ASCII);
            talk.to(socket.getOutputStream());
        } catch (Exception ended) {
            // The client has gone.
        }
    }

    private static void say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Test
    void aBodyComesWhole() throws Exception {
        ServerAddress server = serves(out -> say(out, HEAD + "\r\nfine"));
        WebClient.Answer answer = client.get(server, Duration.ofSeconds(10));
        assertEquals(200, answer.status());
        assertEquals("fine", new String(answer.body(), StandardCharsets.US_ASCII));
    }

    @Test
    void anAnswerWithoutEndIsGivenUp() {
        ServerAddress server = serves(out -> {
            say(out, HEAD + "\r\n");
            byte[] more = new byte[1 << 16];
            while (true) {
                out.write(more);
            }
        });
        IOException e = assertThrows(IOException.class, () -> client.get(server, Duration.ofSeconds(20)));
        assertEquals("it answers with more than 1 MiB", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", HEAD, HEAD + "X: ", HEAD + "\r\n"})
    void anAnswerThatDripsEndsInTime(String begin) {
        ServerAddress server = serves(out -> {
            say(out, begin);
            while (!listening.isClosed()) {
                Thread.sleep(20);
                say(out, begin.isEmpty() ? "" : "x");
            }
        });
        long began = System.nanoTime();
        IOException e = assertThrows(IOException.class, () -> client.get(server, PATIENCE));
        assertEquals("it has not answered whole within 0.4 s", e.getMessage());
        assertTrue(Duration.ofNanos(System.nanoTime() - began).toSeconds() < 5, "it waits for its patience alone");
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        ServerAddress server = serves(out -> {
            while (!listening.isClosed()) {
                Thread.sleep(20);
            }
        });
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread asks = Thread.ofVirtual().start(() -> {
            try {
                client.get(server, Duration.ofSeconds(60));
            } catch (IOException | InterruptedException e) {
                thrown.set(e);
            }
        });
        Thread.sleep(200);
        asks.interrupt();
        assertTrue(asks.join(Duration.ofSeconds(10)), "it ends");
        assertTrue(thrown.get() instanceof InterruptedException, String.valueOf(thrown.get()));
    }

    @Test
    void noTimeLeftAsksNobody() {
        ServerAddress server = serves(out -> say(out, HEAD + "\r\n"));
        assertThrows(IOException.class, () -> client.get(server, Duration.ZERO));
        assertEquals("", asked);
    }

    @Test
    void whatIsNoHttpIsSaidInOwnWords() {
        ServerAddress server = serves(out -> say(out, "\u001b[2J::error::nonsense\r\n\r\n"));
        IOException e = assertThrows(IOException.class, () -> client.get(server, Duration.ofSeconds(10)));
        assertEquals("the connection broke, or the answer is no HTTP", e.getMessage());
    }

    @Test
    void nobodyThere() throws Exception {
        ServerAddress server = serves(out -> {});
        listening.close();
        IOException e = assertThrows(IOException.class, () -> client.get(server, Duration.ofSeconds(10)));
        assertEquals("nobody accepts connections there", e.getMessage());
    }

    @Test
    void aRedirectionIsNotFollowed() throws Exception {
        ServerAddress server = serves(
                out -> say(out, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"));
        assertEquals(302, client.get(server, Duration.ofSeconds(10)).status());
    }

    @Test
    void aUserIsSentAndNeverTold() throws Exception {
        ServerAddress plain = serves(out -> say(out, HEAD + "\r\n"));
        ServerAddress server =
                ServerAddress.of(plain.toString().replace("http://", "http://ann:hunter2@") + "?token=tell");
        client.get(server.at("/q?x=1"), Duration.ofSeconds(10));
        assertTrue(asked.contains("Authorization: Basic YW5uOmh1bnRlcjI="), asked);
        assertTrue(asked.startsWith("GET /x/q?x=1 "), asked);
        assertFalse((server + " " + server.uri()).contains("hunter2"));
        assertFalse(server.toString().contains("token"));
    }

    @Test
    void whatServersSayIsQuotedInOneLine() {
        assertEquals("[2J ::error::x", Excerpt.of("\u001b[2J\n::error::x\u202e\u009b"));
        assertEquals(201, Excerpt.of("x".repeat(10_000_000)).length());
    }
}
