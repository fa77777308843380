package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import io.heddle.net.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of real proxies before two real arms.
class ProxyLogsTest {

    private static final int REQUESTS = 40;
    private static final Resolution ANY = new Resolution(List.of(0.5), 0.1);

    @TempDir
    private Path folder;

    private final List<HttpServer> arms = new ArrayList<>();
    private final Counted counted = new Counted();

    /// What came of either arm.
    private static final class Counted implements Intake {

        private final long[] requests = new long[2];
        private final long[] errors = new long[2];
        private final double[] millis = new double[2];

        @Override
        public void take(Side side, double seconds, double ms, Outcome outcome) {
            requests[side.index()]++;
            errors[side.index()] += outcome == Outcome.FAILED ? 1 : 0;
            millis[side.index()] += ms;
            assertEquals(System.currentTimeMillis() / 1e3, seconds, 60);
        }

        @Override
        public void takeCounted(double seconds, Slice slice) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void startArms() throws IOException {
        arm(5, 200);
        arm(45, 503);
    }

    /// One that takes so long, and answers every fourth request with that status.
    private void arm(int millis, int fourth) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int[] served = {0};
        server.createContext("/", exchange -> {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(++served[0] % 4 == 0 ? fourth : 200, -1);
            exchange.close();
        });
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.start();
        arms.add(server);
    }

    @AfterEach
    void stopArms() {
        arms.forEach(server -> server.stop(0));
    }

    private int port(int arm) {
        return arms.get(arm).getAddress().getPort();
    }

    private void ask(int port) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < REQUESTS; i++) {
                client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            }
        }
    }

    private void await(List<Feed> feeds) throws InterruptedException {
        for (int i = 0; i < 100 && counted.requests[0] + counted.requests[1] < REQUESTS; i++) {
            for (Feed feed : feeds) {
                while (feed.next() < Double.POSITIVE_INFINITY) {
                    feed.deliver(counted);
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertEquals(REQUESTS / 2, counted.requests[0]);
        assertEquals(REQUESTS / 2, counted.requests[1]);
        assertEquals(0, counted.errors[0]);
        assertEquals(REQUESTS / 2 / 4, counted.errors[1]);
        // Which arm is which shows in the latencies: one sleeps 40 ms longer, whatever else the machine does.
        double longer = (counted.millis[1] - counted.millis[0]) / counted.requests[1];
        assertTrue(longer > 10 && counted.millis[1] / counted.requests[1] >= 40, longer + " ms longer");
    }

    @Test
    void haproxyByUdp() throws Exception {
        haproxy("log-format '{\"t\":%Ts.%ms,\"arm\":\"%s\",\"st\":%ST,\"ms\":%Tr}'");
    }

    @Test
    void haproxyByUdpInItsOwnFormat() throws Exception {
        haproxy("option httplog");
    }

    private void haproxy(String format) throws Exception {
        int udp = Ports.free();
        int http = Ports.free();
        String source = "haproxy-udp:127.0.0.1:" + udp;
        List<Feed> feeds = Sources.open(source + "#old", source + "#new", ANY, Deadline.NONE);
        String config = """
                    global
                        log 127.0.0.1:%d local0
                    defaults
                        mode http
                        log global
                        %s
                        timeout connect 5s
                        timeout client 5s
                        timeout server 5s
                    listen front
                        bind 127.0.0.1:%d
                        balance roundrobin
                        server old 127.0.0.1:%d
                        server new 127.0.0.1:%d
                    """.formatted(udp, format, http, port(0), port(1));
        try (RealServer haproxy = RealServer.start(RealServer.Kind.HAPROXY, folder, config, http)) {
            ask(http);
            await(feeds);
        } finally {
            feeds.forEach(Feed::close);
        }
    }

    @Test
    void nginxByItsLog() throws Exception {
        nginx(
                "escape=json '{\"t\":\"$msec\",\"arm\":\"$upstream_addr\",\"status\":\"$status\","
                        + "\"seconds\":\"$upstream_response_time\"}'",
                "nginx-log:" + folder.resolve("access.log"));
    }

    @Test
    void nginxByAFormatThatIsNamed() throws Exception {
        String format = "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent"
                + " $upstream_addr $upstream_response_time";
        nginx("'" + format + "'", "access-log:" + folder.resolve("access.log") + "#" + format);
    }

    private void nginx(String format, String place) throws Exception {
        int http = Ports.free();
        String config = """
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            events {}
            http {
                client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy; fastcgi_temp_path %1$s/fastcgi;
                uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
                log_format heddle %5$s;
                access_log %1$s/access.log heddle;
                upstream arms { server 127.0.0.1:%2$d; server 127.0.0.1:%3$d; }
                server { listen 127.0.0.1:%4$d; location / { proxy_pass http://arms; } }
            }
            """.formatted(folder, port(0), port(1), http, format);
        String source = place + "#127.0.0.1:";
        try (RealServer nginx = RealServer.start(RealServer.Kind.NGINX, folder, config, http)) {
            List<Feed> feeds = Sources.open(source + port(0), source + port(1), ANY, Deadline.NONE);
            ask(http);
            await(feeds);
            feeds.forEach(Feed::close);
        }
    }
}
