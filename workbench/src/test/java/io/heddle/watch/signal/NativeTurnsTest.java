package io.heddle.watch.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.waits.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Ten seconds of a service with two carriers whose sampler takes a thread each 20 ms: an acceptor, which is always in
/// native code, and the carriers in turn.
class NativeTurnsTest {

    private static final long SECOND = 1_000_000_000;
    private static final long TICK = SECOND / 50;
    private static final int TICKS = 500;
    private static final StackFrame OWN = frame("com.example.Device", "read", true);

    private final RecordingWindow flight = new RecordingWindow();
    private final List<Sample> met = new ArrayList<>();
    private final List<Long> acceptor = new ArrayList<>();

    private static StackFrame frame(String type, String method, boolean isNative) {
        return new StackFrame(type, method, "()V", 1, 0, isNative, false);
    }

    @BeforeEach
    void aMachineOfTwoProcessors() {
        flight.hardware(2);
        flight.nativeMeetings.put(1L, acceptor);
    }

    /// @param carriers that are in native code, each at each moment in another virtual thread
    private void sample(int carriers, StackFrame top) {
        for (int tick = 0; tick < TICKS; tick++) {
            int turn = tick % (1 + carriers);
            if (turn == 0) {
                acceptor.add(tick * TICK);
            } else {
                met.add(new Sample(100 + tick, tick * TICK, true, List.of(top)));
            }
        }
    }

    private void busy(double share) {
        for (int second = 1; second <= 10; second++) {
            flight.busy.put(second * SECOND, share);
        }
    }

    private double heldSeconds() {
        return new NativeTurns(flight)
                        .of(met).stream().mapToLong(NativeTurns.Turn::nanos).sum()
                / 1e9;
    }

    @Test
    void eachMeetingStandsForARound() {
        busy(0.05);
        sample(2, OWN);
        assertEquals(20, heldSeconds(), 2, "two carriers, ten seconds");
    }

    @Test
    void oneOfTwoCarriersIsHalfOfTheTime() {
        busy(0.05);
        sample(1, OWN);
        assertEquals(10, heldSeconds(), 1);
    }

    @Test
    void nativeCodeThatMayComputeIsNotCounted() {
        busy(0.95);
        sample(2, OWN);
        assertEquals(0, heldSeconds());
    }

    @Test
    void whatTheCpuDidIsNotKnownWithoutItsEvent() {
        sample(2, OWN);
        assertEquals(0, heldSeconds());
    }

    @Test
    void socketsOfTheJdkDoNotWaitInNativeCode() {
        busy(0.05);
        sample(2, frame("sun.nio.ch.SocketDispatcher", "write0", true));
        assertEquals(0, heldSeconds());
        met.clear();
        acceptor.clear();
        sample(2, frame("com.sun.jna.Native", "invokeInt", true));
        assertEquals(20, heldSeconds(), 2);
        met.clear();
        acceptor.clear();
        sample(2, frame("java.lang.invoke.LambdaForm$MH", "invoke", false));
        assertEquals(20, heldSeconds(), 2, "the foreign function interface");
    }

    @Test
    void withoutAThreadThatIsAlwaysThereNobodyKnowsTheRounds() {
        busy(0.05);
        sample(2, OWN);
        flight.nativeMeetings.clear();
        assertEquals(0, heldSeconds());
    }
}
