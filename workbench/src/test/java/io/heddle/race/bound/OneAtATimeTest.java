package io.heddle.race.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When a path is taken to let one request through at a time.
class OneAtATimeTest {

    private static final ServiceTime LOCKED = new ServiceTime("/locked", 43, 30, List.of(), 2);

    private final OneAtATime locks = new OneAtATime(2);

    @Test
    void fiftyConnectionsThatBringLittleMoreThanOneLookLikeALock() {
        assertTrue(locks.isLikely(LOCKED, 50, 47, 1_160, 0.6));
    }

    @Test
    void onlyWhereItsOwnerWasSeenThereIsOne() {
        locks.learn(LOCKED, 47);
        assertEquals(Optional.empty(), locks.of("/locked"));
        locks.found("/locked", new OneAtATime.Lock(47, "a.Ledger.post"));
        locks.learn(LOCKED, 48.3);
        locks.learn(LOCKED, 46);
        assertEquals(Optional.of(new OneAtATime.Lock(48.3, "a.Ledger.post")), locks.of("/locked"));
    }

    @Test
    void aTrialInWhichManyAreAtWorkRefutesIt() {
        locks.found("/locked", new OneAtATime.Lock(47, "a.Ledger.post"));
        locks.learn(LOCKED, 400);
        assertTrue(locks.of("/locked").isEmpty());
    }

    @Test
    void aPoolOrTheCpuOrTooFewConnectionsExplainItToo() {
        assertFalse(locks.isLikely(LOCKED, 50, 47, 48, 0.6), "a pool");
        assertFalse(locks.isLikely(new ServiceTime("/cpu", 43, 30, List.of(), 40), 50, 47, 1_160, 0.6), "the CPU");
        assertFalse(locks.isLikely(LOCKED, 2, 46, 1_160, 0.6), "too few");
        assertFalse(locks.isLikely(LOCKED, 50, 1_000, 1_160, 0.6), "none");
    }

    /// Where the CPU is others', requests are few though nothing lets them through one at a time.
    @Test
    void aMachineThatIsBusyOtherwiseShowsNoLock() {
        assertFalse(locks.isLikely(LOCKED, 50, 47, 1_160, 0.97));
    }
}
