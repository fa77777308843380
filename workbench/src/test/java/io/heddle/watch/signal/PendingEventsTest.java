package io.heddle.watch.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.waits.StackFrame;
import io.heddle.watch.signal.PendingEvent.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingEventsTest {

    private static final List<StackFrame> HERE = List.of(new StackFrame("a.B", "here", "()V", 1, 0, false, true));
    private static final List<StackFrame> THERE = List.of(new StackFrame("a.B", "there", "()V", 2, 0, false, true));

    /// Nothing is lost but the moments of the shortest.
    @Test
    void tooManyPinsAreAddedUpTheShortestFirst() {
        PendingEvents raws = new PendingEvents(1_000);
        for (int i = 1; i <= 10_000; i++) {
            raws.add(new PendingEvent(Kind.PINNED, i, i, i, i % 2 == 0 ? HERE : THERE, "Native frame", 0));
        }
        raws.add(new PendingEvent(Kind.FILE, 1, 1, 1, HERE, "short, and no pin", 0));
        assertTrue(raws.kept().count() <= 1_000);
        assertTrue(raws.least() > 5_000
                && raws.kept().filter(raw -> raw.kind() == Kind.PINNED).allMatch(raw -> raw.nanos() >= raws.least()));
        assertEquals(
                10_001,
                raws.kept().count()
                        + raws.sums().mapToLong(PendingEvents.Sum::count).sum());
        assertEquals(
                10_000L * 10_001 / 2 + 1,
                raws.kept().mapToLong(PendingEvent::nanos).sum()
                        + raws.sums().mapToLong(PendingEvents.Sum::nanos).sum());
        assertEquals(2, raws.sums().count());
        assertTrue(raws.sums().allMatch(sum -> sum.longest().nanos() >= raws.least() - 2));
    }

    @Test
    void whatCannotBeAddedUpIsKept() {
        PendingEvents raws = new PendingEvents(100);
        for (int i = 1; i <= 1_000; i++) {
            raws.add(new PendingEvent(Kind.ENTER, i, i, i, HERE, "", 0));
        }
        assertEquals(1_000, raws.kept().count());
        assertEquals(0, raws.least());
    }
}
