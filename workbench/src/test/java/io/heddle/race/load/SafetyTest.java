package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1/",
                "http://192.0.2.1:8080/",
                "http://0.0.0.0:8080/",
                "ftp://127.0.0.1/",
                "https://192.0.2.1/",
                "http:/path",
                "//127.0.0.1/",
                "http://[2001:db8::1]/"
            })
    void loadGoesNowhereElse(String address) {
        Failure failure = assertThrows(Failure.class, () -> Endpoint.loopback(URI.create(address)));
        assertTrue(
                failure.sentence()
                        .matches("(the host .* is not this machine; .*|.* is not an http address with a host)"),
                failure.sentence());
    }

    @Test
    void loopbackHasManyNames() {
        assertEquals(
                8080,
                Endpoint.loopback(URI.create("http://127.0.0.1:8080/"))
                        .address()
                        .getPort());
        assertEquals(
                443,
                Endpoint.loopback(URI.create("https://localhost/")).address().getPort());
        assertEquals(
                80, Endpoint.loopback(URI.create("http://localhost/")).address().getPort());
        assertTrue(Endpoint.loopback(URI.create("http://[::1]:1/"))
                .address()
                .getAddress()
                .isLoopbackAddress());
        assertTrue(Endpoint.loopback(URI.create("http://127.8.8.8:1/"))
                .address()
                .getAddress()
                .isLoopbackAddress());
    }

    @Test
    void aRequestIsWrittenAsGiven() {
        Request request = new Request(
                URI.create("http://localhost:81/a%20b/ü?q=1&r=%26#part"),
                List.of(
                        new HeaderField("accept", "text/plain"),
                        new HeaderField("X-Id", "7"),
                        new HeaderField("X-Id", "8")));
        assertEquals(
                "GET /a%20b/%C3%BC?q=1&r=%26 HTTP/1.1\r\nHost: localhost:81\r\nUser-Agent: heddle\r\naccept: text/plain\r\nX-Id: 7\r\nX-Id: 8\r\n\r\n",
                RequestCodec.encode(request));
        assertEquals(
                "GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: heddle\r\nAccept: */*\r\n\r\n",
                RequestCodec.encode(new Request(URI.create("http://localhost"), List.of())));
    }

    @Test
    void aHeaderCannotSmuggleALine() {
        for (HeaderField bad :
                List.of(new HeaderField("X", "1\r\nY: 2"), new HeaderField("X\n", "1"), new HeaderField(" ", "1"))) {
            assertThrows(
                    Failure.class,
                    () -> RequestCodec.encode(new Request(URI.create("http://localhost/"), List.of(bad))));
        }
    }
}
