package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.race.target.Sockets;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningServicesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://192.0.2.1:8080                | --i-own-this-target 192.0.2.1
            http://0.0.0.0:8080                  | --i-own-this-target 0.0.0.0
            http://me:hunter2@localhost:8080     | --header
            http://me:hunter2@my_host:8080       | --header
            http://localhost:8080/api?key=hunter2 | --path
            ftp://localhost:8080                 | http
            """)
    void servicesThatAreNotToBeLoaded(String url, String next) {
        Failure failure =
                assertThrows(Failure.class, () -> RunningServices.endpoint(URI.create(url), Set.of("localhost")));
        assertTrue(failure.next().contains(next), failure.next());
        assertFalse(failure.sentence().contains("hunter2"), failure.sentence());
    }

    @Test
    void theOwnersWordOpensOneHost() {
        assertEquals(
                "192.0.2.1",
                RunningServices.endpoint(URI.create("http://192.0.2.1:8080"), Set.of("192.0.2.1"))
                        .address()
                        .getAddress()
                        .getHostAddress());
        assertThrows(
                Failure.class,
                () -> RunningServices.endpoint(URI.create("http://192.0.2.2:8080"), Set.of("192.0.2.1")));
    }

    @Test
    void whoseServiceItIs() throws Exception {
        try (ServerSocket own = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertEquals(Optional.empty(), Sockets.strangerAt(own.getLocalPort()));
            assertEquals(
                    own.getLocalPort(),
                    RunningServices.endpoint(URI.create("http://localhost:" + own.getLocalPort()), Set.of())
                            .address()
                            .getPort());
        }
    }
}
