package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.canary.CanaryPlan;
import io.heddle.canary.CanaryRun;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A real Prometheus that scrapes histograms of both kinds: classic ones, whose buckets are series of their own, and
/// native ones.
@Execution(ExecutionMode.CONCURRENT)
class PrometheusTest {

    static final int PER_SCRAPE = 2_000;
    private static final String NATIVE = "http_server_request_duration_seconds";

    @TempDir
    private Path folder;

    private final ClassicArm old = new ClassicArm(1);
    private final ClassicArm slow = new ClassicArm(1.6);
    private final ClassicArm coarse = new ClassicArm(1);

    @Test
    @Tag("slow")
    void aSlowerCanaryFailsAndCoarseBucketsAreRefused() throws Exception {
        try (NativeService natives = new NativeService()) {
            HttpServer classics = serveClassics(natives);
            int port = Ports.free();
            String config = """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: service
                    static_configs: [{targets: ['127.0.0.1:%d', '127.0.0.1:%d']}]
                """.formatted(classics.getAddress().getPort(), natives.port());
            try (RealServer prometheus = RealServer.start(
                    RealServer.Kind.PROMETHEUS, folder, config, port, "--enable-feature=native-histograms")) {
                judgeAll("prometheus:http://127.0.0.1:" + port + "#");
            } finally {
                classics.stop(0);
            }
        }
    }

    private HttpServer serveClassics(NativeService natives) throws IOException {
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/metrics", exchange -> {
            List.of(old, slow, coarse).forEach(ClassicArm::serve);
            natives.serve();
            byte[] page = (old.page("old", 1) + slow.page("slow", 1) + coarse.page("coarse", 12))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        service.start();
        return service;
    }

    private static void judgeAll(String source) throws Exception {
        // each arm is scraped at a time of its own
        for (String arm : List.of("old", "slow")) {
            String label = "{arm=\"" + arm + "\"}";
            assertFalse(histogram(source + label).sparse());
            assertTrue(histogram(source + NATIVE + label).sparse(), "it is no native histogram");
        }
        // Both at once: a verdict takes a minute.
        List<CanaryRun> runs = new ArrayList<>();
        try {
            for (String name : List.of("", NATIVE)) {
                runs.add(open(source + name + "{arm=\"old\"}", source + name + "{arm=\"slow\"}"));
            }
            for (Canary canary : decided(runs)) {
                assertEquals(Canary.Kind.FAIL, canary.kind(), canary.toString());
                CanaryMetric p95 = canary.metrics().get(1);
                assertTrue(p95.estimate() > 1.5 && p95.estimate() < 1.7, p95.toString());
                CanaryMetric mean = canary.metrics().get(3);
                assertTrue(mean.estimate() > 1.5 && mean.estimate() < 1.7, mean.toString());
                CanaryMetric errors = canary.metrics().get(4);
                assertEquals(1, errors.estimate(), 0.05);
            }
        } finally {
            runs.forEach(CanaryRun::close);
        }
        assertRefused(source + "{arm=\"coarse\"}", source + "{arm=\"slow\"}");
        assertRefused(source + "coarse_seconds{arm=\"coarse\"}", source + NATIVE + "{arm=\"slow\"}");
        Failure none = assertThrows(Failure.class, () -> open(source + "{arm=\"nobody\"}", source + "{arm=\"slow\"}"));
        assertTrue(none.sentence().contains("no histogram"), none.sentence());
    }

    private static CanaryRun open(String baseline, String canary) {
        return CanaryRun.open(baseline, canary, CanaryPlan.DEFAULT, Optional.empty());
    }

    private static List<Canary> decided(List<CanaryRun> runs) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(150);
        List<Canary> looks;
        do {
            TimeUnit.SECONDS.sleep(1);
            looks = runs.stream().map(CanaryRun::look).toList();
        } while (looks.stream().anyMatch(look -> look.kind() == Canary.Kind.UNDECIDED) && System.nanoTime() < end);
        return looks;
    }

    private static void assertRefused(String baseline, String canary) {
        Failure refused = assertThrows(Failure.class, () -> {
            try (CanaryRun run = open(baseline, canary)) {
                run.look();
            }
        });
        assertTrue(
                refused.sentence().contains("10 % is finer than the buckets of the baseline's histogram"),
                refused.sentence());
        assertTrue(refused.sentence().contains("p50 lies between "), refused.sentence());
    }

    /// As soon as there is enough to know how often Prometheus scrapes.
    private static LatencyHistogram histogram(String source) throws InterruptedException {
        SourceText text = SourceText.of(source);
        PrometheusApi api = new PrometheusApi(text.place(), Deadline.NONE);
        for (int i = 0; ; i++) {
            try {
                return LatencyHistogram.find(api, text.label());
            } catch (Failure e) {
                if (i == 60) {
                    throw e;
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }
}
