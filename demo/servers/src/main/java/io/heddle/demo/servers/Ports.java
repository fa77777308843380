package io.heddle.demo.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/// Ports of loopback for servers that take no port 0.
public final class Ports {

    /// Two servers of one test JVM never get the same.
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    /// A port that nobody listens on now.
    public static synchronized int free() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
                if (GIVEN.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
    }

    static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
