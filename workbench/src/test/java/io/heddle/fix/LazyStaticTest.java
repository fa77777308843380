package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A static field whose initialiser blocks is set by its first use.
class LazyStaticTest {

    private static final String CODE = """
            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.net.Socket;

            public class A {
                private static final Integer FIRST_BYTE = load("localhost"); // asks
                private static int asked;

                public static int twice() {
                    asked++;
                    return FIRST_BYTE + A.FIRST_BYTE;
                }

                private static Integer load(String host) {
                    try (Socket socket = new Socket(host, 80)) {
                        return socket.getInputStream().read();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void isSetByItsFirstUse() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", CODE));
        assertEquals("""
                import java.io.IOException;
                import java.io.UncheckedIOException;
                import java.net.Socket;
                import java.util.concurrent.locks.ReentrantLock;

                public class A {
                    private static Integer FIRST_BYTE; // asks
                    private static volatile boolean firstByteReady;
                    private static final ReentrantLock FIRST_BYTE_LOCK = new ReentrantLock();
                    private static int asked;

                    public static int twice() {
                        asked++;
                        return firstByte() + A.firstByte();
                    }

                    private static Integer load(String host) {
                        try (Socket socket = new Socket(host, 80)) {
                            return socket.getInputStream().read();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }

                    private static Integer firstByte() {
                        if (!firstByteReady) {
                            FIRST_BYTE_LOCK.lock();
                            try {
                                if (!firstByteReady) {
                                    FIRST_BYTE = load("localhost");
                                    firstByteReady = true;
                                }
                            } finally {
                                FIRST_BYTE_LOCK.unlock();
                            }
                        }
                        return FIRST_BYTE;
                    }
                }
                """, fixed.text("A.java"), fixed::said);
    }

    @Test
    void aUseBeforeTheClassIsReadyRefuses() throws IOException {
        assertRefused(
                Refusal.USED_OTHERWISE, CODE.replace("static int asked;", "static int asked = FIRST_BYTE.intValue();"));
        assertRefused(Refusal.USED_OTHERWISE, CODE.replace("private static final Integer", "static final Integer"));
        assertRefused(
                Refusal.USED_OTHERWISE,
                CODE.replace(
                        "Integer FIRST_BYTE = load(\"localhost\");",
                        "Integer FIRST_BYTE; static { FIRST_BYTE = load(\"localhost\"); }"));
    }

    @Test
    void anInitialiserThatUsesItsFieldRefuses() throws IOException {
        assertRefused(Refusal.LOADER_RECURS, CODE.replace("return socket", "twice(); return socket"));
    }

    /// Run later, and in the order of their uses, two such initialisers have their effects in another order.
    @Test
    void anInitialiserWhoseOrderTheProgramCanTellRefuses() throws IOException {
        String load = "return socket";
        assertOrderMatters(CODE.replace(load, "asked++; return socket"));
        assertOrderMatters(CODE.replace(load, "LOG.append(host); return socket")
                .replace(
                        "private static int asked;",
                        "private static int asked; "
                                + "private static final StringBuilder LOG = new StringBuilder();"));
        assertOrderMatters(CODE.replace(load, "System.out.println(host); return socket"));
        assertOrderMatters(CODE.replace(load, "System.setProperty(host, host); return socket"));
        assertOrderMatters(CODE.replace(load, "Thread.ofVirtual().start(() -> {}); return socket"));
        assertOrderMatters(CODE.replace(load, "java.util.logging.Logger.getLogger(host).info(host); return socket"));
        assertOrderMatters(CODE.replace("load(\"localhost\")", "load(\"localhost\" + A.asked)"));
        assertOrderMatters(CODE.replace(
                load, "java.nio.file.Files.writeString(java.nio.file.Path.of(host), host); return socket"));
    }

    /// Objects that the initialiser makes are its own.
    @Test
    void whatAnInitialiserDoesToItsOwnObjectsDoesNotMatter() throws IOException {
        FixedCode fixed = FixedCode.of(
                folder,
                World.APPLICATION,
                Map.of("A", CODE.replace("return socket", "new StringBuilder().setLength(0); return socket")));
        assertTrue(fixed.text("A.java").contains("firstByteReady"), fixed::said);
    }

    private void assertOrderMatters(String code) throws IOException {
        assertRefused(Refusal.ORDER_OF_EFFECTS, code);
    }

    private void assertRefused(Refusal refusal, String code) throws IOException {
        FixedCode.of(folder, World.APPLICATION, Map.of("A", code)).assertRefused(refusal);
    }
}
