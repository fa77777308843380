package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code that no service runs, or that only its owners could call and do not.
class UnusedCodeTest {

    private static final String SLEEPER =
            "public synchronized void %s() throws InterruptedException { Thread.sleep(10); }";

    @TempDir
    private Path folder;

    /// What a class, package or artifact is called says nothing.
    @Test
    void namesDecideNothing() throws IOException {
        for (String name : List.of("org.shop.test", "org.junit.rules", "org.shop.demos", "org.shop.internal")) {
            Map<String, String> sources = Map.of(
                    "MockTill",
                    "package " + name + "; public class MockTill { " + SLEEPER.formatted("openForTesting") + "}");
            assertEquals(List.of("MockTill.openForTesting"), likely(sources), name);
            assertEquals(List.of("MockTill.openForTesting"), ofLibrary(sources), name);
        }
    }

    @Test
    void aRelocatedCopyIsToldOfWhereItIsUsed() throws IOException {
        String copy = "public class Cache { " + SLEEPER.formatted("used") + SLEEPER.formatted("unused") + "}";
        Map<String, String> library = Map.of(
                "Cache",
                "package org.shop.shaded.com.other; " + copy,
                "Shop",
                "package org.shop; public class Shop { public void buy() throws InterruptedException { new org.shop.shaded.com.other.Cache().used(); } }");
        assertEquals(List.of("Cache.used"), ofLibrary(library));
        assertEquals(
                List.of("Cache.unused", "Cache.used"),
                ofLibrary(Map.of("Cache", "package org.shop.com.other; " + copy)));
        // One's own classes are relocated with the others.
        assertEquals(
                List.of("Cache.unused", "Cache.used"),
                ofLibrary(Map.of(
                        "Cache",
                        "package org.shop.shaded.org.shop; " + copy,
                        "Other",
                        "package org.shop; public class Other { }")));
    }

    /// With `--all` as much is told of the target as without.
    @Test
    void nothingOfTheTargetIsACopyByItsName() throws IOException {
        for (String name :
                List.of("com.acme.thirdparty", "com.acme.shadow", "com.acme.vendored", "org.shop.shaded.com.other")) {
            assertEquals(
                    List.of("Cache.open"),
                    likely(Map.of(
                            "Cache",
                            "package " + name + "; public class Cache { " + SLEEPER.formatted("open") + "}",
                            "Other",
                            "package com.acme; public class Other { }")),
                    name);
        }
    }

    @Test
    void noServiceRunsAssertionsOrDebugging() throws IOException {
        assertEquals(List.of("Board.always", "Board.plain", "Board.writes"), likely(Map.of("Board", """
                public class Board {
                    private static final boolean DEBUG = Boolean.getBoolean("board.debug");
                    private static final String DUMP_FOLDER = System.getProperty("board.dump");
                    private static final boolean SLOW = Boolean.getBoolean("board.slow");
                    private static boolean holds() { rest(); return true; }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public synchronized void asserts() { assert holds() : "no"; }
                    public synchronized void debugs() { if (DEBUG) { rest(); } }
                    public synchronized void dumps() { if (DUMP_FOLDER != null) { rest(); } }
                    public synchronized void plain() { if (SLOW) { rest(); } }
                    public synchronized void always() { if (!DEBUG) { rest(); } }
                    public synchronized void writes() { dump(); }
                    private void dump() { rest(); }
                }
                """)));
    }

    @Test
    void whatIsForOtherJdksDoesNotRun() throws IOException {
        assertEquals(
                List.of("Board.before22", "Board.joined", "Board.on9", "Board.since21", "Board.since9"),
                likely(Map.of("Board", """
                public class Board {
                    static boolean IS_JAVA9_COMPATIBLE = Board.class.getResource("9") != null;
                    static boolean isJre22Available() { return Board.class.getResource("22") != null; }
                    static boolean isVMGreaterOrEqual(int release) { return release < Runtime.version().feature(); }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public synchronized void since22() { if (isJre22Available()) { rest(); } }
                    public synchronized void before22() { if (!isJre22Available()) { rest(); } }
                    public synchronized void on9() { if (IS_JAVA9_COMPATIBLE) { rest(); } }
                    public synchronized void on8() { if (IS_JAVA9_COMPATIBLE) { count(); } else { rest(); } }
                    public synchronized void since9() { if (isVMGreaterOrEqual(9)) { rest(); } }
                    public synchronized void until9() { if (!isVMGreaterOrEqual(9)) { rest(); } }
                    public synchronized void since21() { if (isVMGreaterOrEqual(21)) { rest(); } }
                    public synchronized void joined(boolean either) { if (either ? count() : isJre22Available()) { rest(); } }
                    private static boolean count() { return true; }
                }
                """)));
    }

    @Test
    void whatIsForNativeImagesOrAndroidDoesNotRun() throws IOException {
        assertEquals(List.of("Board.elsewhere"), likely(Map.of("Board", """
                public class Board {
                    private static final boolean IS_ANDROID = Board.class.getResource("android") != null;
                    static boolean isGraalAvailable() { return Board.class.getResource("graal") != null; }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public synchronized void image() { if (isGraalAvailable()) { rest(); } }
                    public synchronized void phone() { if (IS_ANDROID) { rest(); } }
                    public synchronized void elsewhere() { if (!IS_ANDROID) { rest(); } }
                }
                """)));
    }

    @Test
    void aPropertyForDebuggingIsNotSet() throws IOException {
        assertEquals(List.of("Board.logs", "Board.otherwise"), likely(Map.of("Board", """
                public class Board {
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public synchronized void dumps() { String folder = System.getProperty("board.dump"); if (folder != null) { rest(); } }
                    public synchronized void otherwise() { if (System.getProperty("board.debug") == null) { rest(); } }
                    public synchronized void logs() { if (System.getProperty("board.log") != null) { rest(); } }
                }
                """)));
    }

    @Test
    void finalizersRunOnAPlatformThread() throws IOException {
        String code =
                "public class Till { private synchronized void close() throws Exception { Thread.sleep(10); } %s }";
        assertEquals(
                List.of(),
                likely(Map.of(
                        "Till", code.formatted("@Override protected void finalize() throws Exception { close(); }"))));
        assertEquals(
                List.of("Till.close"),
                likely(Map.of("Till", code.formatted("public void end() throws Exception { close(); }"))));
    }

    private List<String> likely(Map<String, String> sources) throws IOException {
        return likely(List.of(compiled(sources)), List.of());
    }

    /// What is told of a library of an application that does nothing.
    private List<String> ofLibrary(Map<String, String> sources) throws IOException {
        return likely(List.of(compiled(Map.of("App", "public class App { }"))), List.of(compiled(sources)));
    }

    private Path compiled(Map<String, String> sources) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), new HashMap<>(sources), List.of());
    }

    private static List<String> likely(List<Path> targets, List<Path> libraries) {
        return found(targets, libraries, Confidence.LIKELY)
                .map(UnusedCodeTest::place)
                .sorted()
                .toList();
    }

    private static Stream<Finding> found(List<Path> targets, List<Path> libraries, Confidence least) {
        return Checker.run(new CheckOptions(targets, libraries, Map.of(), List.of(21), Map.of(), true, least, Set.of()))
                .findings()
                .stream();
    }

    private static String place(Finding finding) {
        return finding.type().substring(finding.type().lastIndexOf('.') + 1) + "." + finding.method();
    }
}
