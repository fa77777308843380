package io.heddle.analysis.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.models.BlockingKind;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lock matters only if one of its holders blocks.
class CriticalSectionsTest {

    private static final String COUNT = """
            private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
            private int count;
            public void count() { lock.lock(); try { count++; } finally { lock.unlock(); } }
            """;

    @TempDir
    private Path folder;

    @Test
    void aLockWhoseHoldersOnlyCountIsShort() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(COUNT));
    }

    @Test
    void oneHolderThatSleepsMakesItLongForAll() throws IOException {
        assertEquals(BlockingKind.LOCK, waitsFor(COUNT + """
                public void rest() throws Exception {
                    lock.lock(); try { Thread.sleep(1); } finally { lock.unlock(); }
                }"""));
    }

    @Test
    void sleepingAfterUnlockingDoesNot() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(COUNT + """
                public void rest() throws Exception {
                    lock.lock(); try { count--; } finally { lock.unlock(); } Thread.sleep(1);
                }"""));
    }

    @Test
    void aHolderOfAnotherLockDoesNot() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(COUNT + """
                private final java.util.concurrent.locks.Lock other = new java.util.concurrent.locks.ReentrantLock();
                public void rest() throws Exception {
                    other.lock(); try { Thread.sleep(1); } finally { other.unlock(); }
                }"""));
    }

    // As of Jetty: the lock is a resource of `try`, so that closing unlocks it.
    private static final String RESOURCES = """
            static final class AutoLock implements AutoCloseable {
                private final java.util.concurrent.locks.ReentrantLock inner = new java.util.concurrent.locks.ReentrantLock();
                AutoLock lock() { inner.lock(); return this; }
                @Override public void close() { inner.unlock(); }
            }
            private final AutoLock brief = new AutoLock();
            private final AutoLock slow = new AutoLock();
            private int count;
            public void count() { try (AutoLock held = brief.lock()) { count++; } }
            """;

    @Test
    void eachObjectOfALockClassIsALockOfItsOwn() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(RESOURCES + """
                public void rest() throws Exception {
                    try (AutoLock held = slow.lock()) { Thread.sleep(1); }
                }"""));
    }

    @Test
    void aResourceThatIsHeldWhileSomethingSleepsIsALongLock() throws IOException {
        assertEquals(BlockingKind.LOCK, waitsFor(RESOURCES + """
                public void rest() throws Exception {
                    try (AutoLock held = brief.lock()) { Thread.sleep(1); }
                }"""));
    }

    @Test
    void whatIsInsideAnotherResourceIsHeldByBoth() throws IOException {
        assertEquals(BlockingKind.LOCK, waitsFor(RESOURCES + """
                public void rest() throws Exception {
                    try (AutoLock held = brief.lock()) {
                        try (AutoLock other = slow.lock()) { count--; }
                        Thread.sleep(1);
                    }
                }"""));
    }

    @Test
    void whatComesAfterTheResourceIsNot() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(RESOURCES + """
                public void rest() throws Exception {
                    try (AutoLock held = brief.lock()) { count--; }
                    Thread.sleep(1);
                }"""));
    }

    @Test
    void aSubclassOfTheLockClassIsALockClass() throws IOException {
        String withCondition = """
                static class Plain implements AutoCloseable {
                    private final java.util.concurrent.locks.ReentrantLock inner =
                            new java.util.concurrent.locks.ReentrantLock();
                    Plain lock() { inner.lock(); return this; }
                    java.util.concurrent.locks.Condition condition() { return inner.newCondition(); }
                    @Override public void close() { inner.unlock(); }
                }
                static final class Conditional extends Plain {
                    private final java.util.concurrent.locks.Condition condition = condition();
                    @Override Conditional lock() { return (Conditional) super.lock(); }
                }
                private final Plain brief = new Plain();
                private final Conditional slow = new Conditional();
                private int count;
                public void count() { try (Plain held = brief.lock()) { count++; } }
                """;
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(withCondition + """
                public void rest() throws Exception {
                    try (Conditional held = slow.lock()) { Thread.sleep(1); }
                }"""));
        assertEquals(BlockingKind.LOCK, waitsFor(withCondition + """
                public void rest() throws Exception {
                    try (Plain held = brief.lock()) { Thread.sleep(1); }
                }"""));
    }

    // As of Jetty 9: what unlocks is an object that locking returns.
    private static final String TOKENS = """
            static final class Locker {
                private final java.util.concurrent.locks.ReentrantLock inner = new java.util.concurrent.locks.ReentrantLock();
                private final Token token = new Token();
                Token lock() { inner.lock(); return token; }
                final class Token implements AutoCloseable {
                    @Override public void close() { inner.unlock(); }
                }
            }
            private final Locker brief = new Locker();
            private final Locker slow = new Locker();
            private int count;
            public void count() { try (Locker.Token held = brief.lock()) { count++; } }
            """;

    @Test
    void aTokenUnlocksTheLockThatItIsOf() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(TOKENS + """
                public void rest() throws Exception {
                    try (Locker.Token held = slow.lock()) { Thread.sleep(1); }
                }"""));
        assertEquals(BlockingKind.LOCK, waitsFor(TOKENS + """
                public void rest() throws Exception {
                    try (Locker.Token held = brief.lock()) { Thread.sleep(1); }
                }"""));
    }

    // Two methods of the class lock and unlock for the others.
    private static final String HELPERS = """
            private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
            private int count;
            private void begin() { lock.lock(); }
            private void end() { lock.unlock(); }
            public void count() { lock.lock(); try { count++; } finally { lock.unlock(); } }
            """;

    @Test
    void helpersOfTheClassLockAndUnlockForOthers() throws IOException {
        assertEquals(BlockingKind.SHORT_LOCK, waitsFor(HELPERS + """
                public void add() throws Exception { begin(); try { count++; } finally { end(); } Thread.sleep(1); }"""));
        assertEquals(BlockingKind.LOCK, waitsFor(HELPERS + """
                public void rest() throws Exception { begin(); try { Thread.sleep(1); } finally { end(); } }"""));
    }

    // What the method `count` waits for.
    private @Nullable BlockingKind waitsFor(String members) throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, members).analysed();
        return snippet.graph().kind(snippet.call("count", "lock"));
    }
}
