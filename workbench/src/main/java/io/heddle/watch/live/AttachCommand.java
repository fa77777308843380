package io.heddle.watch.live;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Diagnostic commands by the socket that a JVM opens for those that attach, as `jcmd` sends them. A process that
/// filters what is deserialised (`jdk.serialFilter`), as Helidon does by default, refuses the questions of JMX: these
/// are plain text.
final class AttachCommand {

    private static final String PROTOCOL = "1";
    private static final int LARGEST = 256 << 20;

    private final Path socket;

    private AttachCommand(Path socket) {
        this.socket = socket;
    }

    /// The socket of a process that was attached to before, which made it open one.
    static AttachCommand of(long pid) {
        Path root = Path.of("/proc", String.valueOf(pid), "root", "tmp");
        Path inside = root.resolve(".java_pid" + inner(pid));
        return new AttachCommand(
                Files.exists(inside) ? inside : Path.of(System.getProperty("java.io.tmpdir"), ".java_pid" + pid));
    }

    /// Its number in its own container, by which the socket is named.
    private static String inner(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "status"))
                    .lines()
                    .filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
                    .findFirst()
                    .orElse(String.valueOf(pid));
        } catch (IOException e) {
            return String.valueOf(pid);
        }
    }

    /// Runs one, such as `Thread.print`.
    ///
    /// @return what it prints
    /// @throws IOException when the JVM has no socket, or refuses
    String run(String command) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            StringBuilder request = new StringBuilder();
            List.of(PROTOCOL, "jcmd", command, "", "")
                    .forEach(part -> request.append(part).append('\0'));
            ByteBuffer out = StandardCharsets.UTF_8.encode(request.toString());
            while (out.hasRemaining()) {
                channel.write(out);
            }
            String answer = new String(
                    java.nio.channels.Channels.newInputStream(channel).readNBytes(LARGEST), StandardCharsets.UTF_8);
            int line = answer.indexOf('\n');
            if (line < 0 || !answer.substring(0, line).strip().equals("0")) {
                throw new IOException("the process refuses " + command + ": "
                        + answer.substring(Math.max(0, line + 1))
                                .lines()
                                .findFirst()
                                .orElse("no answer"));
            }
            return answer.substring(line + 1);
        }
    }
}
