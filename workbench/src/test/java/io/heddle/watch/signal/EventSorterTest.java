package io.heddle.watch.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.waits.StackFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventSorterTest {

    /// JFR counts the calls of a timed method from when it was asked to: what came before a window is none of its
    /// own.
    @Test
    void aWindowCountsItsOwnCalls() {
        RecordingWindow first = new RecordingWindow();
        EventSorter sorter = new EventSorter(first);
        sorter.accept(new Timing("runContinuation", 1_000));
        sorter.accept(new Timing("unblock", 900));
        assertEquals(1_000, first.mounts());
        assertEquals(900, first.handOvers());
        RecordingWindow second = new RecordingWindow();
        EventSorter next = new EventSorter(second, sorter);
        next.accept(new Timing("runContinuation", 1_400));
        next.accept(new Timing("runContinuation", 1_500));
        next.accept(new Timing("unblock", 900));
        assertEquals(500, second.mounts());
        assertEquals(0, second.handOvers());
        RecordingWindow third = new RecordingWindow();
        new EventSorter(third, next).accept(new Timing("unblock", 905));
        assertEquals(5, third.handOvers());
    }

    /// Counting begins within a window, so that what it counted belongs to a part of it.
    @Test
    void handOversASecondAreThoseOfTheTimeThatWasCounted() {
        RecordingWindow flight = new RecordingWindow();
        EventSorter sorter = new EventSorter(flight);
        sorter.accept(new Timing("unblock", 40, 3_000_000_000L));
        assertEquals(0, flight.handOversPerSecond());
        sorter.accept(new Timing("unblock", 140, 3_500_000_000L));
        assertEquals(200, flight.handOversPerSecond());
    }

    private record Timing(String method, long invocations, long start) implements Event {

        Timing(String method, long invocations) {
            this(method, invocations, 1_000);
        }

        @Override
        public String type() {
            return "jdk.MethodTiming";
        }

        @Override
        public long typeNumber() {
            return 1;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Who thread(String field) {
            return Who.NOBODY;
        }

        @Override
        public String text(String field) {
            return "";
        }

        @Override
        public long number(String field) {
            return field.equals("invocations") ? invocations : 0;
        }

        @Override
        public double real(String field) {
            return 0;
        }

        @Override
        public long span(String field) {
            return 0;
        }

        @Override
        public String className(String field) {
            return "";
        }

        @Override
        public String methodName(String field) {
            return field.equals("method") ? method : "";
        }

        @Override
        public List<StackFrame> stack() {
            return List.of();
        }
    }
}
