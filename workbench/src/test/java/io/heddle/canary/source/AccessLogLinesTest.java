package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.source.LineFormat.Unreadable;
import io.heddle.model.Failure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Access logs as servers write them. The files were written by Tomcat 10.1.61 and Jetty 12.0.39, with `%D` behind the
/// combined form, for requests that take 0 to 250 ms, and one of 2.5 s.
class AccessLogLinesTest {

    private static final String ENVOY =
            "[2026-04-15T20:17:00.310Z] \"POST /api/v1/locations HTTP/2\" 204 - 154 0 226 100"
                    + " \"10.0.35.28\" \"nsq2http\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"locations\" \"10.0.2.1:80\"";
    private static final String ISTIO =
            "[2026-04-15T20:17:00.310Z] \"GET /status/418 HTTP/1.1\" 418 - via_upstream - \"-\" 0 135 3 1 \"-\""
                    + " \"curl/7.73.0\" \"84961386-6d84-929d-98bd-c5aee93b5c88\" \"httpbin:8000\" \"127.0.0.1:80\""
                    + " inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 10.44.1.23:37652 outbound_ default";
    private static final String ALB = "http 2026-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188"
            + " 192.168.131.39:2817 10.0.0.1:80 0.000 0.012 0.000 200 200 34 366"
            + " \"GET http://www.example.com:80/ HTTP/1.1\" \"curl/7.46.0\" - -"
            + " arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067"
            + " \"Root=1-58337262-36d228ad5d99923122bbe354\" \"-\" \"-\" 0 2026-07-02T22:22:48.364000Z"
            + " \"forward\" \"-\" \"-\" \"10.0.0.1:80\" \"200\" \"-\" \"-\"";
    private static final String TRAEFIK =
            "{\"ClientAddr\":\"10.0.0.9:51234\",\"DownstreamStatus\":200,\"Duration\":12345678,"
                    + "\"OriginDuration\":12000000,\"RequestMethod\":\"GET\",\"RequestPath\":\"/x\",\"ServiceAddr\":\"10.0.0.1:80\","
                    + "\"StartUTC\":\"2026-07-02T22:23:00.1Z\",\"level\":\"info\",\"msg\":\"\",\"time\":\"2026-07-02T22:23:00Z\"}";

    @TempDir
    private Path folder;

    private Path log(String... lines) throws IOException {
        return Files.write(folder.resolve("access.log"), List.of(lines));
    }

    private static Path kept(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(AccessLogLinesTest.class.getResource(name))
                .toURI());
    }

    private static double longest(Path log, LineFormat format) throws IOException, Unreadable {
        double longest = 0;
        for (String line : Files.readAllLines(log)) {
            longest = Math.max(longest, format.read(line).millis());
        }
        return longest;
    }

    @Test
    void microsecondsOfTomcatAndJetty() throws Exception {
        for (String name : List.of("tomcat-10.1.log", "jetty-12.log")) {
            Path log = kept(name);
            LineFormat format = AccessLogLines.of(log, "");
            assertEquals(2_500, longest(log, format), 150, name);
            assertTrue(
                    format.notes().toString().contains("microseconds"),
                    () -> format.notes().toString());
        }
    }

    private static String line(int second, String millis) {
        return "10.0.0.9 - - [28/Nov/2026:16:00:%02d +0000] \"GET /x HTTP/1.1\" 200 12 \"-\" \"curl\" %s"
                .formatted(second, millis);
    }

    /// Tomcat up to 10.0 and Undertow write milliseconds.
    @Test
    void millisecondsAreKnownByTheShortOnes() throws Exception {
        Path log = log(IntStream.range(0, 40)
                .mapToObj(i -> line(i / 4, String.valueOf(i % 5 * 9)))
                .toArray(String[]::new));
        LineFormat format = AccessLogLines.of(log, "");
        assertEquals(36, longest(log, format), 1e-9);
        assertTrue(
                format.notes().toString().contains("milliseconds"),
                () -> format.notes().toString());
    }

    /// Apache and Jetty write when a request began, and write the line when it has ended.
    @Test
    void theOrderOfTheLinesTellsTheUnit() throws Exception {
        Path log = log(IntStream.range(0, 40)
                .mapToObj(i -> i % 10 == 9 ? line(i - 9, "9000") : line(i, "40"))
                .toArray(String[]::new));
        LineFormat format = AccessLogLines.of(log, "");
        assertEquals(9_000, longest(log, format), 1e-9);
        assertEquals(
                Instant.parse("2026-11-28T16:00:09Z").getEpochSecond(),
                format.read(line(0, "9000")).seconds(),
                1e-6);
    }

    @Test
    void whatTheLinesLeaveOpenIsAsked() throws Exception {
        Path log = log(IntStream.range(0, 40).mapToObj(i -> line(i, "80")).toArray(String[]::new));
        Failure failure = assertThrows(Failure.class, () -> AccessLogLines.of(log, ""));
        assertTrue(failure.sentence().contains("milliseconds or microseconds"), failure::sentence);
        LineFormat named = AccessLogLines.of(log, "%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\" %{us}T");
        assertEquals(0.08, named.read(line(1, "80")).millis(), 1e-9);
    }

    @Test
    void secondsHaveDecimals() throws Exception {
        LineFormat format = AccessLogLines.of(log(line(1, "rt=0.250")), "");
        assertEquals(250, format.read(line(1, "rt=0.250")).millis(), 1e-9);
    }

    @Test
    void envoy() throws Exception {
        Request request = AccessLogLines.of(log(ENVOY), "").read(ENVOY);
        double answered = Instant.parse("2026-04-15T20:17:00.310Z").toEpochMilli() / 1e3 + 0.226;
        assertEquals(new Request("10.0.2.1:80", request.seconds(), 226, 204), request);
        assertEquals(answered, request.seconds(), 1e-6);
        Request ofIstio = AccessLogLines.of(log(ISTIO), "").read(ISTIO);
        assertEquals(new Request("127.0.0.1:80", ofIstio.seconds(), 3, 418), ofIstio);
    }

    @Test
    void loadBalancerOfAws() throws Exception {
        Request request = AccessLogLines.of(log(ALB), "").read(ALB);
        assertEquals("10.0.0.1:80", request.label());
        assertEquals(12, request.millis(), 1e-9);
        assertEquals(200, request.status());
    }

    @Test
    void traefik() throws Exception {
        Request request = AccessLogLines.of(log(TRAEFIK), "").read(TRAEFIK);
        assertEquals("10.0.0.1:80", request.label());
        assertEquals(12.345678, request.millis(), 1e-9);
    }

    @Test
    void aFormatThatTellsTooLittleIsRefused() throws Exception {
        Path log = log(line(1, "5"));
        assertTrue(assertThrows(Failure.class, () -> AccessLogLines.of(log, "%h %t \"%r\" %s %b"))
                .sentence()
                .contains("how long"));
        Path other = Files.writeString(folder.resolve("other.log"), "hello\n");
        assertTrue(assertThrows(Failure.class, () -> AccessLogLines.of(other, ""))
                .sentence()
                .contains("no line"));
    }

    @Test
    void placesFormatsAndArms() {
        assertEquals(
                List.of("a.log||", "a.log||new", "a.log|%h %t|", "a.log|%h #%t|new"),
                List.of(
                                "access-log:a.log",
                                "access-log:a.log#new",
                                "access-log:a.log#%h %t",
                                "access-log:a.log#%h #%t#new")
                        .stream()
                        .map(SourceText::of)
                        .map(text -> text.place() + "|" + text.pattern() + "|" + text.label())
                        .collect(Collectors.toList()));
    }
}
