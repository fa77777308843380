package io.heddle.check.services;

import io.heddle.model.Failure;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks the counting agent of a running service.
final class TallyPort implements AutoCloseable {

    private static final int START_MILLIS = 60_000;

    private final ServerSocket server;
    private @Nullable Socket socket;

    private TallyPort(ServerSocket server) {
        this.server = server;
    }

    /// Waits for the agent of a service that is started later.
    ///
    /// @param work the folder of [TallyJar]
    static TallyPort open(Path work) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setSoTimeout(START_MILLIS);
        Files.writeString(work.resolve("port"), String.valueOf(server.getLocalPort()));
        return new TallyPort(server);
    }

    private Socket socket() throws IOException {
        if (socket == null) {
            try {
                socket = server.accept();
            } catch (SocketTimeoutException e) {
                throw new Failure("the counting agent does not run", "read the output of the service", e);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(START_MILLIS);
        }
        return socket;
    }

    /// Entries since the last call, by the place of the method in the list; of those that were entered.
    Map<Integer, Long> entries() throws IOException {
        socket().getOutputStream().write(1);
        DataInputStream in = new DataInputStream(socket().getInputStream());
        int many = in.readInt();
        Map<Integer, Long> entries = new HashMap<>();
        for (int i = 0; i < many; i++) {
            int method = in.readInt();
            entries.put(method, in.readLong());
        }
        return entries;
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (socket != null) {
            socket.close();
        }
    }
}
