package idioms;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/// What the programs talk to: a server of HTTP, one that sends a line after a while, and one that reads late.
class Env {

    static int http;
    static int late;
    static int deaf;
    static volatile Object kept;

    static void start() throws IOException {
        http = serve(socket -> {
            socket.getInputStream().read(new byte[4000]);
            nap(60);
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\n".getBytes());
            nap(60);
            socket.getOutputStream().write("a=b\nc=d\n".getBytes());
        });
        late = serve(socket -> {
            nap(60);
            socket.getOutputStream().write("a=b\n<a>text</a>\n1 2 3\n".getBytes());
        });
        deaf = serve(socket -> {
            nap(700);
            InputStream in = socket.getInputStream();
            byte[] all = new byte[1 << 16];
            while (in.read(all) >= 0) {}
        });
    }

    interface Talk {
        void with(Socket socket) throws IOException;
    }

    private static int serve(Talk talk) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    Thread.ofPlatform().daemon().start(() -> {
                        try (socket) {
                            talk.with(socket);
                        } catch (IOException e) {
                            // The program has gone.
                        }
                    });
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server.getLocalPort();
    }

    static void nap(int millis) {
        LockSupport.parkNanos(millis * 1_000_000L);
    }

    static Socket late() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), late);
    }

    static Socket deaf() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), deaf);
    }
}
