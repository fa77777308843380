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

    // What the method `count` waits for.
    private @Nullable BlockingKind waitsFor(String members) throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, members).analysed();
        return snippet.graph().kind(snippet.call("count", "lock"));
    }
}
