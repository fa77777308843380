package io.heddle.race.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// When a path is taken to let one request through at a time.
class OneAtATimeTest {

    private static final ServiceTime LOCKED = new ServiceTime("/locked", 43, 30, List.of(), 2);

    @Test
    void fiftyConnectionsThatBringLittleMoreThanOneShowALock() {
        OneAtATime locks = new OneAtATime(2);
        locks.warm(LOCKED, 50, 47, 1_160, 0.6);
        assertEquals(OptionalDouble.of(47), locks.throughput("/locked"));
        locks.learn(LOCKED, 48.3);
        locks.learn(LOCKED, 46);
        assertEquals(OptionalDouble.of(48.3), locks.throughput("/locked"));
    }

    @Test
    void aTrialInWhichManyAreAtWorkRefutesIt() {
        OneAtATime locks = new OneAtATime(2);
        locks.warm(LOCKED, 50, 47, 1_160, 0.6);
        locks.learn(LOCKED, 400);
        assertTrue(locks.throughput("/locked").isEmpty());
    }

    @Test
    void aPoolOrTheCpuOrTooFewConnectionsExplainItToo() {
        OneAtATime locks = new OneAtATime(2);
        locks.warm(LOCKED, 50, 47, 48, 0.6);
        locks.warm(new ServiceTime("/cpu", 43, 30, List.of(), 40), 50, 47, 1_160, 0.6);
        locks.warm(new ServiceTime("/few", 43, 30, List.of(), 2), 2, 46, 1_160, 0.6);
        locks.warm(new ServiceTime("/free", 43, 30, List.of(), 2), 50, 1_000, 1_160, 0.6);
        for (String workload : List.of("/locked", "/cpu", "/few", "/free")) {
            assertTrue(locks.throughput(workload).isEmpty(), workload);
        }
    }

    /// Where the CPU is others', requests are few though nothing lets them through one at a time.
    @Test
    void aMachineThatIsBusyOtherwiseShowsNoLock() {
        OneAtATime locks = new OneAtATime(2);
        locks.warm(LOCKED, 50, 47, 1_160, 0.97);
        assertTrue(locks.throughput("/locked").isEmpty());
    }
}
