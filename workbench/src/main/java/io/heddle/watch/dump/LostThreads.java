package io.heddle.watch.dump;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Virtual threads that hold no carrier and wait for ever: those of a kind that only becomes more, and those whose
/// wake-up the JVM lost. No event of the JVM tells.
public final class LostThreads {

    private static final int LEAST_DUMPS = 3;

    private final List<ThreadDump> dumps;
    private final ClassPath classes;

    public LostThreads(List<ThreadDump> dumps, ClassPath classes) {
        this.dumps = dumps;
        this.classes = classes;
    }

    /// None from fewer than three dumps.
    public List<Holder> all() {
        return Stream.concat(leaks().stream(), forgotten().stream()).toList();
    }

    private List<Holder> leaks() {
        return Growth.in(dumps, thread -> !thread.isInLine()).stream()
                .map(growth -> {
                    List<StackFrame> stack = growth.last().getFirst().stack();
                    return holder(
                            Cause.LEAK,
                            Blame.ownerOf(stack, 0),
                            growth.last().size(),
                            Certainty.SUSPECTED,
                            List.of("thread dumps"),
                            stack,
                            "from " + growth.first().size() + " to "
                                    + growth.last().size() + " virtual threads wait here: new ones come and "
                                    + (growth.left() == 0 ? "none" : "hardly any") + " leaves");
                })
                .toList();
    }

    /// Threads that wait, from the first dump to the last, to get a monitor back after `Object.wait`, while no
    /// dump has anybody who holds it: the JVM lost their wake-up.
    private List<Holder> forgotten() {
        List<ThreadSnapshot> lost = dumps.size() < LEAST_DUMPS
                ? List.of()
                : dumps.getFirst().virtual().stream().filter(this::isForgotten).toList();
        return lost.stream()
                .collect(Collectors.groupingBy(
                        thread -> Blame.ownerOf(thread.stack(), 0).place()))
                .values()
                .stream()
                .map(same -> {
                    ThreadSnapshot one = same.getFirst();
                    return holder(
                            Cause.JDK_BUG,
                            Blame.ownerOf(one.stack(), 0),
                            same.size(),
                            Certainty.SUSPECTED,
                            List.of("thread dumps"),
                            one.stack(),
                            same.size() + (same.size() == 1 ? " virtual thread waits" : " virtual threads wait")
                                    + " to get a monitor back that nobody holds, and will not run again, such as "
                                    + one.title());
                })
                .toList();
    }

    private boolean isForgotten(ThreadSnapshot thread) {
        String lock = thread.locks().owned().entrySet().stream()
                .min(Map.Entry.comparingByKey())
                .map(taken -> taken.getValue().getFirst())
                .orElse("");
        return !lock.isEmpty()
                && dumps.stream()
                        .map(dump -> dump.threads().get(thread.id()))
                        .allMatch(again -> again != null
                                && again.waits()
                                && again.state().equals("BLOCKED")
                                && again.locks().blockedOn().isEmpty()
                                && !again.carried()
                                && again.stack().equals(thread.stack()))
                && dumps.stream()
                        .flatMap(dump -> dump.threads().values().stream())
                        .noneMatch(other -> !other.waits() && other.holds(lock).isPresent());
    }

    private Holder holder(
            Cause cause,
            StackFrame frame,
            int count,
            Certainty certainty,
            List<String> signals,
            List<StackFrame> stack,
            String detail) {
        return new Holder(
                cause,
                frame.type(),
                frame.method(),
                frame.line(),
                classes.artifactOf(frame.type()),
                count,
                0,
                0,
                0,
                certainty,
                signals,
                stack.stream()
                        .filter(f -> !f.type().startsWith("java.lang.VirtualThread"))
                        .limit(24)
                        .map(StackFrame::place)
                        .toList(),
                detail);
    }
}
