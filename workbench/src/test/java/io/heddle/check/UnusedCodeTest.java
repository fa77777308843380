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
    void noServiceMakesAMockOrCallsWhatIsForTests() throws IOException {
        Map<String, String> library = Map.of(
                "MockConsumer",
                "public class MockConsumer { " + SLEEPER.formatted("poll") + "}",
                "Clock",
                "public class Clock { " + SLEEPER.formatted("resetForTesting") + SLEEPER.formatted("reset") + "}");
        assertEquals(List.of("Clock.reset"), ofLibrary(library));
        List<Path> application = List.of(compiled(Map.of("App", "public class App { }")));
        assertEquals(
                List.of("Clock.resetForTesting", "MockConsumer.poll"),
                found(application, List.of(compiled(library)), Confidence.POSSIBLE)
                        .filter(finding -> finding.reason().endsWith("; it is made for tests"))
                        .map(UnusedCodeTest::place)
                        .sorted()
                        .toList());
    }

    @Test
    void nothingOfTheTargetIsForTestsByItsName() throws IOException {
        Map<String, String> sources = Map.of(
                "Till",
                "package com.acme.test; public class Till { " + SLEEPER.formatted("open") + "}",
                "MockTill",
                "package com.acme; public class MockTill { " + SLEEPER.formatted("openForTests") + "}");
        assertEquals(List.of("MockTill.openForTests", "Till.open"), likely(sources));
        assertEquals(List.of(), ofLibrary(sources));
    }

    @Test
    void whatIsInternalAndUncalledIsNotUsed() throws IOException {
        String code = """
                package org.shop%s;
                public class Tills {
                    public synchronized void open() throws InterruptedException { Thread.sleep(10); }
                    public void count() throws InterruptedException { total(); }
                    public synchronized void total() throws InterruptedException { Thread.sleep(10); }
                }
                """;
        String user =
                "package org.shop; public class Shop { public void count() throws InterruptedException { new org.shop%s.Tills().count(); } }";
        assertEquals(
                List.of("Tills.total"),
                likely(Map.of("Tills", code.formatted(".internal"), "Shop", user.formatted(".internal"))));
        assertEquals(
                List.of("Tills.open", "Tills.total"),
                likely(Map.of("Tills", code.formatted(""), "Shop", user.formatted(""))));
        // Its callers are uncalled as well.
        assertEquals(
                List.of(),
                likely(Map.of(
                        "Tills", code.formatted(".internal"), "Shop", "package org.shop; public class Shop { }")));
    }

    @Test
    void anAnnotationSaysTheSameAsAPackagesName() throws IOException {
        String code = "package org.shop; %s public class Till { " + SLEEPER.formatted("open") + " }";
        String annotation = "package org.shop; public @interface InternalApi { }";
        assertEquals(List.of(), likely(Map.of("Till", code.formatted("@InternalApi"), "InternalApi", annotation)));
        assertEquals(List.of("Till.open"), likely(Map.of("Till", code.formatted(""), "InternalApi", annotation)));
    }

    @Test
    void noServiceRunsAssertionsOrDebugging() throws IOException {
        assertEquals(List.of("Board.always", "Board.plain"), likely(Map.of("Board", """
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
    void anAnnotationThatOnlyDescribesBringsNoCaller() throws IOException {
        String code = "package org.shop.internal; %s public class Till { %s " + SLEEPER.formatted("open") + " }";
        Map<String, String> annotations = Map.of(
                "Evolving",
                "package org.shop.internal; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface Evolving { }",
                "Called",
                "package org.shop.internal; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface Called { }");
        assertEquals(List.of(), likely(with(annotations, code.formatted("@Evolving", "@Deprecated"))));
        assertEquals(List.of("Till.open"), likely(with(annotations, code.formatted("@Evolving", "@Called"))));
        assertEquals(List.of("Till.open"), likely(with(annotations, code.formatted("@Called", ""))));
    }

    private static Map<String, String> with(Map<String, String> annotations, String till) {
        Map<String, String> all = new HashMap<>(annotations);
        all.put("Till", till);
        return all;
    }

    @Test
    void aTestFrameworkIsForTests() throws IOException {
        String code = "package org.%s.rules; public class Watch { " + SLEEPER.formatted("end")
                + " public Thread[] all() { return Thread.getAllStackTraces().keySet().toArray(new Thread[0]); } }";
        assertEquals(List.of(), ofLibrary(Map.of("Watch", code.formatted("junit"))));
        assertEquals(List.of("Watch.all", "Watch.end"), ofLibrary(Map.of("Watch", code.formatted("shop"))));
    }

    @Test
    void whatIsShownOnAScreenIsNoService() throws IOException {
        String code = "import java.awt.Window; public class Paint { public void draw(%s canvas) { } "
                + SLEEPER.formatted("flush") + " }";
        assertEquals(List.of(), likely(Map.of("Paint", code.formatted("Window"))));
        assertEquals(List.of("Paint.flush"), likely(Map.of("Paint", code.formatted("Object"))));
        assertEquals(
                List.of("Paint.flush"),
                likely(Map.of("Paint", code.formatted("Object").replace("public void", "public static void"))));
    }

    @Test
    void aLibrarysDemonstrationsAndToolsAreNoService() throws IOException {
        String code = "package org.shop.%s; public class Till { " + SLEEPER.formatted("open") + " }";
        assertEquals(List.of(), ofLibrary(Map.of("Till", code.formatted("demos"))));
        assertEquals(List.of("Till.open"), ofLibrary(Map.of("Till", code.formatted("sales"))));
        // An application may well be named so.
        assertEquals(List.of("Till.open"), likely(Map.of("Till", code.formatted("demo"))));
    }

    @Test
    void aProgramOfItsOwnIsNoService() throws IOException {
        String code =
                "public class Till { public static void main(String[] all) throws Exception { new Till().open(); } %s "
                        + SLEEPER.formatted("open") + " }";
        String user = "public class Shop { public Till till() { return new Till(); } }";
        assertEquals(List.of(), ofLibrary(Map.of("Till", code.formatted(""))));
        assertEquals(List.of("Till.open"), ofLibrary(Map.of("Till", code.formatted(""), "Shop", user)));
        assertEquals(
                List.of("Till.open"),
                ofLibrary(Map.of("Till", code.formatted("public static Till of() { return new Till(); }"))));
        assertEquals(List.of("Till.open"), likely(Map.of("Till", code.formatted(""))));
    }

    /// Nobody outside can make one, and the library itself does not.
    @Test
    void anObjectThatNobodyMakesIsNotUsed() throws IOException {
        String code = """
                import java.util.function.Supplier;
                class Drawer implements Supplier<Object> {
                    Drawer() { }
                    public synchronized Object get() { try { Thread.sleep(10); return this; } catch (InterruptedException e) { throw new IllegalStateException(e); } }
                }
                """;
        assertEquals(
                List.of(),
                likely(Map.of(
                        "Drawer",
                        code,
                        "Till",
                        "class Till { Till() { } public Drawer drawer() { return new Drawer(); } }")));
        assertEquals(
                List.of("Drawer.get"),
                likely(Map.of(
                        "Drawer",
                        code,
                        "Till",
                        "public class Till { public Drawer drawer() { return new Drawer(); } }")));
        assertEquals(
                List.of("Drawer.get"),
                likely(Map.of(
                        "Drawer",
                        code,
                        "Till",
                        "public class Till { public Class<?> drawer() { return Drawer.class; } }")));
    }

    /// A call that may run very many methods is followed into none of them, and may run each.
    @Test
    void whatOneOfVeryManyMakesIsUsed() throws IOException {
        StringBuilder code = new StringBuilder("""
                public class Drawers {
                    private static class Drawer {
                        synchronized void get() throws InterruptedException { Thread.sleep(10); }
                    }
                    private abstract static class Till { abstract void open() throws InterruptedException; }
                    private Till till;
                    public void open() throws InterruptedException { till.open(); }
                """);
        for (int i = 0; i < 40; i++) {
            code.append("    private static class Till")
                    .append(i)
                    .append(" extends Till { void open() throws InterruptedException { new Drawer().get(); } }\n");
            code.append("    public void use")
                    .append(i)
                    .append("() { till = new Till")
                    .append(i)
                    .append("(); }\n");
        }
        assertEquals(
                List.of("Drawers$Drawer.get"),
                likely(Map.of("Drawers", code.append("}\n").toString())));
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
