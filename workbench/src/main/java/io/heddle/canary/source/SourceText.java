package io.heddle.canary.source;

import io.heddle.model.Failure;
import java.util.Set;

/// A source as it is written on the command line.
///
/// @param kind such as `nginx-log`; `jsonl` where none is written
/// @param place file, address or URL
/// @param label which of its requests; empty for none
record SourceText(String kind, String place, String label) {

    private static final Set<String> KINDS = Set.of("jsonl", "haproxy-udp", "haproxy-log", "nginx-log", "prometheus");

    static SourceText of(String text) {
        int colon = text.indexOf(':');
        String kind = colon > 0 && KINDS.contains(text.substring(0, colon)) ? text.substring(0, colon) : "jsonl";
        String rest = colon > 0 && KINDS.contains(text.substring(0, colon)) ? text.substring(colon + 1) : text;
        int hash = rest.indexOf('#');
        String place = hash < 0 ? rest : rest.substring(0, hash);
        String label = hash < 0 ? "" : rest.substring(hash + 1);
        if (place.isBlank()) {
            throw new Failure(
                    "'" + text + "' names no place", "write it such as nginx-log:/var/log/nginx/access.log#canary");
        }
        return new SourceText(kind, place, label);
    }

    boolean samePlace(SourceText other) {
        return kind.equals(other.kind) && place.equals(other.place);
    }
}
