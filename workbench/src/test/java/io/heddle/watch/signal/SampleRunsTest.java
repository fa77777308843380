package io.heddle.watch.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Holder.Cause;
import io.heddle.watch.code.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRunsTest {

    private static final long TICK = 20_000_000;
    private static final List<Frame> STACK = List.of(new Frame("a.B", "work", "()V", 7, 3, false, false));

    @Test
    void aThreadThatIsMetAtEachTickHadItsCarrierAllTheTime() {
        Flight flight = ticks(10);
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(10 * TICK), flight.holds().stream().map(Hold::nanos).toList());
        assertEquals(Cause.CPU, flight.holds().getFirst().cause());
    }

    @Test
    void aTimerThatKeepsStepWithTheSamplerHoldsNobody() {
        Flight flight = ticks(10);
        for (int i = 0; i < 10; i++) {
            flight.sleeps.add(1, i * TICK - TICK / 10);
        }
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(), flight.holds());
    }

    @Test
    void theSleepsOfOthersChangeNothing() {
        Flight flight = ticks(10);
        for (int i = 0; i < 10; i++) {
            flight.sleeps.add(2, i * TICK - TICK / 10);
        }
        new SampleRuns(flight).addHolds();
        assertEquals(1, flight.holds().size());
    }

    @Test
    void fourTicksAreChance() {
        Flight flight = ticks(4);
        new SampleRuns(flight).addHolds();
        assertEquals(List.of(), flight.holds());
    }

    private static Flight ticks(int count) {
        Flight flight = new Flight();
        for (int i = 0; i < count; i++) {
            flight.samples.add(new Sample(1, i * TICK, false, STACK));
        }
        return flight;
    }
}
