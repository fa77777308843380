package io.heddle.analysis.intra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.Snippet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which code runs when nothing is thrown, and which runs before every return.
class ControlFlowGraphTest {

    @TempDir
    private Path folder;

    @Test
    void whatOnlyLeadsToAThrowIsExceptional() throws IOException {
        Snippet snippet = new Snippet(folder, """
                static void a() {} static void b() {}
                static void m(boolean bad) { if (bad) { a(); throw new IllegalStateException(); } b(); }""");
        assertEquals(false, snippet.call("m", "a").isNonExceptional());
        assertEquals(true, snippet.call("m", "b").isNonExceptional());
    }

    @Test
    void aBranchOfWhichBothSidesThrowIsExceptional() throws IOException {
        Snippet snippet = new Snippet(folder, """
                static void a() {}
                static void m(boolean bad, boolean worse) {
                    if (bad) { a(); if (worse) { throw new IllegalStateException(); } throw new RuntimeException(); }
                }""");
        assertEquals(false, snippet.call("m", "a").isNonExceptional());
    }

    @Test
    void aHandlerIsExceptional() throws IOException {
        Snippet snippet = new Snippet(folder, """
                static void a() {} static void b() {}
                static void m() { try { a(); } catch (RuntimeException e) { b(); } }""");
        assertEquals(true, snippet.call("m", "a").isNonExceptional());
        assertEquals(false, snippet.call("m", "b").isNonExceptional());
    }

    @Test
    void aHandlerOfARetryRunsAgain() throws IOException {
        Snippet snippet = new Snippet(folder, """
                static void op() {}
                static void forEver() { while (true) { try { op(); return; } catch (RuntimeException e) { Thread.yield(); } } }
                static void counted() { for (int i = 0; i < 3; i++) { try { op(); return; } catch (RuntimeException e) { Thread.yield(); } } }
                static void once() { try { op(); } catch (RuntimeException e) { Thread.yield(); } }""");
        assertEquals(true, snippet.call("forEver", "yield").isInLoop());
        assertEquals(false, snippet.call("forEver", "yield").isInCountedLoop());
        assertEquals(true, snippet.call("counted", "yield").isInCountedLoop());
        assertEquals(false, snippet.call("once", "yield").isInLoop());
    }

    @Test
    void aWriteInOneBranchIsNotOnEveryReturnPath() throws IOException {
        Snippet snippet = new Snippet(folder, """
                Object f; Object g;
                void m(boolean some, Object o) { if (some) { f = o; } g = o; }""");
        assertEquals(List.of("f false", "g true"), writes(snippet));
    }

    @Test
    void aThrowIsNoReturn() throws IOException {
        Snippet snippet = new Snippet(folder, """
                Object f;
                void m(boolean bad, Object o) { if (bad) { throw new IllegalStateException(); } f = o; }""");
        assertEquals(List.of("f true"), writes(snippet));
    }

    private static List<String> writes(Snippet snippet) {
        return snippet.facts("m").writes().stream()
                .map(write -> write.field().name() + " " + write.onEveryReturnPath())
                .toList();
    }
}
