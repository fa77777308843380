package io.heddle.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.model.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One value of a report with the way to it, so that an error can say where it is.
record JsonField(String where, JsonNode node) {

    JsonField at(String key) {
        @Nullable JsonNode child = node.get(key);
        if (child == null) {
            throw new Failure(where + "." + key + " is missing: this is not a whole race report", "give a file that `heddle race --json FILE` wrote");
        }
        return new JsonField(where + "." + key, child);
    }

    JsonField at(int index) {
        @Nullable JsonNode child = node.get(index);
        if (child == null) {
            throw wrong("a list of more than " + index);
        }
        return new JsonField(where + "[" + index + "]", child);
    }

    boolean isNull() {
        return node.isNull();
    }

    String text() {
        return expect(node.isTextual(), "text").asText();
    }

    boolean yes() {
        return expect(node.isBoolean(), "true or false").asBoolean();
    }

    int whole() {
        return expect(node.canConvertToInt() && node.isIntegralNumber(), "a whole number").asInt();
    }

    long big() {
        return expect(node.canConvertToLong() && node.isIntegralNumber(), "a whole number").asLong();
    }

    /// Not a number where the report has null.
    double number() {
        return node.isNull() ? Double.NaN : expect(node.isNumber(), "a number").asDouble();
    }

    /// Null where the report has null.
    @Nullable Double known() {
        return node.isNull() ? null : Double.valueOf(number());
    }

    Instant instant() {
        try {
            return Instant.parse(text());
        } catch (DateTimeException e) {
            throw wrong("a time such as 2026-11-21T09:30:00Z");
        }
    }

    <E extends Enum<E>> E choice(Class<E> type) {
        String spelled = text();
        for (E choice : type.getEnumConstants()) {
            if (Words.spelled(choice).equals(spelled)) {
                return choice;
            }
        }
        throw wrong("a kind of " + type.getSimpleName().toLowerCase(Locale.ROOT));
    }

    List<String> texts() {
        return each(JsonField::text);
    }

    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        expect(node.isObject(), "an object").fieldNames().forEachRemaining(key -> counts.put(key, at(key).big()));
        return Map.copyOf(counts);
    }

    <T> List<T> each(Function<JsonField, T> reader) {
        int size = expect(node.isArray(), "a list").size();
        List<T> items = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            items.add(reader.apply(at(i)));
        }
        return List.copyOf(items);
    }

    Failure wrong(String expected) {
        return new Failure(where + " should be " + expected, "give a file that `heddle race --json FILE` wrote");
    }

    private JsonNode expect(boolean right, String expected) {
        if (!right) {
            throw wrong(expected);
        }
        return node;
    }
}
