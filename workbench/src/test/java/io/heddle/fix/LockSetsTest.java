package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which monitors are known to be of one object, and which may be others'.
class LockSetsTest {

    @TempDir
    private Path folder;

    @Test
    void aTimeoutThatWasComparedIsAboveZero() throws IOException {
        String code = """
                public class A {
                    private boolean open;

                    public synchronized void await(long millis) throws InterruptedException {
                        long end = System.currentTimeMillis() + millis;
                        long left = millis;
                        while (!open && %s) {
                            wait(left);
                            left = end - System.currentTimeMillis();
                        }
                    }

                    public synchronized void open() {
                        open = true;
                        notifyAll();
                    }
                }
                """;
        for (String guard : List.of("left > 0", "0 < left", "left >= 1", "!(left <= 0)", "1 <= left")) {
            FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", code.replace("%s", guard)));
            assertTrue(
                    fixed.text("A.java").contains("lockCondition.await(left, TimeUnit.MILLISECONDS);"),
                    () -> guard + fixed.said());
        }
        for (String guard : List.of("left >= 0", "left != 0", "left > -1", "left < 9", "0 <= left")) {
            FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", code.replace("%s", guard)));
            assertEquals(List.of(Refusal.TIMED_WAIT), fixed.refusals(), () -> guard + fixed.said());
        }
    }

    @Test
    void ofTwoMonitorsInARowBothAreConvertedOrTheReasonIsTold() throws IOException {
        String code = """
                public class A {
                    private final Object one = new Object();
                    private %s Object two = new Object();

                    public void slow() throws InterruptedException {
                        synchronized (one) {
                            Thread.sleep(10);
                        }
                        synchronized (two) {
                            Thread.sleep(10);
                        }
                    }
                }
                """;
        FixedCode both = FixedCode.of(folder, World.APPLICATION, Map.of("A", code.replace("%s", "final")));
        assertEquals(List.of(), both.refusals(), both::said);
        assertEquals(2, both.text("A.java").split("\\.unlock\\(", -1).length - 1);
        for (String mutable : List.of("one", "two")) {
            FixedCode half = FixedCode.of(
                    folder,
                    World.APPLICATION,
                    Map.of("A", code.replace("%s", "final").replace("final Object " + mutable, "Object " + mutable)));
            assertEquals(List.of(Refusal.MUTABLE_LOCK), half.refusals(), half::said);
            assertEquals("", half.text("A.java"));
        }
    }

    @Test
    void subclassesOfOtherPackagesInheritTheLock() throws IOException {
        Path classes = io.heddle.check.Compiled.all(
                Files.createTempDirectory(folder, "classes"), Map.of("Base", """
                        package a;
                        public class Base {
                            protected synchronized void quick() {}
                        }
                        """), List.of());
        Path root = Files.createTempDirectory(folder, "src");
        write(root, "a/Base.java", """
                package a;
                public class Base {
                    protected synchronized void quick() {}
                }
                """);
        String sub = """
                package b;
                public class Sub extends a.Base {
                    public synchronized void slow() throws InterruptedException { Thread.sleep(10); }
                }
                """;
        write(root, "b/Sub.java", sub);
        io.heddle.check.Compiled.all(classes, Map.of("Sub", sub), List.of(classes));
        FixedCode fixed = FixedCode.of(classes, root, World.APPLICATION);
        assertTrue(
                fixed.text("Base.java").contains("protected final ReentrantLock lock = new ReentrantLock();"),
                fixed::said);
        assertTrue(fixed.text("Sub.java").contains("lock.unlock();"));
    }

    @Test
    void aProtectedFieldIsAnApplicationsOwn() throws IOException {
        Map<String, String> code = Map.of("A", """
                public class A {
                    protected final Object lock = new Object();
                    public void slow() throws InterruptedException {
                        synchronized (lock) {
                            Thread.sleep(10);
                        }
                    }
                }
                """);
        assertTrue(FixedCode.of(folder, World.APPLICATION, code)
                .text("A.java")
                .contains("protected final ReentrantLock lock = new ReentrantLock();"));
        assertEquals(
                List.of(Refusal.PUBLIC_MONITOR),
                FixedCode.of(folder, World.LIBRARY, code).refusals());
    }

    @Test
    void aCollectionThatMayBeLockedElsewhereIsRefused() throws IOException {
        String code = """
                import java.util.*;

                public class A {
                    %s
                    public void slow() throws InterruptedException {
                        synchronized (map) {
                            Thread.sleep(10);
                        }
                    }
                    %s
                }
                """;
        for (List<String> parts : List.of(
                List.of("private final Map<String, String> map; A(Map<String, String> map) { this.map = map; }", ""),
                List.of("private Map<String, String> map = new HashMap<>();", ""),
                List.of("private final Hashtable<String, String> map = new Hashtable<>();", ""),
                List.of("private final Thread map = new Thread();", ""),
                List.of(
                        "private final Map<String, String> map = new HashMap<>();",
                        "void other(Map<String, String> any) { synchronized (any) { any.clear(); } }"),
                List.of(
                        "private final Map<String, String> map, two; A() { map = two = new HashMap<>(); }",
                        "Map<String, String> two() { return two; }"),
                List.of(
                        "private final Map<String, String> map = new HashMap<>();",
                        "void local() { Map<String, String> m = map; synchronized (m) { m.clear(); } }"))) {
            FixedCode fixed = FixedCode.of(
                    folder, World.APPLICATION, Map.of("A", code.formatted(parts.getFirst(), parts.getLast())));
            assertFalse(fixed.isMended(), parts::toString);
            assertFalse(fixed.refusals().isEmpty(), parts::toString);
        }
        Map<String, String> handedOut = Map.of(
                "A",
                code.formatted(
                        "private final Map<String, String> map = new HashMap<>();",
                        "public Map<String, String> map() { return map; }"));
        assertTrue(FixedCode.of(folder, World.APPLICATION, handedOut).isMended());
        assertEquals(
                List.of(Refusal.PUBLIC_MONITOR),
                FixedCode.of(folder, World.LIBRARY, handedOut).refusals());
    }

    @Test
    void anInterfaceThatOneClassImplementsStandsForIt() throws IOException {
        Map<String, String> code = new HashMap<>(Map.of("Link", """
                public interface Link {
                    void send() throws InterruptedException;
                    void close();
                }
                """, "Plug", """
                public class Plug implements Link {
                    public synchronized void send() throws InterruptedException { Thread.sleep(10); }
                    public void close() {}
                }
                """, "User", """
                public class User {
                    Link link = new Plug();
                    public void use() throws InterruptedException {
                        synchronized (link) {
                            link.send();
                            link.notifyAll();
                        }
                    }
                }
                """));
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, code);
        String user = fixed.text("User.java");
        assertTrue(user.contains("final ReentrantLock heldLock = ((Plug) link).lock;"), () -> user + fixed.said());
        assertTrue(user.contains("((Plug) link).lockCondition.signalAll();"), user);
        code.put("Other", "public class Other implements Link { public void send() {} public void close() {} }");
        assertFalse(FixedCode.of(folder, World.APPLICATION, code).isMended());
        code.remove("Other");
        code.put("Proxies", "public class Proxies { Class<?> of() { return Link.class; } }");
        assertFalse(FixedCode.of(folder, World.APPLICATION, code).isMended());
    }

    private static void write(Path root, String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
