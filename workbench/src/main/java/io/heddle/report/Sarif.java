package io.heddle.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Finding;
import java.nio.charset.StandardCharsets;

/// What reports in SARIF 2.1.0 share.
public final class Sarif {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private Sarif() {}

    /// Begins a file, with one run of Heddle.
    ///
    /// @return the run
    public static ObjectNode run(ObjectNode root, String version) {
        root.put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        run.putObject("tool").putObject("driver").put("name", "Heddle").put("version", version);
        return run;
    }

    public static void physical(ObjectNode node, String file, int line) {
        ObjectNode place = node.putObject("physicalLocation");
        place.putObject("artifactLocation").put("uri", uri(file));
        if (line > 0) {
            place.putObject("region").put("startLine", line);
        }
    }

    /// A path as a relative URI.
    public static String uri(String path) {
        StringBuilder uri = new StringBuilder();
        for (byte octet : path.replaceFirst("^/+", "").getBytes(StandardCharsets.UTF_8)) {
            boolean plain = octet > ' ' && octet < 127 && "\"#%<>?[\\]^`{|}:".indexOf(octet) < 0;
            uri.append(plain ? String.valueOf((char) octet) : String.format("%%%02X", octet));
        }
        return uri.toString();
    }

    /// Text that is neither a link nor a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6).
    public static void message(ObjectNode node, String key, String text) {
        node.putObject(key).put("text", text.isEmpty() ? "-" : literal(text));
    }

    private static String literal(String text) {
        return TerminalSanitizer.of(text)
                .replaceAll("([\\\\\\[\\]])", "\\\\$1")
                .replace("{", "{{")
                .replace("}", "}}");
    }

    public static String level(Finding.Severity severity) {
        return switch (severity) {
            case DEADLOCK, STALL -> "error";
            case SLOW, MEMORY -> "warning";
            case ADVICE -> "note";
        };
    }
}
