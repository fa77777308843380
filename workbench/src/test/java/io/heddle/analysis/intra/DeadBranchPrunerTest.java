package io.heddle.analysis.intra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.Snippet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Branches that no service takes have no calls.
class DeadBranchPrunerTest {

    @TempDir
    private Path folder;

    @Test
    void aStaticFieldForDebuggingIsFalse() throws IOException {
        assertEquals(List.of("b"), calls("""
                static final boolean DEBUG = Boolean.getBoolean("snippet.debug");
                static void m() { if (DEBUG) { a(); } b(); }"""));
    }

    @Test
    void anotherStaticFieldMayBeTrue() throws IOException {
        assertEquals(List.of("a", "b"), calls("""
                static final boolean STRICT = Boolean.getBoolean("snippet.strict");
                static void m() { if (STRICT) { a(); } b(); }"""));
    }

    @Test
    void assertionsAreOff() throws IOException {
        assertEquals(List.of("b"), calls("static boolean c() { return true; } static void m() { assert c(); b(); }"));
    }

    @Test
    void theCodeIsJudgedForJava21() throws IOException {
        assertEquals(List.of("b"), calls("""
                static boolean isJre22Available() { return Runtime.version().feature() >= 22; }
                static void m() { if (isJre22Available()) { a(); } else { b(); } }"""));
        assertEquals(List.of("a"), calls("""
                static boolean isJre21Available() { return Runtime.version().feature() >= 21; }
                static void m() { if (isJre21Available()) { a(); } else { b(); } }"""));
    }

    // Of the method `m`, but for the question itself.
    private List<String> calls(String members) throws IOException {
        return new Snippet(folder, members + " static void a() {} static void b() {}")
                .facts("m").calls().stream()
                        .map(call -> call.signature().name())
                        .filter(name -> name.length() == 1)
                        .toList();
    }
}
