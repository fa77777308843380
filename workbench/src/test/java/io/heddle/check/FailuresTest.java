package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Exposure;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What code does once something has failed counts as well: handlers, what runs before a throw, and what these call.
class FailuresTest extends CodeTest {

    private static final String FAILS =
            " private int left = 1; private void op() throws IOException { if (left-- > 0) { throw new IOException(\"again\"); } } ";

    @Test
    void aHandlerUnderAMonitorBlocks() throws IOException {
        assertEquals(
                List.of("backoff", "deep", "inBlock", "nested", "once", "rethrown", "there", "whole"),
                blocking("""
                import java.io.IOException;
                public class Retries {
                """ + FAILS + REST + """
                    private final Object lock = new Object();
                    public synchronized void backoff() throws Exception {
                        while (true) { try { op(); return; } catch (IOException e) { Thread.sleep(300); } }
                    }
                    public synchronized void there() throws Exception {
                        while (true) { try { op(); return; } catch (IOException e) { left++; } Thread.sleep(300); }
                    }
                    public synchronized void once() { try { op(); } catch (IOException e) { rest(); } }
                    public void inBlock() { synchronized (lock) { try { op(); } catch (IOException e) { rest(); } } }
                    public void whole() { synchronized (lock) { deep(); } }
                    private void deeper() { try { op(); } catch (IOException e) { rest(); } }
                    public synchronized void deep() { deeper(); }
                    public synchronized void nested() throws IOException {
                        try { op(); } catch (IOException e) { try { op(); } catch (IllegalStateException worse) { rest(); } }
                    }
                    public synchronized void rethrown() { try { op(); } catch (IOException e) { throw failure(e); } }
                    private static RuntimeException failure(Exception e) { rest(); return new IllegalStateException(e); }
                    public void outside() { try { synchronized (lock) { op(); } } catch (IOException e) { rest(); } }
                    public void after() { synchronized (lock) { left++; } try { op(); } catch (IOException e) { rest(); } }
                    public synchronized void quick() { try { op(); } catch (IOException e) { left = 0; } }
                }
                """));
    }

    /// Compilers write what is done after a failure in many ways.
    @Test
    void eachWayToHandleAFailureCounts() throws IOException {
        assertEquals(
                List.of("acquire", "asked", "bin", "endless", "net", "sneaky", "three"),
                blocking("""
                import java.io.*;
                import java.net.Socket;
                import java.util.*;
                import java.util.concurrent.*;
                import java.util.concurrent.locks.*;
                public class Ways {
                """ + FAILS + REST + """
                    private final Lock lock = new ReentrantLock();
                    private final Map<String, String> map = new ConcurrentHashMap<>();
                    public synchronized void acquire() {
                        try { lock.lockInterruptibly(); lock.unlock(); } catch (InterruptedException e) { rest(); }
                    }
                    public synchronized void endless() throws IOException { try { while (true) { op(); } } finally { rest(); } }
                    public String bin(String key) {
                        return map.computeIfAbsent(key, name -> {
                            for (int i = 0; i < 3; i++) { try { op(); return name; } catch (IOException e) { rest(); } }
                            throw new IllegalStateException();
                        });
                    }
                    public synchronized void three() throws IOException {
                        IOException last = null;
                        for (int i = 0; i < 3; i++) { try { op(); return; } catch (IOException e) { last = e; rest(); } }
                        throw last;
                    }
                    public synchronized void sneaky() { try { op(); } catch (Throwable t) { rest(); throw Ways.<RuntimeException>as(t); } }
                    @SuppressWarnings("unchecked")
                    private static <T extends Throwable> RuntimeException as(Throwable t) throws T { throw (T) t; }
                    public synchronized void net() {
                        try { op(); } catch (IOException e) {
                            try (Socket log = new Socket("log", 514)) { log.getOutputStream().write(1); } catch (IOException worse) { left = 0; }
                        }
                    }
                    public synchronized void asked(Future<String> task) throws Exception { try { op(); } catch (IOException e) { task.get(); } }
                    public void later() {
                        boolean again;
                        synchronized (this) { try { op(); again = false; } catch (IOException e) { again = true; } }
                        if (again) { rest(); }
                    }
                    public synchronized void wrapped() { try { op(); } catch (IOException e) { throw new UncheckedIOException("" + left, e); } }
                    public synchronized void elsewhere() { try { op(); } catch (IOException e) { new Thread(Ways::rest).start(); } }
                }
                """));
    }

