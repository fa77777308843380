package io.heddle.analysis.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.models.BlockingKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shortest path from a method to what blocks.
class BackwardReachabilityTest {

    @TempDir
    private Path folder;

    @Test
    void thePathIsTheShortest() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static void near() throws Exception { end(); }
                static void far() throws Exception { end(); }
                static void farther() throws Exception { far(); }
                static void end() throws Exception { Thread.sleep(1); }
                static void m() throws Exception { farther(); near(); }""").analysed();
        assertEquals(List.of("near", "end", "sleep"), path(snippet, BlockingKind.SLEEP));
    }

    @Test
    void eachKindOfBlockingHasItsOwnPath() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static void end() throws Exception { Thread.sleep(1); }
                static synchronized void last() throws Exception { Snippet.class.wait(); }
                static void m() throws Exception { end(); last(); }""").analysed();
        assertEquals(List.of("end", "sleep"), path(snippet, BlockingKind.SLEEP));
        assertEquals(List.of("last", "wait"), path(snippet, BlockingKind.WAIT));
    }

    @Test
    void whatHandlesAnExceptionIsOnAPathWhereNoOtherIs() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static void near() throws Exception { Thread.sleep(1); }
                static void far() throws Exception { near(); }
                static void m(Object[] some) throws Exception {
                    try { some[0] = some; } catch (RuntimeException e) { near(); }
                    if (some == null) { Snippet.class.wait(); throw new IllegalStateException(); }
                }
                static void both(Object[] some) throws Exception {
                    try { far(); } catch (RuntimeException e) { near(); }
                }""").analysed();
        assertEquals(List.of("near", "sleep"), path(snippet, "m", BlockingKind.SLEEP));
        assertEquals(List.of("wait"), path(snippet, "m", BlockingKind.WAIT));
        assertEquals(List.of("far", "near", "sleep"), path(snippet, "both", BlockingKind.SLEEP));
        assertEquals(
                List.of(true, false),
                Stream.of("m", "both")
                        .map(snippet::method)
                        .map(method -> snippet.effects().paths().of(BlockingKind.SLEEP, method))
                        .map(hop -> hop != null && hop.afterFailure())
                        .toList());
    }

    // What a method calls, what that calls, and so on.
    private static List<String> path(AnalysedSnippet snippet, BlockingKind kind) {
        return path(snippet, "m", kind);
    }

    private static List<String> path(AnalysedSnippet snippet, String method, BlockingKind kind) {
        BlockingPaths paths = snippet.effects().paths();
        List<String> called = new ArrayList<>();
        NextHop hop = paths.of(kind, snippet.method(method));
        while (hop != null) {
            called.add(Objects.requireNonNull(hop.call()).signature().name());
            hop = hop.target() == null ? null : paths.of(kind, hop.target());
        }
        return called;
    }
}
