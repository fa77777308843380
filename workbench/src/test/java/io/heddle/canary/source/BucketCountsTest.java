package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.canary.source.BucketCounts.Bucket;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BucketCountsTest {

    private static final Samples SAMPLES =
            new Samples(new PrometheusApi("http://127.0.0.1:9", Deadline.NONE), 0, 1_000);

    private static Map<Long, BucketCounts> read(String result) throws Exception {
        Map<Long, BucketCounts> steps = new HashMap<>();
        BucketCounts.read(JsonMapper.builder().build().readTree(result), SAMPLES, 1_000, steps);
        return steps;
    }

    @Test
    void classicBucketsAreCumulative() throws Exception {
        BucketCounts step = read("""
            [{"metric": {"le": "0.1", "status": "200"}, "values": [[60, "3"]]},
             {"metric": {"le": "0.2", "status": "200"}, "values": [[60, "10.5"]]},
             {"metric": {"le": "+Inf", "status": "200"}, "values": [[60, "11"]]},
             {"metric": {"le": "0.1", "status": "503"}, "values": [[60, "2"]]},
             {"metric": {"le": "+Inf", "status": "503"}, "values": [[60, "4"]]},
             {"metric": {"status": "200"}, "values": [[60, "1.7"]]},
             {"metric": {"status": "503"}, "values": [[60, "9"]]}]
            """).getOrDefault(60L, new BucketCounts());
        assertEquals(
                List.of(
                        new Bucket(0, 100, 3),
                        new Bucket(100, 200, 7.5),
                        new Bucket(200, Double.POSITIVE_INFINITY, 0.5)),
                step.buckets());
        assertEquals(4, step.errors());
        assertEquals(1_700, step.sumMillis());
    }

    /// The form that Prometheus documents for native histograms: boundary rule, lower, upper, count.
    @Test
    void nativeBucketsAreNot() throws Exception {
        BucketCounts step = read("""
            [{"metric": {"status": "200"}, "histograms": [[120, {"count": "10", "sum": "1.7",
              "buckets": [[0, "0.092", "0.1", "4"], [0, "0.1", "0.109", "6"]]}]]},
             {"metric": {"status": "500"}, "histograms": [[120, {"count": "2", "sum": "9", "buckets": []}]]}]
            """).getOrDefault(120L, new BucketCounts());
        assertEquals(List.of(new Bucket(92, 100, 4), new Bucket(100, 109, 6)), step.buckets());
        assertEquals(2, step.errors());
        assertEquals(1_700, step.sumMillis());
    }

    @Test
    void aToleranceFinerThanTheBucketIsRefused() {
        Resolution resolution = new Resolution(List.of(0.5, 0.95), 0.1);
        assertDoesNotThrow(
                () -> resolution.check(List.of(new Bucket(92, 100, 400), new Bucket(100, 109, 600)), "baseline"));
        Failure refused = assertThrows(
                Failure.class,
                () -> resolution.check(List.of(new Bucket(92, 100, 900), new Bucket(100, 250, 100)), "baseline"));
        assertEquals(true, refused.sentence().contains("p95 lies between 100.0 and 250.0 ms"), refused.sentence());
        assertThrows(
                Failure.class,
                () -> resolution.check(List.of(new Bucket(0, 5, 900), new Bucket(5, 5.2, 100)), "canary"));
    }
}
