package io.heddle.race.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that does with its sockets what a test says, a virtual thread a connection.
final class RawServer implements AutoCloseable {

    /// What is done with each connection; it is closed when this returns or throws.
    interface Talk {

        void with(Caller caller) throws Exception;
    }

    private final ServerSocket listener;
    private final Thread acceptor;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    RawServer(Talk talk) throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        acceptor = Thread.ofVirtual().start(() -> {
            while (!listener.isClosed()) {
                accept(talk);
            }
        });
    }

    /// A request to this server.
    Request request() {
        return new Request(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"), List.of());
    }

    /// Connections so far.
    int accepted() {
        return accepted.get();
    }

    /// Refuses connections from now on, and breaks those that are open.
    @Override
    public void close() throws IOException {
        listener.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept(Talk talk) {
        try {
            Socket socket = listener.accept();
            accepted.incrementAndGet();
            sockets.add(socket);
            Thread.ofVirtual().start(() -> {
                try (socket) {
                    talk.with(new Caller(socket));
                } catch (Exception e) {
                    // the caller went away, or the server is being closed
                } finally {
                    sockets.remove(socket);
                }
            });
        } catch (IOException e) {
            // closed
        }
    }

    /// The other end of one connection.
    record Caller(Socket socket) {

        /// Waits for the end of a request's head.
        void awaitRequest() throws IOException {
            InputStream in = socket.getInputStream();
            int matched = 0;
            while (matched < 4) {
                int c = in.read();
                if (c < 0) {
                    throw new IOException("closed by the caller");
                }
                matched = c == "\r\n\r\n".charAt(matched) ? matched + 1 : c == '\r' ? 1 : 0;
            }
        }

        void send(String text) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        /// Answers every request the same.
        void always(String answer) throws IOException {
            while (true) {
                awaitRequest();
                send(answer);
            }
        }

        /// Ends the connection with a reset.
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
