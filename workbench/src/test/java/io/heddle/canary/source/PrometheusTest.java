package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.canary.CanaryPlan;
import io.heddle.canary.CanaryRun;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.model.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real Prometheus that scrapes a service's histograms.
class PrometheusTest {

    private static final int PER_SCRAPE = 2_000;
    private static final int BUCKETS = 120;

    @TempDir
    private Path folder;

    /// Requests so far in buckets 5 % wide from 5 ms on.
    private static final class Arm {

        private final double times;
        private final long[] buckets = new long[BUCKETS];
        private final SplittableRandom random = new SplittableRandom(8);
        private double sum;
        private long count;
        private long errors;

        Arm(double times) {
            this.times = times;
        }

        /// One scrape's worth more.
        void serve() {
            for (int i = 0; i < PER_SCRAPE; i++) {
                double seconds = times * 0.02 * Math.exp(0.6 * random.nextGaussian());
                int bucket = (int) Math.max(0, Math.ceil(Math.log(seconds / 0.002) / Math.log(1.05)));
                buckets[Math.min(BUCKETS - 1, bucket)]++;
                sum += seconds;
                count++;
                errors += i % 100 == 0 ? 1 : 0;
            }
        }

        String page(String name, int every) {
            StringBuilder page = new StringBuilder();
            long below = 0;
            for (int i = 0; i < BUCKETS; i++) {
                below += buckets[i];
                if (i % every == every - 1) {
                    page.append(String.format(
                            Locale.ROOT,
                            "http_server_requests_seconds_bucket{arm=\"%s\",status=\"200\",le=\"%.8f\"} %d\n",
                            name,
                            0.002 * Math.pow(1.05, i),
                            below));
                }
            }
            return page + String.format(Locale.ROOT, """
                http_server_requests_seconds_bucket{arm="%1$s",status="200",le="+Inf"} %2$d
                http_server_requests_seconds_sum{arm="%1$s",status="200"} %3$f
                http_server_requests_seconds_count{arm="%1$s",status="200"} %2$d
                http_server_requests_seconds_bucket{arm="%1$s",status="503",le="+Inf"} %4$d
                http_server_requests_seconds_sum{arm="%1$s",status="503"} 0.1
                http_server_requests_seconds_count{arm="%1$s",status="503"} %4$d
                """, name, count, sum, errors);
        }
    }

    @Test
    @Tag("slow")
    void aSlowerCanaryFailsAndCoarseBucketsAreRefused() throws Exception {
        Arm old = new Arm(1);
        Arm slow = new Arm(1.6);
        Arm coarse = new Arm(1);
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/metrics", exchange -> {
            List.of(old, slow, coarse).forEach(Arm::serve);
            byte[] page = (old.page("old", 1) + slow.page("slow", 1) + coarse.page("coarse", 12))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        service.start();
        int port = Ports.free();
        String config = """
            global: {scrape_interval: 1s}
            scrape_configs:
              - job_name: service
                static_configs: [{targets: ['127.0.0.1:%d']}]
            """.formatted(service.getAddress().getPort());
        try (RealServer prometheus = RealServer.start(RealServer.Kind.PROMETHEUS, folder, config, port)) {
            String source = "prometheus:http://127.0.0.1:" + port + "#";
            awaitSamples(source + "{arm=\"old\"}");
            Canary canary;
            try (CanaryRun run = CanaryRun.open(
                    source + "{arm=\"old\"}", source + "{arm=\"slow\"}", CanaryPlan.DEFAULT, Optional.empty())) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(150);
                do {
                    TimeUnit.SECONDS.sleep(1);
                    canary = run.look();
                } while (canary.kind() == Canary.Kind.UNDECIDED && System.nanoTime() < end);
            }
            assertEquals(Canary.Kind.FAIL, canary.kind(), canary.toString());
            CanaryMetric p95 = canary.metrics().get(1);
            assertTrue(p95.estimate() > 1.5 && p95.estimate() < 1.7, p95.toString());
            CanaryMetric errors = canary.metrics().getLast();
            assertEquals(1, errors.estimate(), 0.05);
            Failure refused = assertThrows(Failure.class, () -> {
                try (CanaryRun run = CanaryRun.open(
                        source + "{arm=\"coarse\"}", source + "{arm=\"slow\"}", CanaryPlan.DEFAULT, Optional.empty())) {
                    run.look();
                }
            });
            assertTrue(refused.sentence().contains("finer than the buckets"), refused.sentence());
            Failure none = assertThrows(
                    Failure.class,
                    () -> CanaryRun.open(
                            source + "{arm=\"nobody\"}",
                            source + "{arm=\"slow\"}",
                            CanaryPlan.DEFAULT,
                            Optional.empty()));
            assertTrue(none.sentence().contains("no histogram"), none.sentence());
        } finally {
            service.stop(0);
        }
    }

    /// Until there is enough to know how often Prometheus scrapes.
    private static void awaitSamples(String source) throws InterruptedException {
        SourceText text = SourceText.of(source);
        PrometheusApi api = new PrometheusApi(text.place());
        for (int i = 0; i < 60; i++) {
            try {
                LatencyHistogram.find(api, text.label());
                return;
            } catch (Failure e) {
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }
}
