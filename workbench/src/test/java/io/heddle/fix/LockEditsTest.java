package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.lock.World;
import java.io.IOException;
import java.nio.file.Path;
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
    void aCollectionThatAFieldHasForItselfGetsALockBesideIt() throws IOException {
        assertEdit("""
                import java.util.*;

                public class A {
                    /** What there is. */
                    private final Map<String, String> map = new HashMap<>(8); // guarded by itself
                    private final List<String> list;

                    A(int size) {
                        list = new ArrayList<>(size);
                    }

                    public void slow() throws InterruptedException {
                        synchronized (map) {
                            Thread.sleep(10);
                            map.notifyAll();
                        }
                    }

                    public void slower() throws InterruptedException {
                        synchronized (this.list) {
                            Thread.sleep(10);
                        }
                    }
                }
                """, """
                import java.util.*;
                import java.util.concurrent.locks.Condition;
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    /** What there is. */
                    private final Map<String, String> map = new HashMap<>(8); // guarded by itself
                    private final ReentrantLock mapLock = new ReentrantLock();
                    private final Condition mapLockCondition = mapLock.newCondition();
                    private final List<String> list;
                    private final ReentrantLock listLock = new ReentrantLock();

                    A(int size) {
                        list = new ArrayList<>(size);
                    }

                    public void slow() throws InterruptedException {
                        mapLock.lock();
                        try {
                            Thread.sleep(10);
                            mapLockCondition.signalAll();
                        } finally {
                            mapLock.unlock();
                        }
                    }

                    public void slower() throws InterruptedException {
                        this.listLock.lock();
                        try {
                            Thread.sleep(10);
                        } finally {
                            this.listLock.unlock();
                        }
                    }
                }
                """);
    }

    private void assertEdit(String before, String after) throws IOException {
        FixedCode.assertEdit(folder, before, after);
    }
}
