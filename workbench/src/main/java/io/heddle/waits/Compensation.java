package io.heddle.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where the scheduler of virtual threads adds a carrier for one that is blocked, up to
/// `jdk.virtualThreadScheduler.maxPoolSize`: nobody waits for that one. Known by the JDK's methods that ask for it
/// (`compensated.txt`).
public final class Compensation {

    private static final int CELLS = 6;
    private static final Map<String, List<Line>> LINES = read();

    /// @param conditional whether it depends on how a file was opened
    private record Line(List<String> methods, int from, int until, boolean conditional) {

        boolean knows(int feature, String method) {
            return feature >= from && feature <= until && methods.contains(method);
        }
    }

    private Compensation() {}

    private static Map<String, List<Line>> read() {
        Map<String, List<Line>> lines = new HashMap<>();
        for (List<String> cells : MethodTable.lines("compensated.txt", CELLS)) {
            int until = cells.get(3).equals("-") ? Integer.MAX_VALUE : Integer.parseInt(cells.get(3));
            lines.computeIfAbsent(cells.get(0), _ -> new ArrayList<>())
                    .add(new Line(
                            List.of(cells.get(1).split(",")),
                            Integer.parseInt(cells.get(2)),
                            until,
                            !cells.get(4).equals("-")));
        }
        return lines;
    }

    /// Whether a blocked virtual thread has another carrier stand in for its own.
    ///
    /// @param feature release of the JDK, such as 21
    /// @param stack of the blocked thread, innermost first; what it calls back out of the JDK is not covered
    public static boolean covers(int feature, List<StackFrame> stack) {
        return stack.stream()
                .takeWhile(StackFrame::isJdk)
                .anyMatch(frame -> covers(feature, frame.type(), frame.method(), false));
    }

    /// Whether a method of the JDK asks for another carrier.
    ///
    /// @param conditional those too that do so only for files that were opened to be written through, or uncached
    static boolean covers(int feature, String type, String method, boolean conditional) {
        return LINES.getOrDefault(type, List.of()).stream()
                .anyMatch(line -> line.knows(feature, method) && (conditional || !line.conditional));
    }

    /// All methods that do so on one release, as `class.method`.
    static List<String> of(int feature) {
        return LINES.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .filter(line -> feature >= line.from && feature <= line.until)
                        .flatMap(line -> line.methods.stream().map(method -> entry.getKey() + "." + method)))
                .sorted()
                .toList();
    }
}
