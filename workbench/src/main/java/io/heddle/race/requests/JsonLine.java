package io.heddle.race.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.model.Failure;
import io.heddle.race.load.HeaderField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A request as one JSON object: `path`, and perhaps `method`, `headers`, `cookies`, `body`, `weight`.
final class JsonLine {

    private static final Set<String> KEYS =
            new TreeSet<>(Set.of("method", "path", "headers", "cookies", "body", "weight"));

    private JsonLine() {}

    static Entry read(String where, JsonNode line) {
        line.fieldNames().forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                throw new Failure(
                        where + ": '" + key + "' is not a key of a request", "the keys are " + String.join(", ", KEYS));
            }
        });
        JsonNode path = line.path("path");
        if (!path.isTextual()) {
            throw new Failure(where + " has no path", "write one such as {\"path\": \"/api/users\"}");
        }
        JsonNode method = line.path("method");
        if (!method.isMissingNode() && !method.isTextual()) {
            throw wrong(where, "method", "a text such as \"POST\"");
        }
        List<HeaderField> headers = headers(where, line.path("headers"));
        cookies(where, line.path("cookies")).ifPresent(headers::add);
        JsonNode body = line.path("body");
        if ((body.isObject() || body.isArray()) && !Headers.has(headers, "Content-Type")) {
            headers.add(new HeaderField("Content-Type", "application/json"));
        }
        return new Entry(
                where,
                method.isMissingNode() ? "GET" : HttpMethod.of(method.asText(), where),
                RequestPath.of(path.asText(), where),
                headers,
                body(body),
                weight(where, line.path("weight")));
    }

    private static List<HeaderField> headers(String where, JsonNode headers) {
        if (!headers.isObject() && !headers.isMissingNode()) {
            throw wrong(where, "headers", "an object such as {\"Accept\": \"text/html\"}");
        }
        List<HeaderField> read = new ArrayList<>();
        for (Map.Entry<String, JsonNode> header : headers.properties()) {
            // several lines of one name are a list
            Iterable<JsonNode> values = header.getValue().isArray() ? header.getValue() : List.of(header.getValue());
            for (JsonNode value : values) {
                if (!value.isValueNode() || value.isNull()) {
                    throw wrong(where, "headers." + header.getKey(), "a text, or a list of texts");
                }
                read.add(HeaderField.of(header.getKey(), value.asText(), where));
            }
        }
        return read;
    }

    private static Optional<HeaderField> cookies(String where, JsonNode cookies) {
        if (cookies.isMissingNode()) {
            return Optional.empty();
        }
        if (!cookies.isObject() || cookies.valueStream().anyMatch(value -> !value.isValueNode() || value.isNull())) {
            throw wrong(where, "cookies", "an object such as {\"session\": \"…\"}");
        }
        String value = cookies.properties().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue().asText())
                .collect(Collectors.joining("; "));
        return Optional.of(HeaderField.of("Cookie", value, where));
    }

    private static String body(JsonNode body) {
        return body.isMissingNode() || body.isNull() ? "" : body.isTextual() ? body.asText() : body.toString();
    }

    private static double weight(String where, JsonNode weight) {
        if (weight.isMissingNode()) {
            return 1;
        }
        if (!weight.isNumber() || weight.asDouble() <= 0 || !Double.isFinite(weight.asDouble())) {
            throw wrong(where, "weight", "a number above 0");
        }
        return weight.asDouble();
    }

    private static Failure wrong(String where, String key, String expected) {
        return new Failure(
                where + ": '" + key + "' should be " + expected,
                "correct the line; docs/race.md shows one of each kind");
    }
}
