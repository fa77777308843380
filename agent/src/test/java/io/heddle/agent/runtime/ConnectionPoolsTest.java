package io.heddle.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ConnectionPoolsTest {

    @Test
    void a_target_that_makes_pools_without_end_fills_neither_memory_nor_file() throws Exception {
        List<Pool> kept = make(300);
        assertEquals(200, titles().size());
        kept.forEach(pool -> pool.heddleHolds().add(1_000_000, Served.UNKNOWN));
        assertEquals(
                200,
                written().findValues("holds").stream()
                        .filter(holds -> holds.size() == 1)
                        .count());
        JsonNode note = noted();
        assertTrue(note.path("text").asText().contains("more than 200 pools"), note.toString());

        kept.clear();
        long end = System.nanoTime() + 20_000_000_000L;
        while (!titles().isEmpty() && System.nanoTime() < end) {
            System.gc();
            Thread.sleep(20);
        }
        List<Pool> next = make(2);
        assertEquals(List.of("client", "client (2)"), titles(), "the titles of those that are gone are free");
        assertEquals(2, next.size());
    }

    private static List<Pool> make(int pools) {
        List<Pool> made = new ArrayList<>();
        for (int i = 0; i < pools; i++) {
            made.add(new Pool());
            ConnectionPools.made(made.get(i), "client");
        }
        return made;
    }

    private static List<String> titles() throws IOException {
        return new ArrayList<>(new TreeSet<>(written().findValuesAsText("name")));
    }

    private static JsonNode written() throws IOException {
        JsonWriter json = new JsonWriter().begin("tick");
        ConnectionPools.write(json);
        return new ObjectMapper().readTree(json.end());
    }

    private static JsonNode noted() throws IOException {
        JsonWriter json = new JsonWriter();
        Report report = Reports.poll();
        while (report != null) {
            report.write(json);
            report = Reports.poll();
        }
        return new ObjectMapper().readTree(json.end());
    }

    private static final class Pool implements ConnectionPool {

        private final Holds holds = new Holds();

        @Override
        public String heddleName() {
            return "";
        }

        @Override
        public int heddleMaximum() {
            return 5;
        }

        @Override
        public int heddleActive() {
            return 0;
        }

        @Override
        public int heddleWaiting() {
            return 0;
        }

        @Override
        public Holds heddleHolds() {
            return holds;
        }
    }
}
