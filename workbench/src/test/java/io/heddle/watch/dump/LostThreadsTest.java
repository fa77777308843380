package io.heddle.watch.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Holder;
import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.watch.code.ClassPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Three dumps in which one virtual thread waits to get its monitor back, as those of JDK 25 tell it; what the others
/// do decides whether the JVM forgot it.
class LostThreadsTest {

    private static final String LOCK = "com.example.Relay@1";
    private static final StackFrame WAIT = new StackFrame("java.lang.Object", "wait0", "", 0, -1, true, false);
    private static final StackFrame TAKE = new StackFrame("com.example.Relay", "take", "", 12, -1, false, false);
    private static final StackFrame HAND = new StackFrame("com.example.Relay", "hand", "", 30, -1, false, false);

    @Test
    void whoWaitsForAMonitorThatNobodyHoldsWasForgotten() {
        List<Holder> holders = holders(stay(blocked(7)), stay(waiting(8)));
        assertEquals(
                List.of(Holder.Cause.JDK_BUG),
                holders.stream().map(Holder::cause).toList());
        assertEquals("take", holders.getFirst().method());
        assertTrue(
                holders.getFirst()
                        .detail()
                        .startsWith("1 virtual thread waits to get a monitor back that nobody holds"),
                holders.getFirst().detail());
    }

    @Test
    void whoWaitsForOneThatIsHeldWasNot() {
        assertEquals(
                List.of(),
                holders(
                        stay(blocked(7)),
                        dump -> dump == 1
                                ? thread(9, "RUNNABLE", Map.of(0, List.of(LOCK)), List.of(HAND))
                                : waiting(9)));
    }

    @Test
    void whoGotItInBetweenWasNot() {
        assertEquals(List.of(), holders(dump -> dump == 1 ? waiting(7) : blocked(7)));
    }

    @SafeVarargs
    private static List<Holder> holders(Function<Integer, ThreadSnapshot>... threads) {
        List<ThreadDump> dumps = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            dumps.add(new ThreadDump(
                    i * 1_000_000_000L,
                    ThreadDump.Jvm.UNKNOWN,
                    new ThreadDump.Tells(true, true, true),
                    Stream.of(threads)
                            .map(thread -> thread.apply(number))
                            .collect(Collectors.toMap(ThreadSnapshot::id, thread -> thread))));
        }
        return new LostThreads(dumps, ClassPath.none()).all();
    }

    private static Function<Integer, ThreadSnapshot> stay(ThreadSnapshot thread) {
        return dump -> thread;
    }

    private static ThreadSnapshot blocked(long id) {
        return inWait(id, "BLOCKED");
    }

    private static ThreadSnapshot waiting(long id) {
        return inWait(id, "TIMED_WAITING");
    }

    /// A thread in `Object.wait` is told to hold the monitor that it gave back.
    private static ThreadSnapshot inWait(long id, String state) {
        return thread(id, state, Map.of(1, List.of(LOCK)), List.of(WAIT, TAKE));
    }

    private static ThreadSnapshot thread(
            long id, String state, Map<Integer, List<String>> owned, List<StackFrame> stack) {
        return new ThreadSnapshot(
                id,
                "",
                true,
                "",
                state,
                new ThreadSnapshot.Locks("", "", "", 0, "", owned, List.of()),
                "",
                false,
                stack);
    }
}
