package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.heddle.model.Failure;
import io.heddle.race.SelfSigned;
import java.io.InputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnansweredTest {

    @TempDir
    private Path folder;

    @Test
    void nobodyListensIsSaid() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Failure failure = once(Endpoint.loopback(URI.create("http://127.0.0.1:" + port)));
        assertEquals("nobody listens at 127.0.0.1:" + port + ": the connection was refused", failure.sentence());
        assertTrue(failure.next().contains("is the service up?"), failure.next());
    }

    /// Beyond loopback a certificate must be one that the JDK trusts.
    @Test
    void aSelfSignedCertificateIsNamedAsTheReason() throws Exception {
        Optional<InetAddress> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
        Assumptions.assumeTrue(own.isPresent(), "this machine has no address beyond loopback");
        HttpsServer server = HttpsServer.create(new InetSocketAddress(own.orElseThrow(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
        server.start();
        try {
            String host = own.orElseThrow().getHostAddress();
            Failure failure = once(Endpoint.of(
                    URI.create("https://" + host + ":" + server.getAddress().getPort()), Set.of(host)));
            assertTrue(failure.sentence().contains("unable to find valid certification path"), failure.sentence());
            assertTrue(failure.next().contains("trustStore"), failure.next());
        } finally {
            server.stop(0);
        }
    }

    private SSLContext selfSigned() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(SelfSigned.in(folder))) {
            store.load(in, SelfSigned.PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, SelfSigned.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static Failure once(Endpoint endpoint) {
        try (Generator generator = new Generator(1)) {
            Request request = new Request(endpoint.base().resolve("/"), List.of());
            return assertThrows(Failure.class, () -> generator.once(endpoint, request, Duration.ofSeconds(10)));
        }
    }
}
