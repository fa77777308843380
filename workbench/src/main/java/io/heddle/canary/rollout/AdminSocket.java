package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// HAProxy's admin socket: one command a connection, answered until HAProxy closes it.
public final class AdminSocket {

    private static final int LONGEST_SECONDS = 5;
    private static final int LONGEST_ANSWER = 4 << 20;
    private static final String SET_UP =
            "give --haproxy the path of 'stats socket PATH mode 600 level admin' in HAProxy's global section";

    private final Path file;

    public AdminSocket(Path file) {
        this.file = file;
    }

    /// @param command one line, without a line feed
    /// @return what HAProxy answers, up to where it closes the connection
    /// @throws Failure when nobody answers there within five seconds
    String ask(String command) throws InterruptedException {
        if (!Files.exists(file)) {
            throw new Failure("there is no admin socket " + file, SET_UP);
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            FutureTask<String> answer = new FutureTask<>(() -> exchange(channel, command));
            // In a thread of its own: an interrupt would close the channel in the middle of a command.
            Thread.ofVirtual().start(answer);
            return answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Failure("HAProxy did not answer on " + file + " within " + LONGEST_SECONDS + " s", SET_UP, e);
        } catch (ExecutionException | IOException e) {
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            throw new Failure("HAProxy cannot be asked on " + file + ": " + IoReason.of(cause), SET_UP, cause);
        }
    }

    private String exchange(SocketChannel channel, String command) throws IOException {
        channel.connect(UnixDomainSocketAddress.of(file));
        ByteBuffer line = ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.US_ASCII));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(8_192);
        while (channel.read(buffer) >= 0) {
            answer.write(buffer.array(), 0, buffer.position());
            buffer.clear();
            if (answer.size() > LONGEST_ANSWER) {
                throw new IOException("it answers more than " + (LONGEST_ANSWER >> 20) + " MiB");
            }
        }
        return answer.toString(StandardCharsets.UTF_8);
    }
}
