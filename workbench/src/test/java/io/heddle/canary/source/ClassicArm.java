package io.heddle.canary.source;

import java.util.Locale;
import java.util.SplittableRandom;

/// Requests so far in buckets 5 % wide from 5 ms on.
final class ClassicArm {

    private static final int BUCKETS = 120;

    private final double times;
    private final long[] buckets = new long[BUCKETS];
    private final SplittableRandom random = new SplittableRandom(8);
    private double sum;
    private long count;
    private long errors;

    ClassicArm(double times) {
        this.times = times;
    }

    /// One scrape's worth more.
    void serve() {
        for (int i = 0; i < PrometheusTest.PER_SCRAPE; i++) {
            double seconds = times * 0.02 * Math.exp(0.6 * random.nextGaussian());
            int bucket = (int) Math.max(0, Math.ceil(Math.log(seconds / 0.002) / Math.log(1.05)));
            buckets[Math.min(BUCKETS - 1, bucket)]++;
            sum += seconds;
            count++;
            errors += i % 100 == 0 ? 1 : 0;
        }
    }

    /// As Prometheus reads it.
    ///
    /// @param every how many of them make a bucket
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
