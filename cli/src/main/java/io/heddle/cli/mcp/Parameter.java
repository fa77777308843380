package io.heddle.cli.mcp;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// An argument of a tool, and the option of the command that it becomes.
///
/// @param option such as `--jdk`; empty for the target itself
/// @param required whether there is no answer without it
/// @param many whether it is a list
/// @param form what a text must look like; unused for paths
record Parameter(
        String name, Kind kind, String option, boolean required, boolean many, Pattern form, String description) {

    /// More values than anybody needs.
    static final int MOST = 50;

    private static final Pattern ANY = Pattern.compile(".*");

    /// What it is.
    enum Kind {
        /// A file or folder below a root.
        PATH,
        /// A text of a form.
        TEXT,
        /// A switch, which the option has no value for.
        FLAG
    }

    static Parameter path(String name, String option, String description) {
        return new Parameter(name, Kind.PATH, option, false, false, ANY, description);
    }

    static Parameter text(String name, String option, String form, String description) {
        return new Parameter(name, Kind.TEXT, option, false, false, Pattern.compile(form), description);
    }

    static Parameter flag(String name, String option, String description) {
        return new Parameter(name, Kind.FLAG, option, false, false, ANY, description);
    }

    Parameter asRequired() {
        return new Parameter(name, kind, option, true, many, form, description);
    }

    Parameter asList() {
        return new Parameter(name, kind, option, required, true, form, description);
    }

    /// Its part of the tool's JSON schema.
    Map<String, Object> schema() {
        Map<String, Object> one = switch (kind) {
            case PATH -> Map.of("type", "string", "maxLength", 4_096);
            case TEXT -> Map.of("type", "string", "pattern", "^(?:" + form.pattern() + ")$");
            case FLAG -> Map.of("type", "boolean");
        };
        return many
                ? Map.of("type", "array", "items", one, "maxItems", MOST, "description", description)
                : Map.of("type", one.get("type"), "description", description);
    }

    /// Its words of the command.
    ///
    /// @throws Refused when the value does not fit
    List<String> words(Object value, Roots roots) {
        if (kind == Kind.FLAG) {
            if (!(value instanceof Boolean on)) {
                throw new Refused(name + " takes true or false");
            }
            return on ? List.of(option) : List.of();
        }
        return values(value).stream()
                .map(each -> kind == Kind.PATH ? roots.file(each).toString() : text(each))
                .map(each -> option.isEmpty() ? each : option + "=" + each)
                .toList();
    }

    private List<String> values(Object value) {
        if (value instanceof String one) {
            return List.of(one);
        }
        if (many && value instanceof List<?> several) {
            if (several.isEmpty() || several.size() > MOST) {
                throw new Refused(name + " takes 1 to " + MOST + " values, and not " + several.size());
            }
            return several.stream()
                    .map(each -> {
                        if (each instanceof String one) {
                            return one;
                        }
                        throw new Refused(name + " takes a list of texts");
                    })
                    .toList();
        }
        throw new Refused(name + (many ? " takes a text or a list of texts" : " takes a text"));
    }

    private String text(String value) {
        if (value.length() > 500 || !form.matcher(value).matches()) {
            throw new Refused(
                    name + " does not take " + value.substring(0, Math.min(100, value.length())) + ": " + description);
        }
        return value;
    }
}
