package io.heddle.demo.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.demo.servers.RealServer.Kind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServerTest {

    private static final String HAPROXY = """
            defaults
                mode http
                timeout connect 5s
                timeout client 5s
                timeout server 5s
            frontend shop
                bind 127.0.0.1:%d
                http-request return status 200 content-type text/plain string here
            """;
    private static final String NGINX = """
            pid nginx.pid;
            events {}
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                server {
                    listen 127.0.0.1:%d;
                    location / { return 200 here; }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void haproxyAnswersUntilItIsClosed() throws Exception {
        answersUntilItIsClosed(Kind.HAPROXY, HAPROXY, "/", "here");
    }

    @Test
    void nginxAnswersUntilItIsClosed() throws Exception {
        answersUntilItIsClosed(Kind.NGINX, NGINX, "/", "here");
    }

    @Test
    void prometheusAnswersUntilItIsClosed() throws Exception {
        answersUntilItIsClosed(
                Kind.PROMETHEUS, "global:\n  scrape_interval: 1s\n", "/api/v1/status/runtimeinfo", "success");
    }

    @Test
    void saysWhyItDoesNotStart() throws Exception {
        int port = Ports.free();
        AssertionError error = assertThrows(
                AssertionError.class, () -> RealServer.start(Kind.HAPROXY, folder, "nonsense here\n", port));
        assertTrue(error.toString().contains("unknown keyword 'nonsense'"), error.toString());
    }

    private void answersUntilItIsClosed(Kind kind, String configuration, String path, String expected)
            throws Exception {
        int port = Ports.free();
        RealServer server = RealServer.start(kind, folder, configuration.formatted(port), port);
        try (server;
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            String body = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
            assertTrue(body.contains(expected), body);
        }
        assertFalse(server.process().isAlive());
        assertFalse(Ports.answers(port));
        assertEquals(0, server.process().children().count());
    }
}
