package io.heddle.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
///
/// @param command of Heddle that writes such reports, such as `race`
public record JsonField(String command, String where, JsonNode node) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// The whole of a report.
    ///
    /// @throws Failure when it is not JSON
    public static JsonField parse(String command, String json) {
        try {
            return new JsonField(command, "report", MAPPER.readTree(json));
        } catch (JsonProcessingException e) {
            throw new Failure(
                    "the report is not JSON: " + e.getOriginalMessage(),
                    "give a file that `heddle " + command + " --json FILE` wrote",
                    e);
        }
    }

    /// A member of an object.
    public JsonField at(String key) {
        @Nullable JsonNode child = node.get(key);
        if (child == null) {
            throw new Failure(
                    where + "." + key + " is missing: this is not a whole " + command + " report",
                    "give a file that `heddle " + command + " --json FILE` wrote");
        }
        return new JsonField(command, where + "." + key, child);
    }

    /// An item of a list, from 0.
    public JsonField at(int index) {
        @Nullable JsonNode child = node.get(index);
        if (child == null) {
            throw wrong("a list of more than " + index);
        }
        return new JsonField(command, where + "[" + index + "]", child);
    }

    /// Whether the report has null.
    public boolean isNull() {
        return node.isNull();
    }

    /// Whether a member is there; it may be null.
    public boolean has(String key) {
        return node.has(key);
    }

    /// A member that is a text; `otherwise` where it is missing, as in reports of an older Heddle.
    public String textOr(String key, String otherwise) {
        return node.has(key) ? at(key).text() : otherwise;
    }

    /// A text.
    public String text() {
        return expect(node.isTextual(), "text").asText();
    }

    /// True or false.
    public boolean yes() {
        return expect(node.isBoolean(), "true or false").asBoolean();
    }

    /// A whole number that an `int` holds.
    public int whole() {
        return expect(node.canConvertToInt() && node.isIntegralNumber(), "a whole number")
                .asInt();
    }

    /// A member that is a whole number; `otherwise` where it is missing, as in reports of an older Heddle.
    public int wholeOr(String key, int otherwise) {
        return node.has(key) ? at(key).whole() : otherwise;
    }

    /// A whole number.
    public long big() {
        return expect(node.canConvertToLong() && node.isIntegralNumber(), "a whole number")
                .asLong();
    }

    /// Not a number where the report has null.
    public double number() {
        return node.isNull() ? Double.NaN : expect(node.isNumber(), "a number").asDouble();
    }

    /// Null where the report has null.
    public @Nullable Double known() {
        return node.isNull() ? null : Double.valueOf(number());
    }

    /// A time.
    public Instant instant() {
        try {
            return Instant.parse(text());
        } catch (DateTimeException e) {
            throw wrong("a time such as 2026-11-21T09:30:00Z");
        }
    }

    /// One of an enum's words.
    public <E extends Enum<E>> E choice(Class<E> type) {
        String spelled = text();
        for (E choice : type.getEnumConstants()) {
            if (Formats.spelled(choice).equals(spelled)) {
                return choice;
            }
        }
        throw wrong("a kind of " + type.getSimpleName().toLowerCase(Locale.ROOT));
    }

    /// A list of texts.
    public List<String> texts() {
        return each(JsonField::text);
    }

    /// An object whose values are whole numbers.
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        expect(node.isObject(), "an object").fieldNames().forEachRemaining(key -> counts.put(key, at(key).big()));
        return Map.copyOf(counts);
    }

    /// The items of a list.
    public <T> List<T> each(Function<JsonField, T> reader) {
        int size = expect(node.isArray(), "a list").size();
        List<T> items = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            items.add(reader.apply(at(i)));
        }
        return List.copyOf(items);
    }

    /// The items of a member that is a list; none where the member is missing, as in reports of an older Heddle.
    public <T> List<T> each(String key, Function<JsonField, T> reader) {
        return node.has(key) ? at(key).each(reader) : List.of();
    }

    /// The failure of a value that is another than it should be.
    public Failure wrong(String expected) {
        return new Failure(
                where + " should be " + expected, "give a file that `heddle " + command + " --json FILE` wrote");
    }

    private JsonNode expect(boolean right, String expected) {
        if (!right) {
            throw wrong(expected);
        }
        return node;
    }
}
