package io.heddle.report.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Figures;
import io.heddle.model.ThreadMemory;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What threads keep in memory, in words and for scripts.
final class MemorySaid {

    private MemorySaid() {}

    /// One sentence each.
    static List<String> lines(ThreadMemory memory) {
        long least = Math.max(0, memory.maps() - memory.platformThreads());
        return List.of(
                Formats.count(memory.virtualThreads(), "virtual thread") + " and "
                        + Formats.count(memory.maps(), "thread-local map") + ": " + number(least)
                        + " of them at least are those of virtual threads, as "
                        + Formats.count(memory.platformThreads(), "platform thread") + " may own the others",
                bytes(memory.mapBytes()) + " in maps and entries, the values not counted; " + bytes(memory.stackBytes())
                        + " in stacks of virtual threads that wait"
                        + (memory.virtualThreads() > 0
                                ? ", " + bytes(memory.stackBytes() / memory.virtualThreads()) + " each"
                                : ""),
                "most of the heap: "
                        + memory.largest().stream()
                                .map(row -> row.type() + " " + bytes(row.bytes()) + " in " + number(row.count()))
                                .collect(Collectors.joining(", ")),
                "the count took " + Figures.millis(memory.tookMillis()) + "; the process stood still for most of it");
    }

    static void json(ObjectNode node, ThreadMemory memory) {
        node.put("virtualThreads", memory.virtualThreads())
                .put("platformThreads", memory.platformThreads())
                .put("threadLocalMaps", memory.maps())
                .put("threadLocalMapBytes", memory.mapBytes())
                .put("stackBytes", memory.stackBytes())
                .set("tookMillis", Json.number(memory.tookMillis()));
        ArrayNode largest = node.putArray("largest");
        memory.largest()
                .forEach(row -> largest.addObject()
                        .put("class", row.type())
                        .put("count", row.count())
                        .put("bytes", row.bytes()));
    }

    private static String bytes(long bytes) {
        return bytes < 1 << 20
                ? Figures.number(bytes / 1024.0) + " KiB"
                : Figures.number(bytes / (1024.0 * 1024.0)) + " MiB";
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
