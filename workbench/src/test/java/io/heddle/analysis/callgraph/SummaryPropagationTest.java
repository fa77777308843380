package io.heddle.analysis.callgraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.program.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a callee calls on what it is handed is known where the argument is made.
class SummaryPropagationTest {

    @TempDir
    private Path folder;

    @Test
    void aLambdaThatIsHandedToAHelperIsCalledBack() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static int help(java.util.function.IntSupplier function) { return function.getAsInt(); }
                static int m() { return help(() -> 1); }""").analysed();
        Callback callback = callback(snippet, "help");
        assertEquals("lambda$m$0", code(snippet, callback).signature().name());
        assertEquals(false, callback.use().held());
    }

    @Test
    void theHelpersMonitorIsHeldMeanwhile() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static synchronized int help(java.util.function.IntSupplier function) { return function.getAsInt(); }
                static int m() { return help(() -> 1); }""").analysed();
        Callback callback = callback(snippet, "help");
        assertEquals(true, callback.use().held());
        assertEquals(snippet.method("help"), callback.use().holder());
    }

    @Test
    void aHelperMayHandItOn() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static synchronized int last(java.util.function.IntSupplier function) { return function.getAsInt(); }
                static int first(java.util.function.IntSupplier function) { return last(function); }
                static int m() { return first(() -> 1); }""").analysed();
        Callback callback = callback(snippet, "first");
        assertEquals(1, callback.use().depth());
        assertEquals(snippet.method("last"), callback.use().holder());
    }

    @Test
    void aConstructorMayKeepItForAMethodThatHoldsAMonitor() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static class Lazy {
                    private final java.util.function.IntSupplier function;
                    Lazy(java.util.function.IntSupplier function) { this.function = function; }
                    synchronized int value() { return function.getAsInt(); }
                }
                static int m() { return new Lazy(() -> 1).value(); }""").analysed();
        Callback callback = stored(snippet, "<init>");
        assertEquals(true, callback.use().held());
        assertEquals(false, callback.use().afterFailure());
        assertNull(callback.use().site());
        assertEquals(
                "value",
                Objects.requireNonNull(callback.use().holder()).signature().name());
        assertEquals(List.of(), snippet.graph().callbacks(snippet.call("m", "<init>")));
    }

    @Test
    void whatAHandlerCallsIsCalledAfterAFailure() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static int help(java.util.function.IntSupplier other) {
                    try { return 1 / other.hashCode(); } catch (ArithmeticException e) { return other.getAsInt(); }
                }
                static int m() { return help(() -> 1); }""").analysed();
        assertEquals(true, callback(snippet, "help").use().afterFailure());
    }

    @Test
    void whatIsKeptForAHandlerIsCalledAfterAFailure() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static class Lazy {
                    private final java.util.function.IntSupplier function;
                    Lazy(java.util.function.IntSupplier function) { this.function = function; }
                    synchronized int value() {
                        try { return 1 / hashCode(); } catch (ArithmeticException e) { return function.getAsInt(); }
                    }
                }
                static int m() { return new Lazy(() -> 1).value(); }""").analysed();
        assertEquals(true, stored(snippet, "<init>").use().afterFailure());
    }

    private static Callback callback(AnalysedSnippet snippet, String called) {
        return only(snippet.graph().callbacks(snippet.call("m", called)));
    }

    private static Callback stored(AnalysedSnippet snippet, String called) {
        return only(snippet.graph().stored(snippet.call("m", called)));
    }

    private static Callback only(List<Callback> callbacks) {
        assertEquals(1, callbacks.size());
        return callbacks.getFirst();
    }

    // What the lambda's stub runs.
    private static Method code(AnalysedSnippet snippet, Callback callback) {
        return snippet.graph()
                .targets(snippet.graph().calls(callback.target()).getFirst())
                .getFirst();
    }
}
