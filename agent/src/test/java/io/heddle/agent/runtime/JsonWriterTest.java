package io.heddle.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonWriterTest {

    private static final ObjectMapper STRICT = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\"quoted\"",
                "back\\slash",
                "line\nfeed\r\ttab",
                "\u0000\u001f\u007f",
                "\u2028\u2029",
                "ünïcödé 線",
                "\ud83e\uddf5 thread",
                "lone \ud83e surrogate",
                "</script>",
                "{\"kind\":\"tick\"}"
            })
    void any_text_comes_back_from_one_line(String text) throws IOException {
        byte[] line = new JsonWriter().begin("note").put("text", text).end();
        String read = new String(line, StandardCharsets.UTF_8);
        assertEquals(read.length() - 1, read.indexOf('\n'));
        assertEquals(1, read.lines().count());
        assertEquals(text, STRICT.readTree(read).path("text").asText());
    }

    @Test
    void nests_lists_and_objects() throws IOException {
        JsonWriter json = new JsonWriter().begin("tick").put("at", 5).beginList("pools");
        json.beginObject().put("name", "a").beginList("holds");
        json.pair(1_234, 2);
        json.pair(1_000_007, 3);
        json.endList().endObject();
        json.beginObject()
                .put("name", "b")
                .beginList("holds")
                .endList()
                .endObject()
                .endList()
                .put("after", 1);
        assertEquals(
                "{\"kind\":\"tick\",\"at\":5,\"pools\":[{\"name\":\"a\",\"holds\":[[1.234,2],[1000.007,3]]},"
                        + "{\"name\":\"b\",\"holds\":[]}],\"after\":1}\n",
                new String(json.end(), StandardCharsets.UTF_8));
    }

    @Test
    void durations_keep_their_places() throws IOException {
        JsonNode line = STRICT.readTree(new JsonWriter()
                .begin("x")
                .putSeconds("a", 200_003_999)
                .putSeconds("b", -1)
                .putMillis("c", 12_345_678)
                .end());
        assertEquals(0.200003, line.path("a").asDouble());
        assertEquals(0, line.path("b").asDouble());
        assertEquals(12.345, line.path("c").asDouble());
    }

    @Test
    void a_line_forgets_the_one_before() {
        JsonWriter json = new JsonWriter();
        json.begin("first").put("text", "long long long").end();
        assertEquals("{\"kind\":\"second\"}\n", new String(json.begin("second").end(), StandardCharsets.UTF_8));
    }
}
