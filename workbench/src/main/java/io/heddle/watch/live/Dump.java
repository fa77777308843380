package io.heddle.watch.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.watch.code.StackFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// All threads of a JVM at about one moment: they are dumped one after the other, so two of them may not fit together.
///
/// @param at nanoseconds since the epoch
/// @param tellsCarriers whether it is known which virtual thread has a carrier; else none is taken to have
///     one
record Dump(long at, Map<Long, DumpedThread> threads, boolean tellsCarriers) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern FRAME = Pattern.compile("(.+)\\.([^.(]+)\\(([^()]*)\\)");
    private static final Pattern LOADER_OR_MODULE = Pattern.compile("[\\w.@-]*/");
    private static final Pattern CARRIER = Pattern.compile(
            "^\"([^\"]*)\" #\\d+.*?Carrying virtual thread #(\\d+)", Pattern.MULTILINE | Pattern.DOTALL);

    /// @param json as `Thread.dump_to_file -format=json` writes it, JDK 21 to 26
    /// @param print as `Thread.print` prints it, which alone tells who carries whom before 25; empty from 25
    ///     on, or where it cannot be had
    /// @throws IOException when it is no dump
    static Dump parse(long at, String json, Optional<String> print) throws IOException {
        List<JsonNode> nodes = new ArrayList<>();
        for (JsonNode container : JSON.readTree(json).path("threadDump").path("threadContainers")) {
            container.path("threads").forEach(nodes::add);
        }
        Map<Long, String> carriers = print.map(Dump::carriers).orElseGet(() -> carriers(nodes));
        Map<Long, DumpedThread> threads = new LinkedHashMap<>();
        for (JsonNode node : nodes) {
            DumpedThread thread = thread(node, carriers);
            threads.put(thread.id(), thread);
        }
        // Those of JDK 25 have a state and, mounted, a carrier.
        return new Dump(at, threads, print.isPresent() || nodes.stream().anyMatch(node -> node.has("state")));
    }

    private static Map<Long, String> carriers(List<JsonNode> nodes) {
        Map<Long, String> names = new HashMap<>();
        nodes.forEach(
                node -> names.put(node.path("tid").asLong(), node.path("name").asText()));
        Map<Long, String> carriers = new HashMap<>();
        nodes.stream().filter(node -> node.has("carrier")).forEach(node -> {
            long carrier = node.path("carrier").asLong();
            carriers.put(node.path("tid").asLong(), names.getOrDefault(carrier, "thread #" + carrier));
        });
        return carriers;
    }

    /// Virtual threads but Heddle's own.
    List<DumpedThread> virtual() {
        return threads.values().stream()
                .filter(thread -> thread.virtual() && !thread.name().startsWith("heddle-"))
                .toList();
    }

    private static Map<Long, String> carriers(String print) {
        Map<Long, String> carriers = new HashMap<>();
        // Each thread's paragraph by itself, so that a pattern never runs into the next one.
        for (String paragraph : print.split("\n\n")) {
            Matcher matcher = CARRIER.matcher(paragraph.strip());
            if (matcher.find()) {
                carriers.put(Long.parseLong(matcher.group(2)), matcher.group(1));
            }
        }
        return carriers;
    }

    private static DumpedThread thread(JsonNode node, Map<Long, String> carriers) {
        long id = node.path("tid").asLong();
        List<StackFrame> stack = new ArrayList<>();
        node.path("stack").forEach(line -> frame(line.asText()).ifPresent(stack::add));
        String name = node.path("name").asText();
        boolean virtual = node.path("virtual").asBoolean()
                || stack.isEmpty() && name.isEmpty()
                || !stack.isEmpty()
                        && stack.stream()
                                .skip(Math.max(0, stack.size() - 3))
                                .anyMatch(frame -> frame.is("java.lang.VirtualThread", "run"));
        Map<Integer, List<String>> owned = new HashMap<>();
        for (JsonNode monitors : node.path("monitorsOwned")) {
            List<String> locks = new ArrayList<>();
            monitors.path("locks").forEach(lock -> locks.add(lock.asText()));
            owned.put(monitors.path("depth").asInt(), locks);
        }
        return new DumpedThread(
                id,
                name,
                virtual,
                carriers.getOrDefault(id, ""),
                node.path("state").asText(),
                node.path("blockedOn").asText(),
                node.path("parkBlocker").path("object").asText(),
                owned,
                stack);
    }

    private static Optional<StackFrame> frame(String line) {
        String text = line;
        for (Matcher prefix = LOADER_OR_MODULE.matcher(text);
                prefix.lookingAt();
                prefix = LOADER_OR_MODULE.matcher(text)) {
            text = text.substring(prefix.end());
        }
        Matcher matcher = FRAME.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String place = matcher.group(3);
        String number = place.substring(place.lastIndexOf(':') + 1);
        return Optional.of(new StackFrame(
                matcher.group(1),
                matcher.group(2),
                "",
                number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0,
                -1,
                place.equals("Native Method"),
                false));
    }
}
