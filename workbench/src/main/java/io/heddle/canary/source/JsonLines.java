package io.heddle.canary.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// One JSON object a line, as Heddle's own form or the access log of a proxy has it. What stands before the object,
/// such as the head of a syslog message, is left out.
final class JsonLines implements LineFormat {

    private static final JsonFactory FACTORY = new JsonFactory();
    /// Between servers that nginx tried stands a comma, between groups of them a colon with spaces around it.
    private static final Pattern NEXT = Pattern.compile(",\\s*|\\s+:\\s+");
    private static final int MILLIS_PER_SECOND = 1_000;
    private static final int NO_ANSWER = 0;

    /// What a key holds.
    private enum Field {
        TIME,
        START,
        MILLIS,
        SECONDS,
        STATUS,
        ARM
    }

    private static final Map<String, Field> KEYS = keys();

    private final Clock clock;
    private final boolean timeIsStart;

    /// @param clock for lines without a time
    /// @param timeIsStart the log tells when a request came, and not when it was answered
    JsonLines(Clock clock, boolean timeIsStart) {
        this.clock = clock;
        this.timeIsStart = timeIsStart;
    }

    private static Map<String, Field> keys() {
        Map<Field, List<String>> names = Map.of(
                Field.TIME, List.of("t", "ts", "time", "timestamp", "@timestamp", "msec", "time_iso8601"),
                Field.START, List.of("start", "start_time", "accepted"),
                Field.MILLIS, List.of("ms", "tr_ms", "Tr", "Ta", "latency_ms", "duration_ms"),
                Field.SECONDS, List.of("seconds", "rt", "request_time", "upstream_response_time", "duration"),
                Field.STATUS, List.of("status", "st", "status_code"),
                Field.ARM, List.of("arm", "server", "upstream"));
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
                Field field = KEYS.get(key);
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
        String[] labels = NEXT.split(label, -1);
        String[] times = NEXT.split(took, -1);
        List<Request> attempts = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            boolean last = i == labels.length - 1;
            String own = times.length == labels.length ? times[i] : last ? took : "0";
            try {
                Request attempt = last
                        ? Request.of(labels[i], at, Numbers.sum(own) * unit, status(status))
                        : Request.of(labels[i], at, Numbers.sum(own) * unit, NO_ANSWER);
                attempts.add(begun ? attempt.begun() : attempt);
            } catch (Unreadable e) {
                throw e.of(labels[i]);
            }
        }
        return attempts;
    }

    private static int status(String text) throws Unreadable {
        if (text.isEmpty()) {
            throw new Unreadable("it does not say with which status that was answered");
        }
        return Numbers.status(text);
    }
}
