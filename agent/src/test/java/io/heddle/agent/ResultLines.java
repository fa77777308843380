package io.heddle.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A result file as it stands, read as a strict reader would.
///
/// @param all every whole line
record ResultLines(List<JsonNode> all) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static ResultLines of(Path file) {
        List<JsonNode> lines = new ArrayList<>();
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ResultLines(lines);
    }

    List<JsonNode> of(String kind) {
        return all.stream()
                .filter(line -> line.path("kind").asText().equals(kind))
                .toList();
    }

    /// State of a hook, with its reason; empty when its class was never met.
    String hook(String name) {
        return of("hook").stream()
                .filter(line -> line.path("name").asText().equals(name))
                .map(line ->
                        line.path("state").asText() + " " + line.path("detail").asText())
                .findFirst()
                .orElse("")
                .strip();
    }

    /// Requests that were served, by the number of their path.
    Map<Integer, Integer> served() {
        Map<Integer, Integer> served = new HashMap<>();
        of("tick")
                .forEach(tick -> tick.path("paths")
                        .forEach(pair ->
                                served.merge(pair.get(0).asInt(), pair.get(1).asInt(), Integer::sum)));
        return served;
    }

    /// Requests that ran on virtual threads.
    long virtual() {
        return of("tick").stream()
                .mapToLong(tick -> tick.path("virtual").asLong())
                .sum();
    }

    /// Requests that ran on platform threads.
    long platform() {
        return of("tick").stream()
                .mapToLong(tick -> tick.path("platform").asLong())
                .sum();
    }
}
