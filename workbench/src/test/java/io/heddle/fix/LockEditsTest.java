package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.lock.World;
import io.heddle.model.Fix;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the source looks like afterwards, to the character.
class LockEditsTest {

    @TempDir
    private Path folder;

    @Test
    void aFieldOfItsOwnChangesItsType() throws IOException {
        assertEdit("""
                import java.util.ArrayList;

                public class A {
                    private final Object lock = new Object(); // guards count
                    int count;

                    public void slow() throws InterruptedException {
                        synchronized (lock) { // long
                            Thread.sleep(10);
                        }
                    }

                    public int count() {
                        synchronized (this.lock) { return count; }
                    }
                }
                """, """
                import java.util.ArrayList;
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    private final ReentrantLock lock = new ReentrantLock(); // guards count
                    int count;

                    public void slow() throws InterruptedException {
                        lock.lock();
                        try { // long
                            Thread.sleep(10);
                        } finally {
                            lock.unlock();
                        }
                    }

                    public int count() {
                        this.lock.lock();
                        try { return count; } finally {
                            this.lock.unlock();
                        }
                    }
                }
                """);
    }

    @Test
    void synchronizedMethodsAndBlocksOfOneObjectBecomeOneLock() throws IOException {
        assertEdit("""
                public class A {
                    private int count;

                    @Deprecated
                    public final synchronized /* why */ void slow() throws InterruptedException {
                        // keep me
                        Thread.sleep(10);
                    }

                    synchronized int get() { return count; }

                    void add() {
                        if (count > 0)
                            synchronized (this) {
                                count++;
                            }
                    }
                }
                """, """
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    private final ReentrantLock lock = new ReentrantLock();
                    private int count;

                    @Deprecated
                    public final /* why */ void slow() throws InterruptedException {
                        lock.lock();
                        try {
                        // keep me
                        Thread.sleep(10);
                        } finally {
                            lock.unlock();
                        }
                    }

                    int get() { lock.lock(); try { return count; } finally { lock.unlock(); } }

                    void add() {
                        if (count > 0)
                            { lock.lock();
                            try {
                                count++;
                            } finally {
                                lock.unlock();
                            } }
                    }
                }
                """);
    }

    @Test
    void waitAndNotifyBecomeACondition() throws IOException {
        assertEdit("""
                public class A {
                    private boolean open;

                    public synchronized void await() throws InterruptedException {
                        while (!open) {
                            wait();
                        }
                    }

                    public synchronized void poll() throws InterruptedException {
                        this.wait(500);
                    }

                    public synchronized void open() {
                        open = true;
                        notifyAll();
                    }
                }
                """, """
                import java.util.concurrent.TimeUnit;
                import java.util.concurrent.locks.Condition;
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    private final ReentrantLock lock = new ReentrantLock();
                    private final Condition lockCondition = lock.newCondition();
                    private boolean open;

                    public void await() throws InterruptedException {
                        lock.lock();
                        try {
                        while (!open) {
                            lockCondition.await();
                        }
                        } finally {
                            lock.unlock();
                        }
                    }

                    public void poll() throws InterruptedException {
                        lock.lock();
                        try {
                        lockCondition.await(500, TimeUnit.MILLISECONDS);
                        } finally {
                            lock.unlock();
                        }
                    }

                    public void open() {
                        lock.lock();
                        try {
                        open = true;
                        lockCondition.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }
                }
                """);
    }

    @Test
    void anExpressionIsEvaluatedOnce() throws IOException {
        assertEdit("""
                import java.util.concurrent.locks.*;

                public class A {
                    static class Entry { int uses; }

                    Entry current = new Entry();

                    public void slow() throws InterruptedException {
                        synchronized (current) {
                            current = new Entry();
                            Thread.sleep(10);
                        }
                    }
                }
                """, """
                import java.util.concurrent.locks.*;

                public class A {
                    static class Entry {
                        final ReentrantLock lock = new ReentrantLock(); int uses; }

                    Entry current = new Entry();

                    public void slow() throws InterruptedException {
                        final ReentrantLock heldLock = current.lock;
                        heldLock.lock();
                        try {
                            current = new Entry();
                            Thread.sleep(10);
                        } finally {
                            heldLock.unlock();
                        }
                    }
                }
                """);
    }

    @Test
    void lineEndsAndAMissingLastOneStay() throws IOException {
        String code = """
                public class A {
                	public synchronized void slow() throws InterruptedException {
                		Thread.sleep(10);
                	}
                }""".replace("\n", "\r\n");
        String edited = """
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                	private final ReentrantLock lock = new ReentrantLock();
                	public void slow() throws InterruptedException {
                		lock.lock();
                		try {
                		Thread.sleep(10);
                		} finally {
                			lock.unlock();
                		}
                	}
                }""".replace("\n", "\r\n");
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", code));
        assertEquals(edited, fixed.text("A.java"), fixed::said);
    }

    @Test
    void subclassesShareTheLockOfTheTopmostClassThatLocks() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("Base", """
                        public class Base {
                            synchronized void quick() {}
                        }
                        """, "Sub", """
                        public class Sub extends Base {
                            public synchronized void slow() throws InterruptedException {
                                Thread.sleep(10);
                            }
                        }
                        """));
        assertTrue(fixed.isMended(), fixed::said);
        assertEquals("""
                import java.util.concurrent.locks.ReentrantLock;

                public class Base {
                    final ReentrantLock lock = new ReentrantLock();
                    void quick() { lock.lock(); try {} finally { lock.unlock(); } }
                }
                """, fixed.text("Base.java"));
        assertTrue(fixed.text("Sub.java").contains("lock.unlock();"));
    }

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

    private void assertEdit(String before, String after) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", before));
        assertEquals(after, fixed.text("A.java"), fixed::said);
        List<Fix.Proof> failed = fixed.fix().answers().stream()
                .flatMap(answer -> answer.proofs().stream())
                .filter(proof -> proof.state() == Fix.Proof.State.FAILED)
                .toList();
        assertEquals(List.of(), failed);
    }
}
