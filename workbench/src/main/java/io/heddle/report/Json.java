package io.heddle.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The one place that knows how figures and trees become JSON text.
public final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern HALF = Pattern.compile("\\p{Cs}");
    private static final MathContext DIGITS = new MathContext(6);

    private Json() {}

    /// Indented, line feeds only, so that two reports differ where the races do.
    public static String write(JsonNode tree) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        try {
            return encodable(MAPPER.writer(printer).writeValueAsString(tree)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }

    /// On one line and safe inside an HTML `script` element: nothing in it can end the element or open a comment.
    public static String inline(JsonNode tree) {
        return encodable(tree.toString())
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /// Half a surrogate pair, which a target may well print, can neither be written as UTF-8 nor read by most
    /// parsers.
    private static String encodable(String json) {
        return HALF.matcher(json).replaceAll("\ufffd");
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
