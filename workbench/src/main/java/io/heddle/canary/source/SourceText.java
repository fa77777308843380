package io.heddle.canary.source;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// A source as it is written on the command line.
///
/// @param place file, address or URL
/// @param pattern the format of its lines; empty where it is found out
/// @param label which of its requests; empty for none
record SourceText(Kind kind, String place, String pattern, String label) {

    /// Spelled in lower case, with hyphens, before a colon; JSON lines need no such word.
    enum Kind {
        JSONL,
        NGINX_LOG,
        ACCESS_LOG,
        HAPROXY_LOG,
        HAPROXY_UDP,
        PROMETHEUS
    }

    static SourceText of(String text) {
        Kind kind = Kind.JSONL;
        String rest = text;
        for (Kind each : Kind.values()) {
            String word = each.name().toLowerCase(Locale.ROOT).replace('_', '-') + ":";
            if (text.startsWith(word)) {
                kind = each;
                rest = text.substring(word.length());
            }
        }
        int hash = rest.indexOf('#');
        String place = hash < 0 ? rest : rest.substring(0, hash);
        if (place.isBlank()) {
            throw new Failure(
                    "'" + text + "' names no place", "write it such as nginx-log:/var/log/nginx/access.log#canary");
        }
        String behind = hash < 0 ? "" : rest.substring(hash + 1);
        return kind == Kind.ACCESS_LOG ? accessLog(place, behind) : new SourceText(kind, place, "", behind);
    }

    // The format stands before the last hash, or alone: names of servers have no signs of a format.
    private static SourceText accessLog(String place, String behind) {
        int last = behind.lastIndexOf('#');
        boolean format = last >= 0 || behind.indexOf('%') >= 0 || behind.indexOf('$') >= 0;
        String pattern = !format ? "" : last < 0 ? behind : behind.substring(0, last);
        String label = !format ? behind : last < 0 ? "" : behind.substring(last + 1);
        return new SourceText(Kind.ACCESS_LOG, place, pattern, label);
    }

    /// Whether both name one place: then it is read once.
    boolean samePlace(SourceText other) {
        return kind == other.kind && (place.equals(other.place) || isFile() && file().equals(other.file()));
    }

    private boolean isFile() {
        return switch (kind) {
            case JSONL, NGINX_LOG, ACCESS_LOG, HAPROXY_LOG -> !place.equals("-");
            case HAPROXY_UDP, PROMETHEUS -> false;
        };
    }

    /// The file behind links and detours, as far as it is there.
    private Path file() {
        try {
            return Path.of(place).toRealPath();
        } catch (IOException e) {
            return Path.of(place).toAbsolutePath().normalize();
        }
    }
}
