package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.model.Failure;
import io.heddle.model.Load;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A service that sends everybody to its login page.
class AcceptedTest {

    private static final Phases PHASES = new Phases(
            0,
            0,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofMillis(300),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5));

    @Test
    void redirectionsAreErrorsUnlessTheyAreAccepted() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Location", "/login");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.start();
        try (Generator generator = new Generator(1)) {
            Request request = new Request(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"), List.of());
            RequestMix usual = RequestMix.of(request);
            Measurement refused = run(generator, usual);
            assertEquals(0, refused.requests());
            assertTrue(refused.errors() > 0, refused::toString);
            assertEquals(Set.of("302"), refused.errorKinds().keySet());
            Measurement accepted = run(generator, new RequestMix(usual.parts(), Accepted.parse(List.of("3xx"))));
            assertEquals(0, accepted.errors());
            assertTrue(accepted.requests() > 0, accepted::toString);
        } finally {
            server.stop(0);
        }
    }

    private static Measurement run(Generator generator, RequestMix mix) throws InterruptedException {
        Endpoint endpoint = Endpoint.loopback(mix.parts().getFirst().request().uri());
        return generator.run(endpoint, mix, new Load.Closed(2), PHASES, RunListener.none());
    }

    @Test
    void oneStatusCanBeAccepted() {
        Accepted one = Accepted.parse(List.of("304"));
        assertTrue(one.good(204) && one.good(304));
        assertFalse(one.good(302) || one.good(404) || one.good(500));
        assertThrows(Failure.class, () -> Accepted.parse(List.of("404")));
        assertThrows(Failure.class, () -> Accepted.parse(List.of("redirects")));
    }
}
