package io.heddle.race.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.model.Failure;
import io.heddle.race.load.HeaderField;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Traffic as browsers and proxies record it (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/).
/// Requests of the host that was asked most are sent again; those to others, and those that were answered with an
/// error or not at all, are not, nor what is no HTTP request.
final class Har {

    private static final int FIRST_ERROR = 400;
    private static final int SWITCHING = 101;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private Har() {}

    /// Whether a JSON file is one.
    static boolean is(JsonNode file) {
        return file.path("log").path("entries").isArray();
    }

    static RequestsFile.Read read(String name, JsonNode file) {
        List<JsonNode> all = file.path("log").path("entries").valueStream().toList();
        Map<String, Long> byHost = all.stream()
                .filter(Har::isHttp)
                .collect(Collectors.groupingBy(Har::host, LinkedHashMap::new, Collectors.counting()));
        String host = byHost.entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .orElse("");
        List<Entry> entries = new ArrayList<>();
        int elsewhere = 0;
        int failed = 0;
        int unanswered = 0;
        int sockets = 0;
        for (int i = 0; i < all.size(); i++) {
            int status = all.get(i).path("response").path("status").asInt();
            if (!isHttp(all.get(i)) || status == SWITCHING) {
                sockets++;
            } else if (!host(all.get(i)).equals(host)) {
                elsewhere++;
            } else if (status == 0) {
                unanswered++;
            } else if (status >= FIRST_ERROR) {
                failed++;
            } else {
                entries.add(entry(name + ", entry " + (i + 1), all.get(i).path("request")));
            }
        }
        List<String> notes = new ArrayList<>();
        if (sockets > 0) {
            notes.add(name + ": " + sockets + " that open a web socket or are no HTTP requests are left out");
        }
        if (unanswered > 0) {
            notes.add(name + ": " + unanswered + " requests that were not answered are left out");
        }
        if (elsewhere > 0) {
            notes.add(name + ": " + elsewhere + " requests to other hosts than " + host + " are left out");
        }
        if (failed > 0) {
            notes.add(name + ": " + failed + " requests that were answered with an error are left out");
        }
        return new RequestsFile.Read(entries, notes);
    }

    private static Entry entry(String where, JsonNode request) {
        List<HeaderField> headers = new ArrayList<>();
        for (JsonNode header : request.path("headers")) {
            if (!Headers.ofConnection(header.path("name").asText())) {
                headers.add(HeaderField.of(
                        header.path("name").asText(), header.path("value").asText(), where));
            }
        }
        String cookies = request.path("cookies")
                .valueStream()
                .map(cookie -> cookie.path("name").asText() + "="
                        + cookie.path("value").asText())
                .collect(Collectors.joining("; "));
        if (!cookies.isEmpty() && !Headers.has(headers, "Cookie")) {
            headers.add(HeaderField.of("Cookie", cookies, where));
        }
        JsonNode posted = request.path("postData");
        if (posted.has("params") && !posted.has("text")) {
            throw new Failure(
                    where + " has a form without its text: Heddle cannot send it as it was",
                    "export the HAR with content, or write the request as a JSON line");
        }
        String type = posted.path("mimeType").asText();
        if (!type.isEmpty() && !Headers.has(headers, "Content-Type")) {
            headers.add(HeaderField.of("Content-Type", type, where));
        }
        return new Entry(
                where,
                HttpMethod.of(request.path("method").asText(), where),
                RequestPath.of(request.path("url").asText(), where),
                headers,
                posted.path("text").asText(),
                1);
    }

    private static boolean isHttp(JsonNode entry) {
        String scheme = address(entry).map(URI::getScheme).orElse("");
        return scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    }

    /// With the port where it is not its scheme's own: two services may run on one host.
    private static String host(JsonNode entry) {
        Optional<URI> address = address(entry).filter(uri -> uri.getHost() != null);
        boolean usual = address.filter(uri -> uri.getPort() != -1
                        && uri.getPort() != ("https".equalsIgnoreCase(uri.getScheme()) ? HTTPS : HTTP))
                .isEmpty();
        return address.map(uri -> uri.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + uri.getPort()))
                .orElse("");
    }

    private static Optional<URI> address(JsonNode entry) {
        try {
            return Optional.of(URI.create(
                            entry.path("request").path("url").asText().replaceFirst("[?#].*", "")))
                    .filter(URI::isAbsolute);
        } catch (IllegalArgumentException noUrl) {
            return Optional.empty();
        }
    }
}
