package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `mvnw` on a machine without unzip, and a Maven from loopback that says that it ran.
class MavenWrapperTest {

    private static final List<String> TOOLS = List.of(
            "sh",
            "uname",
            "dirname",
            "basename",
            "tr",
            "mktemp",
            "rm",
            "mkdir",
            "curl",
            "sha256sum",
            "shasum",
            "tar",
            "gzip",
            "ls",
            "mv",
            "chmod");

    @TempDir
    private Path folder;

    private HttpServer repository;
    private byte[] zip = {};

    @BeforeEach
    void startRepository() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("apache-maven-9.9/bin/mvn"));
            out.write("#!/bin/sh\necho \"maven $*\"\n".getBytes(StandardCharsets.UTF_8));
        }
        zip = bytes.toByteArray();
        // For the tests of the canary's server in this JVM.
        CanaryServer.limit();
        repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        repository.createContext("/", exchange -> {
            // What an archive of another kind holds has another sum.
            byte[] body = exchange.getRequestURI().getPath().endsWith(".zip") ? zip : new byte[] {1};
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        repository.start();
    }

    @AfterEach
    void stopRepository() {
        repository.stop(0);
    }

    @Test
    void withoutUnzipTheSameArchiveIsCheckedAndUnpacked() throws Exception {
        Shell.Result result = wrapper(
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(zip)));
        assertEquals(0, result.exit(), result::toString);
        assertEquals("maven -v\n", result.out());
    }

    @Test
    void anotherSumIsRefused() throws Exception {
        Shell.Result result = wrapper("0".repeat(64));
        assertEquals(1, result.exit(), result::toString);
        assertTrue(result.err().contains("Failed to validate Maven distribution SHA-256"), result::toString);
    }

    private Shell.Result wrapper(String sum) throws Exception {
        Path clone = folder.resolve("clone");
        Files.createDirectories(clone.resolve(".mvn/wrapper"));
        Files.copy(Shell.root().resolve("mvnw"), clone.resolve("mvnw"));
        Files.writeString(clone.resolve(".mvn/wrapper/maven-wrapper.properties"), """
                distributionUrl=http://127.0.0.1:%d/org/apache/maven/apache-maven/9.9/apache-maven-9.9-bin.zip
                distributionSha256Sum=%s
                """.formatted(
                        repository.getAddress().getPort(), sum));
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            for (String place : List.of("/usr/bin", "/bin")) {
                if (Files.isExecutable(Path.of(place, tool)) && !Files.exists(tools.resolve(tool))) {
                    Files.createSymbolicLink(tools.resolve(tool), Path.of(place, tool));
                }
            }
        }
        return Shell.run(
                clone,
                Map.of(
                        "PATH",
                        tools.toString(),
                        "HOME",
                        folder.resolve("home").toString(),
                        "JAVA_HOME",
                        System.getProperty("java.home")),
                "/bin/sh",
                "mvnw",
                "-v");
    }
}
