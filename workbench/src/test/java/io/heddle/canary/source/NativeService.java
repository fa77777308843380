package io.heddle.canary.source;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.util.SplittableRandom;

/// Arms whose latencies Prometheus' own client keeps in native histograms: `old` and `slow` in one whose buckets are 2
/// to 5 % wide, `coarse` in one whose buckets are 41 % wide.
final class NativeService implements AutoCloseable {

    /// A bucket's upper end is 2 to the power of 2⁻⁵ times its lower one; where there are many the client takes 2⁻⁴.
    private static final int FINE = 5;

    private static final int COARSE = 1;
    private static final double MIDDLE_SECONDS = 0.02;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Histogram fine = histogram("http_server_request_duration_seconds", FINE);
    private final Histogram coarse = histogram("coarse_seconds", COARSE);
    private final SplittableRandom random = new SplittableRandom(8);
    private final HTTPServer server;

    NativeService() throws IOException {
        server = HTTPServer.builder()
                .inetAddress(InetAddress.getLoopbackAddress())
                .port(0)
                .registry(registry)
                .buildAndStart();
    }

    private Histogram histogram(String name, int schema) {
        return Histogram.builder()
                .name(name)
                .help("latency")
                .labelNames("arm", "http_response_status_code")
                .nativeOnly()
                .nativeInitialSchema(schema)
                .register(registry);
    }

    /// One scrape's worth more.
    void serve() {
        serve(fine, "old", 1);
        serve(fine, "slow", 1.6);
        serve(coarse, "coarse", 1);
    }

    private void serve(Histogram histogram, String arm, double times) {
        DistributionDataPoint answers = histogram.labelValues(arm, "200");
        for (int i = 0; i < PrometheusTest.PER_SCRAPE; i++) {
            answers.observe(times * MIDDLE_SECONDS * Math.exp(0.6 * random.nextGaussian()));
        }
        DistributionDataPoint errors = histogram.labelValues(arm, "503");
        for (int i = 0; i < PrometheusTest.PER_SCRAPE; i += 100) {
            errors.observe(0.1);
        }
    }

    int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.close();
    }
}
