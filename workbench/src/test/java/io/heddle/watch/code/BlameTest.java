package io.heddle.watch.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.waits.StackFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlameTest {

    private static StackFrame frame(String type, String method) {
        return new StackFrame(type, method, "", 1, -1, false, false);
    }

    /// As JNA calls native code: its own classes have a prefix of the JDK.
    @Test
    void aProxyIsNobodysCode() {
        StackFrame proxy = frame("com.example.$Proxy145", "usleep");
        StackFrame own = frame("com.example.Device", "read");
        assertEquals(own, Blame.ownerOf(List.of(frame("com.sun.jna.Native", "invokeInt"), proxy, own), 0));
        assertEquals(proxy, Blame.ownerOf(List.of(frame("com.sun.jna.Native", "invokeInt"), proxy), 0));
        StackFrame jdk = frame("java.lang.Thread", "sleep");
        assertEquals(jdk, Blame.ownerOf(List.of(jdk), 0));
    }
}
