package io.heddle.race.requests;

import io.heddle.model.Failure;
import java.util.List;
import java.util.regex.Pattern;

/// A line with a path or a URL, perhaps after a method: `/api/users`, `POST http://localhost:8080/api/orders`.
final class UrlLine {

    private static final Pattern BLANK = Pattern.compile("\\s+");

    private UrlLine() {}

    static Entry read(String where, String line) {
        List<String> words = List.of(BLANK.split(line, 2));
        boolean method = words.size() == 2 && HttpMethod.is(words.getFirst());
        if (words.size() == 2 && !method) {
            throw new Failure(
                    where + " is neither a JSON object nor a URL",
                    "write one request a line: /api/users, POST /api/orders, or {\"path\": \"/api/users\"}");
        }
        return new Entry(
                where,
                method ? HttpMethod.of(words.getFirst(), where) : "GET",
                RequestPath.of(words.getLast(), where),
                List.of(),
                "",
                1);
    }
}
