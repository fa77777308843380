package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RefusalsTest {

    @Test
    void onlyLastingRefusalIsDeath() {
        Refusals refusals = new Refusals();
        for (int attempt = 0; attempt < 100; attempt++) {
            refusals.refused(0);
        }
        assertFalse(refusals.dead(MILLISECONDS.toNanos(1_999)), "too short");
        assertTrue(refusals.dead(MILLISECONDS.toNanos(2_000)));
        refusals.alive();
        assertFalse(refusals.dead(MILLISECONDS.toNanos(9_000)), "came back");
        refusals.refused(MILLISECONDS.toNanos(9_000));
        assertFalse(refusals.dead(MILLISECONDS.toNanos(19_000)), "too few");
    }

    @Test
    void whatBreaksAConnectionHasOneNameOnEveryTransport() {
        assertEquals("refused", ErrorClassifier.of(new java.net.ConnectException("Connection refused: /127.0.0.1:1")));
        assertEquals("reset", ErrorClassifier.of(new java.net.SocketException("Connection reset")));
        assertEquals("reset", ErrorClassifier.of(new java.io.IOException("Broken pipe")));
        assertEquals(
                "reset",
                ErrorClassifier.of(
                        new java.io.IOException("recvAddress(..) failed with error(-104): Connection reset by peer")));
        assertEquals("timeout", ErrorClassifier.of(new io.netty.channel.ConnectTimeoutException()));
        assertEquals(
                "BindException", ErrorClassifier.of(new java.net.BindException("Cannot assign requested address")));
    }
}
