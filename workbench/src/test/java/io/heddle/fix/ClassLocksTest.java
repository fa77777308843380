package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The monitor of the object that stands for a class becomes a static lock.
class ClassLocksTest {

    @TempDir
    private Path folder;

    @Test
    void theMonitorOfAClassBecomesAStaticLock() throws IOException {
        FixedCode.assertEdit(folder, """
                public class A {
                    private static int count;

                    public static synchronized void slow() throws InterruptedException {
                        Thread.sleep(10);
                    }

                    public int count() {
                        synchronized (A.class) {
                            return count;
                        }
                    }

                    static class B {
                        void add() {
                            synchronized (A.class) {
                                count++;
                            }
                        }
                    }
                }
                """, """
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    static final ReentrantLock LOCK = new ReentrantLock();
                    private static int count;

                    public static void slow() throws InterruptedException {
                        LOCK.lock();
                        try {
                        Thread.sleep(10);
                        } finally {
                            LOCK.unlock();
                        }
                    }

                    public int count() {
                        LOCK.lock();
                        try {
                            return count;
                        } finally {
                            LOCK.unlock();
                        }
                    }

                    static class B {
                        void add() {
                            A.LOCK.lock();
                            try {
                                count++;
                            } finally {
                                A.LOCK.unlock();
                            }
                        }
                    }
                }
                """);
    }

    @Test
    void objectsAndTheirClassHaveLocksOfTheirOwn() throws IOException {
        FixedCode.assertEdit(folder, """
                public class A {
                    public synchronized void own() throws InterruptedException {
                        Thread.sleep(10);
                        synchronized (A.class) {
                            Thread.sleep(10);
                        }
                    }
                }
                """, """
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    private final ReentrantLock lock = new ReentrantLock();
                    private static final ReentrantLock LOCK = new ReentrantLock();
                    public void own() throws InterruptedException {
                        lock.lock();
                        try {
                        Thread.sleep(10);
                        LOCK.lock();
                        try {
                            Thread.sleep(10);
                        } finally {
                            LOCK.unlock();
                        }
                        } finally {
                            lock.unlock();
                        }
                    }
                }
                """);
    }

    @Test
    void aLibrarysCallersMayLockItsPublicClasses() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.LIBRARY, Map.of("A", """
                public class A {
                    public static synchronized void slow() throws InterruptedException {
                        Thread.sleep(10);
                    }
                }
                """));
        assertEquals(List.of(Refusal.PUBLIC_MONITOR), fixed.refusals(), fixed::said);
    }
}
