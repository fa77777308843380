package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells which sockets are closed without writing: those that are certainly not TLS, which writes a
/// `close_notify` (RFC 8446, section 6.1) and waits until that is done; and those that are dropped without a
/// flush.
public final class SilentCloses {

    private static final String SOCKET = "java/net/Socket";
    /// Methods that return a plain socket of the operating system.
    private static final Set<String> GIVES = Names.of("streams", "plain sockets");

    private static final Pattern FLUSH = Pattern.compile("flush.*|.*Flush|shutdownOutput");

    private SilentCloses() {}

    /// Whether a call closes one of those.
    public static boolean closesSilently(CallSite call, CallFacts facts) {
        return call.caller().owner().isJdk()
                || call.signature().name().equals("close") && !flushesBefore(call, facts)
                || BackwardValueTrace.all(call.receiver(), facts, SilentCloses::isPlain);
    }

    private static boolean flushesBefore(CallSite closing, CallFacts facts) {
        return facts.facts(closing.caller()).calls().stream()
                .takeWhile(call -> call != closing)
                .anyMatch(call -> FLUSH.matcher(call.signature().name()).matches());
    }

    private static @Nullable Boolean isPlain(AbstractValue socket, Predicate<AbstractValue> further) {
        return switch (socket) {
            case AbstractValue.New made -> made.type().name().equals(SOCKET);
            case AbstractValue.Result result when GIVES.contains(result.call().name()) -> true;
            default -> null;
        };
    }
}
