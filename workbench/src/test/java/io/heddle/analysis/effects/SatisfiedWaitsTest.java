package io.heddle.analysis.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.values.CallString;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where code waits for what is there already.
class SatisfiedWaitsTest {

    @TempDir
    private Path folder;

    @Test
    void aTaskThatIsAskedFirstIsDone() throws IOException {
        AnalysedSnippet snippet = analysed("""
                static Object asks(Future<?> task) throws Exception { return task.isDone() ? task.get() : null; }
                static Object waits(Future<?> task) throws Exception { return task.get(); }""");
        SatisfiedWaits satisfied = new SatisfiedWaits(snippet.graph());
        assertEquals(true, satisfied.asks(snippet.call("asks", "get"), _ -> false));
        assertEquals(false, satisfied.asks(snippet.call("waits", "get"), _ -> false));
    }

    @Test
    void aCallerMayHaveAskedTheTaskThatItHandsOn() throws IOException {
        AnalysedSnippet snippet = analysed("""
                static Object got(Future<?> task) throws Exception { return task.get(); }
                static Object asks(Future<?> task) throws Exception { return task.isDone() ? got(task) : null; }
                static Object asksOther(Future<?> task, Future<?> other) throws Exception {
                    return other.isDone() ? got(task) : null;
                }""");
        SatisfiedWaits satisfied = new SatisfiedWaits(snippet.graph());
        CallString asks = new CallString(snippet.call("asks", "got"), null, false);
        CallString asksOther = new CallString(snippet.call("asksOther", "got"), null, false);
        assertEquals(true, satisfied.asked(asks, snippet.call("got", "get")));
        assertEquals(false, satisfied.asked(asksOther, snippet.call("got", "get")));
    }

    @Test
    void noOtherThreadHasALockThatWasJustMade() throws IOException {
        AnalysedSnippet snippet = analysed("""
                static final ReentrantLock LOCK = new ReentrantLock();
                static void own() { new ReentrantLock().lock(); }
                static void shared() { LOCK.lock(); }""");
        assertEquals(true, SatisfiedWaits.isFresh(snippet.call("own", "lock"), false));
        assertEquals(false, SatisfiedWaits.isFresh(snippet.call("shared", "lock"), false));
    }

    // With short names.
    private AnalysedSnippet analysed(String members) throws IOException {
        return new Snippet(
                        folder,
                        members.replace("Future", "java.util.concurrent.Future")
                                .replace("ReentrantLock", "java.util.concurrent.locks.ReentrantLock"))
                .analysed();
    }
}
