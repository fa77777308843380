package io.heddle.race.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.Failure;
import io.heddle.race.load.HeaderField;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the file of `--requests`, whichever of four kinds it is: a HAR as browsers export it, an access log, one JSON
/// object a line, or one URL a line.
///
/// What a sentence says of a file never holds what stands in it: a body or a header may be a secret.
public final class RequestsFile {

    private static final int MOST = 1_000;
    /// In bytes: a HAR with content has some tens of megabytes.
    private static final int LARGEST = 256 << 20;
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private RequestsFile() {}

    /// What a file holds.
    ///
    /// @param notes what was left out of it
    record Read(List<Entry> entries, List<String> notes) {}

    /// @param common headers of every request that does not name them itself
    /// @return requests that are the same but for their weight become one, with the sum of their weights
    /// @throws Failure if it cannot be read, names no request, or too many
    public static Workload read(Path file, List<HeaderField> common) {
        String name = String.valueOf(file.getFileName());
        String text = text(file, name);
        Optional<JsonNode> whole = whole(text);
        Read read = whole.filter(Har::is)
                .map(har -> Har.read(name, har))
                .orElseGet(() -> AccessLog.is(text) ? AccessLog.read(name, text) : lines(name, text));
        List<Entry> distinct = new ArrayList<>();
        for (Entry entry : read.entries()) {
            Entry full = entry.with(common);
            int same = 0;
            while (same < distinct.size() && !distinct.get(same).same(full)) {
                same++;
            }
            if (same < distinct.size()) {
                distinct.set(
                        same, distinct.get(same).weighing(distinct.get(same).weight() + full.weight()));
            } else {
                distinct.add(full);
            }
            if (distinct.size() > MOST) {
                throw new Failure(
                        name + " has more than " + String.format(Locale.ROOT, "%,d", MOST) + " different requests",
                        "keep the most frequent ones, with weights");
            }
        }
        if (distinct.isEmpty()) {
            throw new Failure(
                    name + " names no request" + (read.notes().isEmpty() ? "" : ": " + String.join("; ", read.notes())),
                    "write one a line, such as {\"path\": \"/api/users\"}");
        }
        return new Workload(name, distinct, read.notes());
    }

    /// One request a line; empty lines and those that begin with `#` say nothing.
    private static Read lines(String name, String text) {
        List<Entry> entries = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String where = name + ", line " + (i + 1);
            if (line.startsWith("{")) {
                entries.add(JsonLine.read(where, object(where, line)));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                entries.add(UrlLine.read(where, line));
            }
        }
        return new Read(entries, List.of());
    }

    private static JsonNode object(String where, String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new Failure(
                    where + " is not a JSON object" + column(e),
                    "write one object a line, such as {\"method\": \"POST\", \"path\": \"/api/orders\", \"body\": {\"id\": 1}}",
                    e);
        }
    }

    /// Where it is nested too deep, or a number is too long, no column is known.
    private static String column(JsonProcessingException e) {
        return Optional.ofNullable(e.getLocation())
                .map(place -> ", from column " + place.getColumnNr() + " on")
                .orElse(": it is nested too deep, or holds too long a number");
    }

    private static Optional<JsonNode> whole(String text) {
        if (!text.stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readTree(text));
        } catch (JsonProcessingException notOne) {
            return Optional.empty();
        }
    }

    private static String text(Path file, String name) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new Failure(
                        name + " is larger than " + (LARGEST >> 20) + " MiB",
                        "export a shorter HAR, or write the most frequent requests, with weights");
            }
            String text = Files.readString(file);
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new Failure(
                    "there is no file " + file,
                    "--requests takes a file of JSON lines, a HAR, an access log, or a list of URLs",
                    e);
        } catch (CharacterCodingException e) {
            throw new Failure(
                    name + " is not UTF-8 text",
                    "--requests takes a file of JSON lines, a HAR, an access log, or a list of URLs",
                    e);
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + file + ": " + e.getClass().getSimpleName(), "is it a file that you may read?", e);
        }
    }
}
