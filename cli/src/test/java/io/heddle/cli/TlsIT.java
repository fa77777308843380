package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An unmodified service behind a certificate that nobody has signed but itself, raced whole.
@Tag("long")
class TlsIT {

    private static final String PASSWORD = "woven-by-hand";

    @TempDir
    private Path folder;

    @AfterEach
    void noOrphans() throws Exception {
        HeddleRun.assertNoneAlive(folder.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "25, boot-3.5, false, HTTP/1.1",
        "21, boot-3.5, false, HTTP/1.1",
        "25, boot-3.5, true, HTTP/2",
        "21, boot-3.5, true, HTTP/2"
    })
    void isRacedOverTls(String jdk, String service, boolean http2, String by) throws Exception {
        Path store = folder.resolve("self-signed.p12");
        assertTrue(Shell.succeeds(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                "self",
                "-dname",
                "CN=nobody.example",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        List<String> arguments = new ArrayList<>(List.of(
                "race",
                ServiceUnderTest.jar(service).toString(),
                "--jdk",
                Jdks.home(jdk),
                "--path",
                "/hello",
                "--connections",
                "20",
                "--duration",
                "500ms",
                "--repetitions",
                "1",
                "--quick",
                "--rate",
                "50",
                "--json",
                "race.json",
                "--html",
                "race.html",
                "--",
                "--server.port={port}",
                "--server.ssl.key-store=" + store,
                "--server.ssl.key-store-password=" + PASSWORD));
        if (http2) {
            arguments.add("--server.http2.enabled=true");
        }
        JsonNode race = HeddleRun.start(folder, arguments).await().exits(0).json("race.json");
        assertEquals(4, race.path("trials").size(), race.toPrettyString());
        for (JsonNode trial : race.path("trials")) {
            assertTrue(
                    trial.path("requests").asInt() > 0 && trial.path("errors").asInt() == 0, trial.toString());
            assertEquals(
                    trial.path("arm").asText().equals("virtual") ? 1.0 : 0.0,
                    trial.path("virtualShare").asDouble(),
                    0.05,
                    trial.toString());
        }
        assertTrue(
                race.path("target").path("notes").toString().contains("over TLS, by " + by),
                race.path("target").path("notes").toString());
        assertFalse(
                (race + Files.readString(folder.resolve("race.html"))).contains(PASSWORD),
                "a password of the target's arguments is in a report");
    }
}
