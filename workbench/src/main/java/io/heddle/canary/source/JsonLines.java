package io.heddle.canary.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/// `{"t": 1764000000.125, "ms": 12.3, "status": 200, "arm": "canary"}`. `t` is seconds since 1970 or a time with its
/// zone, such as `2026-11-24T22:30:00.125+01:00`; `status` is 200 and `arm` nobody's where they are missing.
final class JsonLines implements LineFormat {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final double LATEST = 1e11;
    private static final int FINE = 200;

    @Override
    public Request read(String line) throws Unreadable {
        double seconds = Double.NaN;
        double millis = Double.NaN;
        int status = FINE;
        String label = "";
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Unreadable("it is no JSON object");
            }
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                switch (key) {
                    case "t" -> seconds = value.isNumeric() ? parser.getDoubleValue() : moment(parser.getText());
                    case "ms" -> millis = value.isNumeric() ? parser.getDoubleValue() : Double.NaN;
                    case "status" -> status = value.isNumeric() ? parser.getIntValue() : 0;
                    case "arm" -> label = parser.getText();
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new Unreadable("it is no JSON");
        }
        if (!(millis >= 0) || Double.isInfinite(millis)) {
            throw new Unreadable("ms is missing, or no latency");
        }
        if (!(seconds >= 0 && seconds < LATEST)) {
            throw new Unreadable("t is missing, or no time in seconds since 1970");
        }
        return new Request(label, seconds, millis, status);
    }

    private static double moment(String text) throws Unreadable {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli() / 1e3;
        } catch (DateTimeException e) {
            throw new Unreadable("t is neither seconds nor a time with its zone");
        }
    }
}
