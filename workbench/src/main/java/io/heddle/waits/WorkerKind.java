package io.heddle.waits;

import java.util.List;
import java.util.Optional;

/// A kind of thread pool, known by what its idle threads do: one line of `workers.txt`.
///
/// @param title such as `Tomcat`
/// @param grows how its number of threads comes about
/// @param most threads that it may have where nobody set it; 0 where that has no default
/// @param setting how people set it; empty where code does
public record WorkerKind(String title, Growth grows, int most, String setting) {

    private static final int CELLS = 5;
    private static final MethodTable<WorkerKind> KNOWN = read();

    /// How many threads a pool has.
    public enum Growth {
        /// It adds one when all work, up to its limit.
        WHEN_BUSY,
        /// It has as many as it may from its first tasks on.
        FULL,
        /// It has no limit.
        UNLIMITED
    }

    private static MethodTable<WorkerKind> read() {
        MethodTable<WorkerKind> table = new MethodTable<>();
        for (List<String> cells : MethodTable.lines("workers.txt", CELLS)) {
            table.add(
                    cells.get(0),
                    new WorkerKind(
                            cells.get(1),
                            Growth.valueOf(cells.get(2)),
                            Integer.parseInt(cells.get(3)),
                            cells.get(4).equals("-") ? "" : cells.get(4)));
        }
        return table;
    }

    /// That of an idle thread, or of one under a method of its pool; the innermost decides, for a pool may be made of
    /// another.
    ///
    /// @param stack innermost first
    static Optional<WorkerKind> of(List<StackFrame> stack) {
        return stack.stream().flatMap(frame -> KNOWN.of(frame).stream()).findFirst();
    }
}
