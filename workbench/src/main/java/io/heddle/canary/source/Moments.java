package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/// Times as logs write them, in seconds since 1970.
final class Moments {

    /// Of HAProxy, local to the machine that wrote it: `24/Nov/2026:22:30:00.125`.
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss.SSS", Locale.ROOT);
    /// Of nginx and Apache: `24/Nov/2026:22:30:00 +0100`.
    private static final DateTimeFormatter COMMON = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHMM", "Z")
            .optionalEnd()
            .toFormatter(Locale.ROOT);
    private static final double MILLIS = 1e3;
    private static final double LATEST_SECONDS = 1e11;

    private Moments() {}

    /// @param text seconds or milliseconds since 1970, or a time with its zone
    static double seconds(String text) throws Unreadable {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        if (first < '0' || first > '9') {
            throw new Unreadable("its time is none");
        }
        if (text.indexOf('-') < 0 && text.indexOf('/') < 0) {
            double number = Numbers.sum(text);
            return number < LATEST_SECONDS ? number : number / MILLIS;
        }
        try {
            OffsetDateTime time = OffsetDateTime.parse(text, text.indexOf('/') > 0 ? COMMON : ISO);
            return time.toEpochSecond() + time.getNano() / 1e9;
        } catch (DateTimeException e) {
            throw new Unreadable("its time is neither seconds since 1970 nor a time with its zone");
        }
    }

    /// @param zone of the machine that wrote it
    static double local(String text, ZoneId zone) throws Unreadable {
        try {
            LocalDateTime time = LocalDateTime.parse(text, LOCAL);
            ZoneOffset offset = zone.getRules().getOffset(time);
            return time.toEpochSecond(offset) + time.getNano() / 1e9;
        } catch (DateTimeException e) {
            throw new Unreadable("its time is none");
        }
    }
}
