package io.heddle.canary.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One JSON object a line, as Heddle's own form or the access log of a proxy has it. What stands before the object,
/// such as the head of a syslog message, is left out.
final class JsonLines implements LineFormat {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MILLIS_PER_SECOND = 1_000;

    /// What a key holds.
    private enum Field {
        TIME,
        START,
        MILLIS,
        SECONDS,
        NANOS,
        STATUS,
        ARM
    }

    private static final Map<String, Field> KEYS = keys(Map.of(
            Field.TIME, List.of("t", "ts", "time", "timestamp", "@timestamp", "msec", "time_iso8601"),
            Field.START, List.of("start", "start_time", "accepted"),
            Field.MILLIS, List.of("ms", "tr_ms", "Tr", "Ta", "latency_ms", "duration_ms"),
            Field.SECONDS, List.of("seconds", "rt", "request_time", "upstream_response_time", "duration"),
            Field.STATUS, List.of("status", "st", "status_code"),
            Field.ARM, List.of("arm", "server", "upstream")));
    /// Of Traefik, whose times are nanoseconds, and of Envoy, whose are milliseconds. Sources: Traefik, "Logs and
    /// access logs", fields; Envoy, "Access logging", `json_format` as its documentation names the keys.
    private static final Map<String, Field> OF_BALANCERS = keys(Map.of(
            Field.TIME, List.of("time"),
            Field.START, List.of("StartUTC", "start_time"),
            Field.MILLIS, List.of("duration"),
            Field.NANOS, List.of("Duration"),
            Field.STATUS, List.of("DownstreamStatus", "response_code"),
            Field.ARM, List.of("ServiceAddr", "upstream_host")));
    private static final double MILLIS_PER_NANO = 1e-6;

    private final Clock clock;
    private final boolean timeIsStart;
    private final Map<String, Field> known;

    /// @param clock for lines without a time
    /// @param timeIsStart the log tells when a request came, and not when it was answered
    JsonLines(Clock clock, boolean timeIsStart) {
        this(clock, timeIsStart, KEYS);
    }

    private JsonLines(Clock clock, boolean timeIsStart, Map<String, Field> known) {
        this.clock = clock;
        this.timeIsStart = timeIsStart;
        this.known = known;
    }

    /// The access log of a balancer.
    static JsonLines ofAccessLog() {
        return new JsonLines(Clock.NONE, false, OF_BALANCERS);
    }

    private static Map<String, Field> keys(Map<Field, List<String>> names) {
        Map<String, Field> keys = new HashMap<>();
        names.forEach((field, all) -> all.forEach(name -> keys.put(name, field)));
        return Map.copyOf(keys);
    }

    @Override
    public List<Request> attempts(String line) throws Unreadable {
        int begin = line.indexOf('{');
        if (begin < 0) {
            throw new Unreadable("it has no JSON object");
        }
        double seconds = Double.NaN;
        double start = Double.NaN;
        String took = "";
        double unit = 1;
        String status = "";
        String label = "";
        try (JsonParser parser = FACTORY.createParser(begin == 0 ? line : line.substring(begin))) {
            parser.nextToken();
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                Field field = known.get(key);
                parser.nextToken();
                if (field == null) {
                    parser.skipChildren();
                    continue;
                }
                String value = parser.getText();
                switch (field) {
                    case TIME -> seconds = Moments.seconds(value);
                    case START -> start = Moments.seconds(value);
                    case MILLIS -> {
                        took = value;
                        unit = 1;
                    }
                    case SECONDS -> {
                        took = value;
                        unit = MILLIS_PER_SECOND;
                    }
                    case NANOS -> {
                        took = value;
                        unit = MILLIS_PER_NANO;
                    }
                    case STATUS -> status = value.isEmpty() ? "-" : value;
                    case ARM -> label = value;
                }
            }
            if (parser.currentToken() != JsonToken.END_OBJECT) {
                throw new Unreadable("its JSON has no end");
            }
        } catch (IOException e) {
            throw new Unreadable("it is no JSON");
        }
        boolean begun = Double.isNaN(seconds) ? !Double.isNaN(start) : timeIsStart;
        double at = Double.isNaN(seconds) ? begun ? start : clock.now() : seconds;
        return Attempts.of(label, at, took, unit, status(status, label), begun);
    }

    private static int status(String text, String label) throws Unreadable {
        try {
            if (text.isEmpty()) {
                throw new Unreadable("it does not say with which status that was answered");
            }
            return Numbers.status(text);
        } catch (Unreadable e) {
            throw e.of(Attempts.last(label));
        }
    }
}
