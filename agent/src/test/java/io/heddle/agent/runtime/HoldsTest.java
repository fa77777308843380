package io.heddle.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class HoldsTest {

    @Test
    void a_bucket_is_at_most_one_percent_wide_and_named_by_its_middle() {
        int before = -1;
        long low = 0;
        for (long nanos = 0; nanos < 1L << 42; nanos += Math.max(1, nanos / 1_000)) {
            int bucket = Holds.bucket(nanos);
            assertTrue(bucket >= before, "buckets ascend");
            if (bucket != before) {
                low = nanos;
                before = bucket;
            }
            long middle = Holds.middle(bucket);
            assertEquals(bucket, Holds.bucket(middle), "a bucket holds its middle");
            assertTrue(
                    Math.abs(middle - nanos) <= Math.max(0.5, nanos * 0.005),
                    nanos + " told as " + middle + ", bucket from " + low);
        }
    }

    @Test
    void what_was_drained_is_gone() throws IOException {
        Holds holds = new Holds();
        holds.add(50_000_000, Served.UNKNOWN);
        holds.open();
        assertEquals(0, drained(holds).size(), "nobody watched its pool");
        holds.add(50_000_000, Served.UNKNOWN);
        holds.add(50_000_000, Served.UNKNOWN);
        holds.add(-5, Served.UNKNOWN);
        holds.add(Long.MAX_VALUE, Served.UNKNOWN);
        JsonNode first = drained(holds);
        assertEquals(3, first.size());
        assertEquals(0, first.get(0).get(0).asDouble());
        assertEquals(50_000, first.get(1).get(0).asDouble(), 500);
        assertEquals(2, first.get(1).get(1).asInt());
        assertEquals(Holds.LONGEST / 1_000.0, first.get(2).get(0).asDouble(), Holds.LONGEST / 100_000.0);
        assertEquals(0, drained(holds).size());
    }

    private static JsonNode drained(Holds holds) throws IOException {
        JsonWriter json = new JsonWriter().begin("x").beginList("holds");
        holds.drainTo(json);
        return new ObjectMapper().readTree(json.endList().end()).path("holds");
    }
}
