package io.heddle.check.services;

import io.heddle.model.Failure;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Asks the counting agent of a running service.
final class TallyPort implements AutoCloseable {

    private final Socket socket;

    private TallyPort(Socket socket) {
        this.socket = socket;
    }

    /// @param work the folder of [TallyJar]
    /// @throws Failure when no agent runs
    static TallyPort in(Path work) throws IOException {
        Path told = work.resolve("port");
        if (!Files.exists(told)) {
            throw new Failure("the counting agent does not run", "read the service's output in " + work);
        }
        return new TallyPort(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(Files.readString(told))));
    }

    /// Entries since the last call, by the place of the method in the list; of those that were entered.
    Map<Integer, Long> entries() throws IOException {
        socket.getOutputStream().write(1);
        DataInputStream in = new DataInputStream(socket.getInputStream());
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
        socket.close();
    }
}
