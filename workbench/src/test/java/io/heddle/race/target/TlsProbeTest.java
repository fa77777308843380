package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.heddle.race.SelfSigned;
import io.heddle.race.load.Request;
import io.heddle.race.target.HttpProbe.Answer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A port that wants TLS is asked over TLS.
@Tag("slow")
class TlsProbeTest {

    @TempDir
    private Path folder;

    @Test
    void aPortThatWantsTlsAnswersOverIt() throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(context()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        try (PortProbes probes =
                new PortProbes(new Request(URI.create("http://localhost/"), List.of()), Duration.ofSeconds(10))) {
            probes.ask(InetAddress.getByName("127.0.0.1"), port);
            Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
            while (!(probes.answers().get(port) instanceof Answer.Status)) {
                assertTrue(Instant.now().isBefore(deadline), probes.answers().toString());
                Thread.sleep(20);
            }
            assertEquals(new Answer.Status(204, ""), probes.answers().get(port));
            assertEquals(
                    URI.create("https://127.0.0.1:" + port), probes.uri(port).orElseThrow());
        } finally {
            server.stop(0);
        }
    }

    private SSLContext context() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(SelfSigned.in(folder))) {
            store.load(file, SelfSigned.PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, SelfSigned.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
