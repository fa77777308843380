package io.heddle.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.model.ClojureNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The one place that knows how figures and trees become JSON text.
public final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final MathContext DIGITS = new MathContext(6);

    private Json() {}

    /// Indented, line feeds only, so that two reports differ where the races do.
    public static String write(JsonNode tree) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        try {
            return harmless(MAPPER.writer(printer).writeValueAsString(tree)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }

    /// On one line and safe inside an HTML `script` element: nothing in it can end the element or open a comment. It is
    /// for people to read, and names are as they were written.
    public static String inline(JsonNode tree) {
        return harmless(readable(tree).toString())
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026");
    }

    private static JsonNode readable(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> {
                ObjectNode copy = MAPPER.createObjectNode();
                object.properties().forEach(field -> copy.set(field.getKey(), readable(field.getValue())));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = MAPPER.createArrayNode();
                array.forEach(element -> copy.add(readable(element)));
                yield copy;
            }
            case TextNode text -> TextNode.valueOf(ClojureNames.readable(text.textValue()));
            default -> tree;
        };
    }

    /// Characters that a terminal obeys, and commands of build servers, as escapes: the values stay what they are. Such
    /// characters stand within strings alone, and never behind a backslash.
    private static String harmless(String json) {
        StringBuilder escaped = new StringBuilder(json.length());
        int from = 0;
        for (int i = 0; i < json.length(); i++) {
            int point = json.codePointAt(i);
            int end = i + Character.charCount(point);
            boolean second = point == '#' && i > from && json.charAt(i - 1) == '#';
            if (second || point > '~' && TerminalSanitizer.isObeyed(point)) {
                escaped.append(json, from, i);
                // Half a surrogate pair is no character: most parsers refuse it in whatever form.
                if (Character.getType(point) == Character.SURROGATE) {
                    escaped.append('\ufffd');
                } else {
                    json.substring(i, end)
                            .chars()
                            .forEach(unit -> escaped.append(String.format(Locale.ROOT, "\\u%04x", unit)));
                }
                from = end;
            }
            i = end - 1;
        }
        return escaped.append(json, from, json.length()).toString();
    }

    public static void put(ObjectNode node, String key, @Nullable Double value) {
        node.set(key, value == null ? node.nullNode() : number(value));
    }

    /// Six significant digits; null unless finite.
    public static JsonNode number(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(
                        new BigDecimal(value).round(DIGITS).doubleValue())
                : JsonNodeFactory.instance.nullNode();
    }

    /// All digits: 99.9999 percent and 100 percent are worlds apart.
    public static JsonNode exact(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(value)
                : JsonNodeFactory.instance.nullNode();
    }
}
