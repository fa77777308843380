package io.heddle.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Asks a server by HTTP. The whole exchange, from the look-up of its name to the last byte, has a limit of time and
/// one of bytes, and ends at once when the caller is interrupted. Redirections are not followed.
public final class WebClient {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final int mostBytes;

    /// What a server answered.
    public record Answer(int status, byte[] body) {}

    /// @param mostBytes of a body
    public WebClient(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// @param patience for the whole exchange, above 0
    /// @throws IOException whose message says, in Heddle's own words, why there is no answer
    public Answer get(ServerAddress address, Duration patience) throws IOException, InterruptedException {
        if (!patience.isPositive()) {
            throw new IOException("there was no time left to wait for its answer");
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(address.uri());
        address.authorization().ifPresent(value -> request.header("Authorization", value));
        // In a thread of its own: the look-up of a name cannot be given up.
        FutureTask<Answer> exchange = new FutureTask<>(() -> {
            HttpResponse<byte[]> answer = CLIENT.send(request.build(), _ -> new BoundedBody(mostBytes));
            return new Answer(answer.statusCode(), answer.body());
        });
        Thread.ofVirtual().name("asks " + address.uri().getHost()).start(exchange);
        try {
            return exchange.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("it has not answered whole within " + seconds(patience), e);
        } catch (ExecutionException e) {
            throw new IOException(reason(e), e);
        } finally {
            exchange.cancel(true);
        }
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3g s", time.toMillis() / 1e3).replaceAll("\\.?0+ s", " s");
    }

    /// In own words: the messages of the JDK may quote the server.
    private static String reason(Throwable failed) {
        boolean refused = false;
        for (@Nullable Throwable e = failed; e != null; e = e.getCause()) {
            switch (e) {
                case BoundedBody.TooLong tooLong -> {
                    return String.valueOf(tooLong.getMessage());
                }
                case UnresolvedAddressException _, UnknownHostException _ -> {
                    return "there is no such host";
                }
                case SSLException _ -> {
                    return "TLS fails, by a certificate that the JDK does not trust or by a server that does not speak it";
                }
                default -> refused |= e instanceof ConnectException;
            }
        }
        return refused ? "nobody accepts connections there" : "the connection broke, or the answer is no HTTP";
    }
}
