package io.heddle.cli.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Reports cut into pages: each fits, and together they have every item once.
class PagesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void thePagesHaveEveryItemOnceAndNoneIsLongerThanItMay() throws Exception {
        ObjectNode report = report(500, 700);
        List<Integer> seen = new ArrayList<>();
        int from = 0;
        for (int pages = 0; from >= 0 && pages < 500; pages++) {
            JsonNode page = page(report, from, 1_000);
            page.path("findings").forEach(item -> seen.add(item.path("line").intValue()));
            from = page.path("page").path("next").asInt(-1);
        }
        assertEquals(500, seen.size());
        for (int i = 0; i < 500; i++) {
            assertEquals(i, seen.get(i));
        }
    }

    @Test
    void whatIsTooLongIsShortenedAndCounted() throws Exception {
        ObjectNode report = report(3, 100);
        ArrayNode unreadable = report.putObject("read").putArray("unreadable");
        for (int i = 0; i < 5_000; i++) {
            unreadable.add("x".repeat(i % 300));
        }
        ((ObjectNode) report.path("findings").get(0)).put("reason", "é".repeat(200_000));
        JsonNode page = page(report, 0, 1_000);
        int told = page.path("read").path("unreadable").size();
        assertEquals(5_000, told + page.path("read").path("unreadableOmitted").intValue());
        assertTrue(page.path("findings").get(0).path("reason").asText().endsWith("…"));
        assertEquals(3, page.path("findings").size());
    }

    @Test
    void aSingleItemIsToldAtLength() throws Exception {
        ObjectNode report = report(50, 6_000);
        ((ObjectNode) report.path("findings").get(1)).putArray("features").add("why");
        JsonNode one = page(report, 1, 1);
        assertEquals(1, one.path("findings").size());
        assertEquals(6_000, one.path("findings").get(0).path("text").asText().length());
        assertTrue(one.path("findings").get(0).has("features"));
        assertFalse(page(report, 1, 2).path("findings").get(0).has("features"));
    }

    @Test
    void aListThatIsNotThereAndAnItemBehindTheLastAreRefused() {
        ObjectNode report = report(3, 10);
        assertTrue(assertThrows(Refused.class, () -> Pages.of(report, new Pages.Wish("nothing", 0, 5)))
                .sentence()
                .contains("it has findings"));
        assertThrows(Refused.class, () -> Pages.of(report, new Pages.Wish("findings", 3, 5)));
    }

    @Test
    void anEmptyListLeavesTheReport() throws Exception {
        ObjectNode report = report(0, 0).put("state", "healthy");
        JsonNode page = page(report, 0, 5);
        assertEquals("healthy", page.path("state").asText());
        assertEquals(0, page.path("page").path("of").intValue());
    }

    private static JsonNode page(ObjectNode report, int from, int count) throws Exception {
        String page = Pages.of(report, new Pages.Wish("findings", from, count));
        int length = page.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(length <= Pages.MOST, () -> length + " bytes");
        return JSON.readTree(page);
    }

    private static ObjectNode report(int findings, int letters) {
        ObjectNode report = JSON.createObjectNode();
        ArrayNode list = report.putArray("findings");
        for (int i = 0; i < findings; i++) {
            list.addObject().put("line", i).put("text", "ü".repeat(letters / 2) + "a".repeat(letters - letters / 2));
        }
        return report;
    }
}
