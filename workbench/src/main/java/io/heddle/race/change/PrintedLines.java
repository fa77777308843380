package io.heddle.race.change;

import io.heddle.model.Redaction;
import io.heddle.race.change.Observation.Printed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a target printed that somebody should read: lines of level WARN and above by level and logger, and exceptions
/// by
/// class.
public final class PrintedLines {

    /// Lines that are read at most: a target may print for each request.
    private static final long MOST_LINES = 200_000;

    private static final int MOST_KINDS = 1_000;
    private static final int LONGEST = 300;

    /// A level stands near the beginning; later it is a word of a message.
    private static final int LEVEL_WITHIN = 160;

    private static final Set<String> WARNINGS = Set.of("WARN", "WARNING");
    private static final Pattern LEVEL =
            Pattern.compile("(?<![\\w.\\-/])(WARN|WARNING|ERROR|SEVERE|FATAL)(?![\\w.\\-/])");
    private static final Pattern LOGGER_OF_JSON = Pattern.compile("\"logger(?:_name|Name)?\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern DOTTED =
            Pattern.compile("(?<![\\w.$/:@\\-])[a-zA-Z_$][\\w$]*(?:\\.[a-zA-Z_$\\[][\\w$\\[\\]/]*)+");
    private static final Pattern EXCEPTION = Pattern.compile(
            "^(?:Exception in thread \"[^\"]*\" )?((?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error|Failure))(?=[:\\s]|$)");

    /// A client that has closed its connection: Heddle does so at the end of each load.
    private static final Pattern CLIENT_LEFT = Pattern.compile(
            "Broken pipe|Connection reset|ClientAbort|EofException|ClosedChannel|AsyncRequestNotUsable|onnection (?:was )?closed");

    private PrintedLines() {}

    /// Reads the output of a target that has ended.
    ///
    /// @return by what was printed, such as `WARN com.example.Orders` or `java.lang.IllegalStateException`;
    ///     empty where the file cannot be read
    public static Map<String, Printed> of(Path output) {
        try (BufferedReader reader = new BufferedReader(
                        new InputStreamReader(Files.newInputStream(output), StandardCharsets.UTF_8));
                Stream<String> lines = reader.lines()) {
            return of(lines.limit(MOST_LINES).toList());
        } catch (IOException | UncheckedIOException unreadable) {
            return Map.of();
        }
    }

    static Map<String, Printed> of(List<String> lines) {
        Map<String, Printed> printed = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
            String exception = exception(line);
            String level = level(line);
            if (level.isEmpty() && exception.isEmpty()) {
                continue;
            }
            String what = exception;
            String with = "";
            if (!level.isEmpty()) {
                with = exception(next);
                what = (level + " " + logger(line, i == 0 ? "" : lines.get(i - 1))).strip()
                        + (with.isEmpty() ? "" : " with " + with);
                i += with.isEmpty() ? 0 : 1;
            }
            boolean left = CLIENT_LEFT.matcher(line).find()
                    || !with.isEmpty() && CLIENT_LEFT.matcher(next).find();
            if (!left && (printed.size() < MOST_KINDS || printed.containsKey(what))) {
                boolean error = !level.equals("WARN") || !with.isEmpty();
                String first = Redaction.text(
                        line.strip().substring(0, Math.min(LONGEST, line.strip().length())));
                printed.merge(
                        what,
                        new Printed(error, 1, first),
                        (known, _) -> new Printed(known.error(), known.count() + 1, known.first()));
            }
        }
        return printed;
    }

    /// `WARN` or `ERROR`; empty where the line has none.
    private static String level(String line) {
        Matcher level = LEVEL.matcher(line).region(0, Math.min(LEVEL_WITHIN, line.length()));
        return !level.find() ? "" : WARNINGS.contains(level.group(1)) ? "WARN" : "ERROR";
    }

    /// As it stands in the line, or in the line before, where `java.util.logging` puts it.
    private static String logger(String line, String before) {
        Matcher json = LOGGER_OF_JSON.matcher(line);
        if (json.find()) {
            return json.group(1);
        }
        if (line.matches("^(?:WARNING|SEVERE): .*")) {
            return dotted(before);
        }
        Matcher level = LEVEL.matcher(line);
        String after = level.find() ? dotted(line.substring(level.end())) : "";
        return after.isEmpty() ? dotted(line) : after;
    }

    private static String dotted(String text) {
        Matcher name = DOTTED.matcher(text);
        return name.find() ? name.group() : "";
    }

    private static String exception(String line) {
        Matcher exception = EXCEPTION.matcher(line.strip());
        return exception.find() ? exception.group(1) : "";
    }
}
