package io.heddle.check.graph;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells which sockets are closed without a word: those that are surely none of TLS, which tells the other side
/// (`close_notify`, RFC 8446, section 6.1) and waits until that is written; and those that are dropped rather than
/// closed, whose last bytes nobody cares for.
final class Sockets {

    private static final String SOCKET = "java/net/Socket";
    /// What gives a socket of the operating system.
    private static final Set<String> GIVES =
            Set.of("java.net.ServerSocket.accept", "java.nio.channels.SocketChannel.socket");

    private static final Pattern FLUSH = Pattern.compile("flush.*|.*Flush|shutdownOutput");

    private Sockets() {}

    /// Whether a call closes one of those. Asked when it is known who calls whom.
    static boolean closesSilently(Call call) {
        return call.caller.owner.isJdk()
                || call.signature.name().equals("close") && !flushesBefore(call)
                || Origins.all(call.receiver(), Sockets::isPlain);
    }

    private static boolean flushesBefore(Call closing) {
        return closing.caller.body.calls().stream()
                .takeWhile(call -> call != closing)
                .anyMatch(call -> FLUSH.matcher(call.signature.name()).matches());
    }

    private static @Nullable Boolean isPlain(Value socket, Predicate<Value> further) {
        return switch (socket) {
            case Value.New made -> made.type.name.equals(SOCKET);
            case Value.Result result when GIVES.contains(result.call.name()) -> true;
            default -> null;
        };
    }
}
