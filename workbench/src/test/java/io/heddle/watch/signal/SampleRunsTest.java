package io.heddle.watch.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRunsTest {

    private static final long TICK = 20_000_000;
    private static final List<StackFrame> STACK = List.of(new StackFrame("a.B", "work", "()V", 7, 3, false, false));

    @Test
    void aThreadThatIsMetAtEachTickHadItsCarrierAllTheTime() {
        RecordingWindow flight = ticks(10);
        new SampleRuns(flight).addHolds();
        assertEquals(
                List.of(10 * TICK), flight.holds().stream().map(Hold::nanos).toList());
        assertEquals(Cause.CPU, flight.holds().getFirst().cause());
    }

    @Test
    void aTimerThatKeepsStepWithTheSamplerHoldsNobody() {
        RecordingWindow flight = ticks(10);
        for (int i = 0; i < 10; i++) {
            flight.sleeps.add(1, i * TICK - TICK / 10);
        }
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(), flight.holds());
    }

    @Test
    void theSleepsOfOthersChangeNothing() {
        RecordingWindow flight = ticks(10);
        for (int i = 0; i < 10; i++) {
            flight.sleeps.add(2, i * TICK - TICK / 10);
        }
        new SampleRuns(flight).addHolds();
        assertEquals(1, flight.holds().size());
    }

    @Test
    void fourTicksAreChance() {
        RecordingWindow flight = ticks(4);
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(), flight.holds());
    }

    @Test
    void carriersThatSwitchDoSoForTheSpinThatIsMetMost() {
        RecordingWindow flight = spinning();
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(new Spin("a.B", 40 * TICK), new Spin("a.B", 5 * TICK)), spins(flight));
    }

    @Test
    void carriersThatSwitchAmongThreadsThatWorkDoNot() {
        RecordingWindow flight = spinning();
        for (int i = 0; i < 16; i++) {
            flight.samples.add(new Sample(100 + i, i * TICK, false, STACK));
        }
        new SampleRuns(flight).addHolds();
        assertEquals(Collections.nCopies(15, new Spin("a.B", TICK)), spins(flight));
    }

    private record Spin(String type, long nanos) {}

    private static List<Spin> spins(RecordingWindow flight) {
        return flight.holds().stream()
                .filter(hold -> hold.cause() == Cause.SPIN)
                .map(hold -> new Spin(hold.type(), hold.nanos()))
                .toList();
    }

    /// Ten samples of the spin among forty of carriers that switch, and five more half a second later.
    private static RecordingWindow spinning() {
        RecordingWindow flight = new RecordingWindow();
        List<StackFrame> yields =
                List.of(new StackFrame("java.lang.Thread", "yield", "()V", 0, 1, false, false), STACK.getFirst());
        for (int i = 0; i < 10; i++) {
            flight.samples.add(new Sample(i, i * 4 * TICK, false, yields));
        }
        for (int i = 0; i < 40; i++) {
            flight.switches.add(new Sample(1_000 + i % 2, i * TICK, false, STACK));
        }
        for (int i = 65; i < 70; i++) {
            flight.samples.add(new Sample(i, i * TICK, false, yields));
        }
        return flight;
    }

    private static RecordingWindow ticks(int count) {
        RecordingWindow flight = new RecordingWindow();
        for (int i = 0; i < count; i++) {
            flight.samples.add(new Sample(1, i * TICK, false, STACK));
        }
        return flight;
    }
}
