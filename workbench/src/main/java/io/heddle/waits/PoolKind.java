package io.heddle.waits;

import io.heddle.model.WaitClass;
import java.util.List;
import java.util.Optional;

/// A pool or a limiter that is known by its methods: one line of `pools.txt`.
///
/// @param title as people know it, such as `HttpClient 4`
/// @param lends what one gets from it, such as `connection`
/// @param library how the names of its classes begin
/// @param waits methods in which a thread waits for one, as `class.method`
/// @param holds methods that have one while they run; empty where the caller has it
/// @param bean empty where no managed bean tells its size
/// @param confirmed the release whose pool a test program ran out; empty where the source was only read
public record PoolKind(
        String title,
        String lends,
        String library,
        List<String> waits,
        List<String> holds,
        Optional<Bean> bean,
        String confirmed) {

    private static final int CELLS = 7;
    private static final List<PoolKind> ALL =
            MethodTable.lines("pools.txt", CELLS).stream().map(PoolKind::of).toList();

    /// Where a managed bean tells of a pool.
    ///
    /// @param pattern of its object name
    /// @param size attribute that tells how many there are at most
    /// @param used attribute that tells how many are lent
    /// @param waiting attribute that tells how many threads wait
    public record Bean(String pattern, String size, String used, String waiting) {}

    /// All that are known.
    public static List<PoolKind> all() {
        return ALL;
    }

    /// Whether it lets so many through in a time, and nobody has anything.
    boolean isRate() {
        return lends.equals("turn");
    }

    /// Whether the stack of a thread that has a thing of this pool shows that: its own methods stand around the use, as
    /// those of the statements that a pool of database connections wraps.
    boolean showsUse() {
        return !holds.isEmpty() || lends.equals("connection");
    }

    /// Whether a thread that does not wait for it has one; false where that does not show.
    boolean isUsedBy(List<StackFrame> stack) {
        return holds.isEmpty()
                ? showsUse() && stack.stream().anyMatch(frame -> isOwn(frame.type()))
                : stack.stream().anyMatch(frame -> holds.contains(frame.type() + "." + frame.method()));
    }

    /// As a wait for one of it.
    Activity asWait() {
        return new Activity(WaitClass.POOL, Activity.Nature.QUEUES, title, "", Activity.NOWHERE, Optional.of(this));
    }

    private static PoolKind of(List<String> cells) {
        return new PoolKind(
                cells.get(0),
                cells.get(1),
                cells.get(2),
                List.of(cells.get(3).split(",")),
                cells.get(4).equals("-") ? List.of() : List.of(cells.get(4).split(",")),
                bean(cells.get(5)),
                cells.get(6).equals("read") ? "" : cells.get(6));
    }

    private static Optional<Bean> bean(String cell) {
        String[] parts = cell.split(";");
        return cell.equals("-") ? Optional.empty() : Optional.of(new Bean(parts[0], parts[1], parts[2], parts[3]));
    }

    /// Whether a class is of the pool's own library.
    boolean isOwn(String type) {
        return type.startsWith(library);
    }
}
