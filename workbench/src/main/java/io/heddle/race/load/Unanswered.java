package io.heddle.race.load;

import io.heddle.model.Failure;
import java.net.URI;
import java.util.Objects;

/// Why one request got no whole answer: the reason in words, and what to do about it.
final class Unanswered {

    private static final String NEXT = "look at the target's output; --path chooses another path";

    private Unanswered() {}

    static Failure of(URI asked, Throwable cause) {
        String server = asked.getAuthority();
        String target = server + asked.getPath();
        String kind = ErrorClassifier.of(cause);
        return switch (kind) {
            case ErrorClassifier.REFUSED ->
                new Failure(
                        "nobody listens at " + server + ": the connection was refused",
                        "is the service up? Start it, or correct the host and the port",
                        cause);
            case ErrorClassifier.TLS ->
                new Failure(
                        "no TLS with the target at " + server + ": " + innermost(cause),
                        "where the certificate is its own, have the JDK trust it with JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE; on loopback every certificate is taken",
                        cause);
            case ErrorClassifier.CLOSED, ErrorClassifier.RESET, ErrorClassifier.TIMEOUT ->
                new Failure("the target at " + target + " gave no whole answer: " + kind, NEXT, cause);
            default ->
                new Failure(
                        "the target at " + target + " gave no whole answer: " + kind + " (" + innermost(cause) + ")",
                        NEXT,
                        cause);
        };
    }

    /// What the innermost exception says, which names the reason.
    private static String innermost(Throwable cause) {
        Throwable reason = cause;
        while (reason.getCause() != null && reason.getCause() != reason) {
            reason = reason.getCause();
        }
        String says = Objects.requireNonNullElse(reason.getMessage(), "")
                .lines()
                .findFirst()
                .orElse("");
        return says.isEmpty() ? reason.getClass().getSimpleName() : says;
    }
}
