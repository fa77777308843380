package io.heddle.canary.source;

import io.heddle.model.Failure;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The format of an access log as the settings of its server have it, such as `%h %l %u %t "%r" %s %b %D` of Tomcat,
/// Jetty, Undertow and Apache, `$remote_addr [$time_local] "$request" $status $request_time` of nginx, and
/// `[%START_TIME%] %RESPONSE_CODE% %DURATION% %UPSTREAM_HOST%` of Envoy.
///
/// Sources: Apache's mod_log_config, Tomcat's AccessLogValve, Jetty's CustomRequestLog, Undertow's AccessLogHandler,
/// nginx's ngx_http_log_module and ngx_http_upstream_module, Envoy's "Access logging".
final class AccessLogPattern {

    /// What a line tells.
    enum Field {
        TIME,
        STATUS,
        TOOK,
        ARM
    }

    private static final String COMMON_TIME = "\\[(?<TIME>[^\\]]+)]";
    private static final String WORD_TIME = "(?<TIME>[^\\s\\]\"]+)";
    private static final String STATUS = "(?<STATUS>\\d+|-)";
    private static final String TOOK = "(?<TOOK>-|-?[\\d.]+(?:(?:, | : )(?:-|[\\d.]+))*)";
    private static final String ARM = "(?<ARM>[^\\s\"]+(?:(?:, | : )[^\\s\"]+)*)";
    private static final String ANY = ".*?";

    private static final Pattern DIRECTIVE = Pattern.compile("%(?<envoy>[A-Z_]{3,})(?:\\([^)]*\\))?(?::\\d+)?%"
            + "|%[<>]?(?:\\{(?<of>[^}]*)})?(?<letter>[A-Za-z])"
            + "|\\$\\{?(?<nginx>[a-z_0-9]+)}?");
    private static final Map<String, String> NGINX = Map.of(
            "time_local", "(?<TIME>[^\\]\"]+?)",
            "time_iso8601", WORD_TIME,
            "msec", WORD_TIME,
            "status", STATUS,
            "upstream_addr", ARM,
            "upstream_response_time", TOOK,
            "request_time", TOOK);
    private static final Map<String, String> ENVOY = Map.of(
            "START_TIME", WORD_TIME,
            "RESPONSE_CODE", STATUS,
            "DURATION", TOOK,
            "UPSTREAM_HOST", ARM,
            "UPSTREAM_CLUSTER", ARM);
    private static final Map<String, Double> MILLIS = Map.of("s", 1e3, "ms", 1.0, "us", 1e-3, "", 1e3);

    private final StringBuilder expression = new StringBuilder("^");
    private final Set<Field> fields = EnumSet.noneOf(Field.class);
    private double millis = Double.NaN;
    private boolean begun;

    private AccessLogPattern() {}

    /// @param text as the settings have it
    /// @throws Failure where a line would not tell when, how it ended and how long it took
    static AccessLogLayout of(String text) {
        AccessLogPattern pattern = new AccessLogPattern();
        Matcher directive = DIRECTIVE.matcher(text);
        int from = 0;
        while (directive.find()) {
            pattern.expression.append(Pattern.quote(text.substring(from, directive.start())));
            from = directive.end();
            pattern.add(directive);
        }
        pattern.expression.append(Pattern.quote(text.substring(from)));
        for (Field field : EnumSet.of(Field.TIME, Field.STATUS, Field.TOOK)) {
            if (!pattern.fields.contains(field)) {
                throw new Failure(
                        "the format '" + text + "' does not tell "
                                + (field == Field.TIME ? "when" : field == Field.STATUS ? "the status" : "how long")
                                + " a request was answered",
                        "log it: %t, %s and %D; $time_local, $status and $request_time; or %START_TIME%, %RESPONSE_CODE% and %DURATION%");
            }
        }
        return new AccessLogLayout(
                Pattern.compile(pattern.expression.toString()),
                pattern.fields.contains(Field.ARM),
                pattern.millis,
                pattern.begun);
    }

    private void add(Matcher directive) {
        String nginx = directive.group("nginx");
        String envoy = directive.group("envoy");
        if (nginx != null) {
            take(NGINX.getOrDefault(nginx, ANY), 1e3);
        } else if (envoy != null) {
            begun |= envoy.equals("START_TIME");
            take(ENVOY.getOrDefault(envoy, ANY), 1);
        } else {
            String of = directive.group("of");
            switch (directive.group("letter")) {
                case "t" -> take(COMMON_TIME, 0);
                case "s" -> take(STATUS, 0);
                case "T" -> take(TOOK, MILLIS.getOrDefault(of == null ? "" : of, Double.NaN));
                // Milliseconds, or microseconds: servers differ.
                case "D" -> take(TOOK, Double.NaN);
                default -> take(ANY, 0);
            }
        }
    }

    // The first of each kind counts.
    private void take(String part, double unit) {
        for (Field field : Field.values()) {
            if (part.contains("?<" + field + ">")) {
                boolean first = fields.add(field);
                if (first && field == Field.TOOK) {
                    millis = unit;
                }
                expression.append(first ? part : ANY);
                return;
            }
        }
        expression.append(part);
    }
}
