package io.heddle.race.target;

import io.heddle.model.IoReason;
import io.heddle.net.Expiry;
import io.heddle.race.load.Request;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/// One request on a connection of its own, to learn what a port speaks.
final class HttpProbe {

    private static final int HEAD_BYTES = 8 * 1024;
    private static final int BODY_BYTES = 1024 * 1024;
    private static final int CONNECT_MILLIS = 1000;
    private static final int BAD_REQUEST = 400;
    private static final int TLS_ALERT = 0x15;
    private static final Pattern STATUS = Pattern.compile("HTTP/\\d(?:\\.\\d)? (\\d{3})");
    private static final Pattern LOCATION = Pattern.compile("(?im)^location:[ \t]*(\\S*)");

    /// What came back.
    sealed interface Answer {

        /// @param code 100 to 999
        /// @param location where a redirection leads; empty when the answer names nothing
        record Status(int code, String location) implements Answer {}

        /// It wants TLS.
        record Tls() implements Answer {}

        /// @param start the beginning of what it said, printable; empty when it closed the connection without
        ///     a word
        record NotHttp(String start) implements Answer {}

        /// The connection was accepted, and nothing came within the time limit.
        record Silent() implements Answer {}

        /// No connection.
        record Refused(String why) implements Answer {}
    }

    private HttpProbe() {}

    /// Asks once.
    ///
    /// @param socket not connected yet; closed at the end, and by whoever wants to end the asking
    static Answer ask(Socket socket, InetAddress host, int port, Request request, Duration timeout) {
        try (socket;
                Expiry expiry = Expiry.of(socket, timeout.plusMillis(CONNECT_MILLIS))) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            Answer answer = ask(socket, request, Math.toIntExact(Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE)));
            return within(expiry, answer);
        } catch (IOException e) {
            return new Answer.Refused(IoReason.of(e));
        }
    }

    /// Whether a port that answers so in plain text may want TLS: by an alert, by a word against it (Tomcat's
    /// 400), or by closing.
    static boolean mayWantTls(Answer plain) {
        return plain instanceof Answer.Tls
                || plain instanceof Answer.NotHttp
                || plain instanceof Answer.Status(int code, String location) && code == BAD_REQUEST;
    }

    /// Asks once over TLS, whatever the certificate: the port is on this machine.
    ///
    /// @param socket as for [#ask(Socket, InetAddress, int, Request, Duration)]
    static Answer askOverTls(Socket socket, InetAddress host, int port, Request request, Duration timeout) {
        int millis = Math.toIntExact(Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
        try (socket;
                Expiry expiry = Expiry.of(socket, timeout.plusMillis(CONNECT_MILLIS))) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(millis);
            SSLContext any = SSLContext.getInstance("TLS");
            any.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return within(
                    expiry,
                    ask(
                            any.getSocketFactory().createSocket(socket, host.getHostAddress(), port, true),
                            request,
                            millis));
        } catch (IOException | GeneralSecurityException e) {
            return new Answer.Refused(IoReason.of(e));
        }
    }

    /// What was closed because its time was over had not answered whole.
    private static Answer within(Expiry expiry, Answer answer) {
        return expiry.expired() && answer instanceof Answer.NotHttp(String start) && start.isEmpty()
                ? new Answer.Silent()
                : answer;
    }

    private static Answer ask(Socket socket, Request request, int millis) {
        try {
            socket.setSoTimeout(millis);
            OutputStream out = socket.getOutputStream();
            out.write(head(socket, request).getBytes(StandardCharsets.ISO_8859_1));
            out.write(request.body().getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            String head = head(in);
            Answer answer = read(head);
            drain(in);
            return answer;
        } catch (SocketTimeoutException e) {
            return new Answer.Silent();
        } catch (IOException reset) {
            return new Answer.NotHttp("");
        }
    }

    private static String head(Socket socket, Request request) {
        StringBuilder head = new StringBuilder(request.method())
                .append(' ')
                .append(target(request.uri()))
                .append(" HTTP/1.1\r\n");
        if (request.headers().stream()
                .noneMatch(header -> header.name().toLowerCase(Locale.ROOT).equals("host"))) {
            head.append("Host: localhost:").append(socket.getPort()).append("\r\n");
        }
        head.append("User-Agent: heddle\r\nAccept: */*\r\nConnection: close\r\n");
        request.headers()
                .forEach(header -> head.append(header.name())
                        .append(": ")
                        .append(header.value())
                        .append("\r\n"));
        if (!request.body().isEmpty() || !request.method().equals("GET")) {
            head.append("Content-Length: ")
                    .append(request.body().getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static String target(URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            boolean http = head.length() < 5 || head.substring(0, 5).equals("HTTP/");
            if (!http || head.length() >= HEAD_BYTES || head.toString().endsWith("\r\n\r\n")) {
                break;
            }
        }
        return head.toString();
    }

    private static Answer read(String head) {
        Matcher status = STATUS.matcher(head);
        if (status.lookingAt()) {
            Matcher location = LOCATION.matcher(head);
            return new Answer.Status(
                    Integer.parseInt(status.group(1)), location.find() ? OutputFile.clean(location.group(1)) : "");
        }
        boolean tls = !head.isEmpty() && head.charAt(0) == TLS_ALERT;
        return tls
                ? new Answer.Tls()
                : new Answer.NotHttp(OutputFile.clean(head.lines().findFirst().orElse("")));
    }

    /// A server whose answer is not read to its end may log a broken connection.
    private static void drain(InputStream in) {
        try {
            in.readNBytes(BODY_BYTES);
        } catch (IOException hasNoEnd) {
            // An answer that streams has none.
        }
    }
}
