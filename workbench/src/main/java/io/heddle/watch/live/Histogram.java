package io.heddle.watch.live;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.ThreadMemory;
import io.heddle.model.ThreadMemory.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// The target's class histogram, as `jcmd PID GC.class_histogram` prints it: a full collection, then a walk through
/// the heap.
final class Histogram {

    private static final Pattern ROW =
            Pattern.compile("^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*$", Pattern.MULTILINE);
    private static final String MAP = "java.lang.ThreadLocal$ThreadLocalMap";
    private static final String STACK = "jdk.internal.vm.StackChunk";
    private static final int LARGEST = 5;
    private static final Map<String, String> PRIMITIVES = Map.of(
            "B", "byte", "C", "char", "S", "short", "I", "int", "J", "long", "F", "float", "D", "double", "Z",
            "boolean");

    private Histogram() {}

    /// @throws Failure when the target refuses
    static ThreadMemory take(Attached target) {
        long began = System.nanoTime();
        try {
            Object printed = target.beans()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            double millis = (System.nanoTime() - began) / 1e6;
            Object platform = target.beans().getAttribute(new ObjectName("java.lang:type=Threading"), "ThreadCount");
            return of(String.valueOf(printed), platform instanceof Integer count ? count : 0, millis);
        } catch (JMException | IOException e) {
            throw new Failure(
                    "process " + target.pid() + " does not give its class histogram: " + IoReason.of(e),
                    "watch it without --memory",
                    e);
        }
    }

    /// @param printed by `GC.class_histogram`
    static ThreadMemory of(String printed, int platformThreads, double millis) {
        List<Row> rows = new ArrayList<>();
        Matcher matcher = ROW.matcher(printed);
        while (matcher.find()) {
            rows.add(new Row(matcher.group(3), Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))));
        }
        long mapBytes = rows.stream()
                .filter(row -> row.type().startsWith(MAP) || row.type().startsWith("[L" + MAP))
                .mapToLong(Row::bytes)
                .sum();
        List<Row> largest = rows.stream()
                .limit(LARGEST)
                .map(row -> new Row(written(row.type()), row.count(), row.bytes()))
                .toList();
        return new ThreadMemory(
                row(rows, "java.lang.VirtualThread").map(Row::count).orElse(0L),
                platformThreads,
                row(rows, MAP).map(Row::count).orElse(0L),
                mapBytes,
                row(rows, STACK).map(Row::bytes).orElse(0L),
                millis,
                largest);
    }

    private static Optional<Row> row(List<Row> rows, String type) {
        return rows.stream().filter(row -> row.type().equals(type)).findFirst();
    }

    /// `[B` is `byte[]`, `[[Lcom.example.A;` is `com.example.A[][]`.
    private static String written(String type) {
        int dimensions = type.lastIndexOf('[') + 1;
        String element = type.substring(dimensions);
        String plain = dimensions == 0
                ? element
                : element.startsWith("L")
                        ? element.substring(1).replace(";", "")
                        : PRIMITIVES.getOrDefault(element, element);
        return plain + "[]".repeat(dimensions);
    }
}
