package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which sockets wait while they are closed, as those of TLS do for their last message, and which do not.
class SocketsTest extends CodeTest {

    @Test
    void whatMayBeOfTlsWritesALastMessage() throws IOException {
        assertEquals(List.of("close", "end"), likely("""
                import java.io.*;
                import java.net.Socket;
                import java.util.concurrent.atomic.AtomicReference;
                public class Connection {
                    private final AtomicReference<Socket> holder = new AtomicReference<>();
                    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                    public void bind(Socket socket) { holder.set(socket); }
                    public synchronized void close() throws IOException {
                        Socket socket = holder.getAndSet(null);
                        buffer.flush();
                        socket.close();
                    }
                    public synchronized void end() throws IOException { holder.get().shutdownOutput(); }
                    public synchronized void drop() throws IOException { holder.get().close(); }
                }
                """));
    }

    @Test
    void aPlainOneIsClosedAtOnce() throws IOException {
        assertEquals(List.of(), likely("""
                import java.io.*;
                import java.net.*;
                public class Server {
                    private final ServerSocket server;
                    private final Socket own = new Socket();
                    private Socket last;
                    public Server(ServerSocket server) { this.server = server; }
                    public void serve() throws IOException { last = server.accept(); }
                    public synchronized void end() throws IOException { own.shutdownOutput(); }
                    public synchronized void next() throws IOException { ended(last); }
                    private static void ended(Socket socket) throws IOException { socket.shutdownOutput(); socket.close(); }
                }
                """));
    }
}
