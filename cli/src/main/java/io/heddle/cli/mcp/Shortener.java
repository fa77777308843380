package io.heddle.cli.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Makes JSON shorter until it fits, and says what it left out: `pathOmitted: 12` next to a list that had twelve more,
/// and `…` at the end of a text that went on.
final class Shortener {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OMITTED = "Omitted";

    private Shortener() {}

    /// How much is kept, less from step to step.
    private record Step(int items, int letters) {}

    private static final List<Step> STEPS = List.of(
            new Step(50, 4_000),
            new Step(20, 1_000),
            new Step(10, 500),
            new Step(5, 250),
            new Step(2, 120),
            new Step(1, 60),
            new Step(0, 40));

    /// @param bytes most that may be left, in UTF-8
    static JsonNode to(int bytes, JsonNode whole) {
        JsonNode shorter = whole;
        for (int step = 0; bytes(shorter) > bytes; step++) {
            if (step == STEPS.size()) {
                return JsonNodeFactory.instance.objectNode().put("tooLong", bytes(whole));
            }
            shorter = shorter(whole, STEPS.get(step));
        }
        return shorter;
    }

    /// Its length in UTF-8.
    static int bytes(JsonNode node) {
        return text(node).getBytes(StandardCharsets.UTF_8).length;
    }

    static String text(JsonNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode shorter(JsonNode node, Step step) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(field -> {
                copy.set(field.getKey(), shorter(field.getValue(), step));
                if (field.getValue() instanceof ArrayNode list && list.size() > step.items()) {
                    copy.put(field.getKey() + OMITTED, list.size() - step.items());
                }
            });
            return copy;
        }
        if (node instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < list.size() && i < step.items(); i++) {
                copy.add(shorter(list.get(i), step));
            }
            return copy;
        }
        return node.isTextual() && node.textValue().length() > step.letters()
                ? JsonNodeFactory.instance.textNode(cut(node.textValue(), step.letters()) + "…")
                : node;
    }

    private static String cut(String text, int letters) {
        int end = Character.isHighSurrogate(text.charAt(letters - 1)) ? letters - 1 : letters;
        return text.substring(0, end);
    }
}