    @Test
    void whatLeadsToAThrowBlocks() throws IOException {
        assertEquals(List.of("cases", "checked", "made", "penalty"), blocking("""
                public class Refusals {
                    static class Refused extends RuntimeException { Refused() { rest(); } }
                    public synchronized void made(boolean known) { if (!known) { throw new Refused(); } }
                    public synchronized void asserted(boolean known) { assert known : describe(); }
                    private static String describe() { rest(); return "unknown"; }
                """ + REST + """
                    public synchronized void penalty() { rest(); throw new SecurityException("bad password"); }
                    public synchronized void checked(boolean known) { if (!known) { rest(); throw new SecurityException(); } }
                    public synchronized int cases(int kind) {
                        switch (kind) {
                            case 0: return 1;
                            case 1: return 2;
                            default: rest(); throw new IllegalArgumentException();
                        }
                    }
                    public synchronized void outside(boolean known) { if (!known) { throw new SecurityException(); } }
                    public void penaltyWithout() { synchronized (this) { hashCode(); } rest(); throw new SecurityException(); }
                }
                """));
    }

    @Test
    void whatIsCalledBackInAHandlerBlocks() throws IOException {
        assertEquals(List.of("get", "or"), blocking("""
                import java.io.IOException;
                import java.util.function.Supplier;
                public class Fallbacks {
                """ + REST + """
                    static class Lazy {
                        private int left = 1;
                        private void op() throws IOException { if (left-- > 0) { throw new IOException("again"); } }
                        synchronized String or(Supplier<String> other) {
                            try { op(); return ""; } catch (IOException e) { return other.get(); }
                        }
                    }
                    private final Lazy lazy = new Lazy();
                    public String load() { return lazy.or(() -> { rest(); return ""; }); }
                    static class Quick {
                        private int left = 1;
                        synchronized String or(Supplier<String> other) {
                            try { left++; return ""; } catch (IllegalStateException e) { return other.get(); }
                        }
                    }
                    private final Quick quick = new Quick();
                    public String quick() { return quick.or(() -> "nothing"); }
                    static synchronized String get(Supplier<String> source) {
                        try { return source.get(); } catch (RuntimeException e) { rest(); return ""; }
                    }
                }
                """));
    }

    /// A parameter is what handlers pass as well.
    @Test
    void aHandlerPassesWhatNobodyElsePasses() throws IOException {
        assertEquals(List.of("run"), blocking("""
                import java.io.IOException;
                public class Passes {
                """ + FAILS + REST + """
                    public synchronized void run() { try { op(); end(false); } catch (IOException e) { end(true); } }
                    private void end(boolean failed) { if (failed) { rest(); } }
                    public synchronized void never() { finish(false); }
                    private void finish(boolean failed) { if (failed) { rest(); } }
                }
                """));
    }

    /// Whoever waits for a lock waits for handlers that run while it is held.
    @Test
    void aLockIsHeldByAHandler() throws IOException {
        assertEquals(List.of("read"), likely("""
                import java.io.IOException;
                import java.util.concurrent.locks.*;
                public class Guarded {
                """ + FAILS + REST + """
                    private final Lock held = new ReentrantLock();
                    private final Lock brief = new ReentrantLock();
                    public synchronized int read() { held.lock(); try { return left; } finally { held.unlock(); } }
                    public synchronized int look() { brief.lock(); try { return left; } finally { brief.unlock(); } }
                    public void write() { held.lock(); try { op(); } catch (IOException e) { rest(); } finally { held.unlock(); } }
                    public void mark() { try { brief.lock(); try { op(); } finally { brief.unlock(); } } catch (IOException e) { rest(); } }
                }
                """));
    }

    /// Recovery runs once, and the finding says why.
    @Test
    void afterAFailureMeansOnce() throws IOException {
        String code = """
                import java.io.IOException;
                public class Both {
                """ + FAILS + REST + """
                    public synchronized void handled() { try { op(); } catch (IOException e) { rest(); } }
                    public synchronized void always() { try { op(); } catch (IOException e) { left = 0; } finally { rest(); } }
                }
                """;
        assertEquals(Map.of("always", Exposure.SOME_REQUESTS, "handled", Exposure.ONCE), exposures(code));
        assertTrue(
                check(code, Confidence.LIKELY).stream()
                        .filter(finding -> finding.method().equals("handled"))
                        .allMatch(finding -> finding.reason().contains("only after a failure")),
                "the reason says so");
    }
}
