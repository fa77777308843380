package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import io.heddle.race.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A Tomcat with a certificate of its own, by HTTP/1.1 and by HTTP/2.
@Tag("slow")
class TlsTest {

    private static final Phases PHASES = new Phases(
            0,
            0,
            Duration.ZERO,
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20));
    private static final String BODY = "ä".repeat(50_000);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsGoByTheProtocolThatTheTargetOffers(boolean http2) throws Exception {
        Tomcat tomcat = serve(http2);
        try (Generator generator = new Generator(1)) {
            URI base = URI.create("https://localhost:" + tomcat.getConnector().getLocalPort());
            Request get = new Request(base.resolve("/a?b=1"), List.of(new HeaderField("Cookie", "c=1")));
            Request post = new Request(
                    base.resolve("/echo"),
                    "POST",
                    List.of(new HeaderField("Content-Type", "text/plain; charset=UTF-8")),
                    BODY);
            Endpoint endpoint = Endpoint.loopback(base);
            Answer hello = generator.once(endpoint, get, Duration.ofSeconds(30));
            assertEquals(200, hello.status());
            assertEquals(http2, hello.http2());
            assertEquals((http2 ? "HTTP/2.0" : "HTTP/1.1") + " GET /a b=1 c=1 localhost", hello.body());
            assertEquals(
                    2L * BODY.length(),
                    generator.once(endpoint, post, Duration.ofSeconds(30)).bodyBytes());
            RequestMix mix = new RequestMix(List.of(
                    new RequestMix.Part(get, 5),
                    new RequestMix.Part(post, 1),
                    new RequestMix.Part(new Request(base.resolve("/missing"), List.of()), 1)));
            Measurement measurement = generator.run(endpoint, mix, new Load.Closed(4), PHASES, RunListener.none());
            assertEquals(java.util.Set.of("404"), measurement.errorKinds().keySet());
            assertTrue(measurement.requests() > 4 && measurement.timeouts() == 0, measurement.toString());
            Measurement open =
                    generator.run(endpoint, RequestMix.of(get), new Load.Open(20, 4), PHASES, RunListener.none());
            assertEquals(Map.of(), open.errorKinds());
            assertTrue(open.requests() > 4, open.toString());
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private Tomcat serve(boolean http2) throws Exception {
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
        certificate.setCertificateKeystoreFile(SelfSigned.in(folder).toString());
        certificate.setCertificateKeystorePassword(SelfSigned.PASSWORD);
        certificate.setCertificateKeystoreType("PKCS12");
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
        if (http2) {
            connector.addUpgradeProtocol(new Http2Protocol());
        }
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "echo", new Echo());
        context.addServletMappingDecoded("/*", "echo");
        tomcat.start();
        return tomcat;
    }

    /// Says what it got.
    private static final class Echo extends HttpServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getRequestURI().equals("/missing")) {
                response.sendError(404);
                return;
            }
            response.getWriter()
                    .print(request.getProtocol() + " GET " + request.getRequestURI() + " " + request.getQueryString()
                            + " " + request.getHeader("Cookie") + " " + request.getServerName());
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            boolean whole = new String(body, StandardCharsets.UTF_8).equals(BODY);
            response.setStatus(whole ? 200 : 400);
            response.getOutputStream().write(body);
        }
    }
}
