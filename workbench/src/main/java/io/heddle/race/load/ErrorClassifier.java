package io.heddle.race.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/// Names what broke a connection, the same word for the same thing whatever the transport.
final class ErrorClassifier {

    /// No connection in time: counted with the timeouts, not with the errors.
    static final String TIMEOUT = "timeout";

    /// Nobody listens.
    static final String REFUSED = "refused";

    /// The target ended the connection before the answer was whole.
    static final String CLOSED = "closed";

    /// The target ended the connection the hard way.
    static final String RESET = "reset";

    /// What came is not HTTP.
    static final String MALFORMED = "malformed";

    /// No agreement over TLS.
    static final String TLS = "tls";

    private ErrorClassifier() {}

    /// @return `refused`, `reset`, `closed`, `malformed`, `tls`, [#TIMEOUT], or the simple name of the
    ///     exception
    static String of(Throwable cause) {
        return switch (cause) {
            case ConnectTimeoutException _ -> TIMEOUT;
            case ConnectException refused when says(refused, "refused") -> REFUSED;
            case DecoderException tls when tls.getCause() instanceof SSLException -> TLS;
            case SSLException _ -> TLS;
            case Http2Exception _ -> RESET;
            case DecoderException _ -> MALFORMED;
            case IOException broken when says(broken, "reset", "broken pipe") -> RESET;
            case IOException closed when says(closed, "closed") -> CLOSED;
            default -> cause.getClass().getSimpleName();
        };
    }

    private static boolean says(IOException cause, String... words) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        for (String word : words) {
            if (message.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
