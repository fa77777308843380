package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams of the JDK that hold a monitor of their own while they read or write, on JDK 21.
class JdkMonitorsTest {

    @TempDir
    private Path folder;

    private static final String CODE = """
            import java.io.*;
            import java.net.*;
            import java.util.*;
            import java.util.zip.*;
            public class Streams {
                public String counted(Socket socket) throws IOException {
                    return new LineNumberReader(new InputStreamReader(socket.getInputStream())).readLine();
                }
                public void set(Properties into, Socket socket) throws IOException { into.load(socket.getInputStream()); }
                public void data(Socket socket, byte[] all) throws IOException {
                    new DataOutputStream(socket.getOutputStream()).write(all);
                }
                public void zipped(Socket socket, byte[] all) throws IOException {
                    new GZIPOutputStream(socket.getOutputStream()).write(all, 0, all.length);
                }
                public int own(Socket socket) throws IOException {
                    return new BufferedInputStream(socket.getInputStream()) { }.read();
                }
                public String plain(Socket socket) throws IOException {
                    return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
                }
                public int buffered(Socket socket) throws IOException {
                    return new BufferedInputStream(socket.getInputStream()).read();
                }
                public void printed(Socket socket) throws IOException {
                    new PrintWriter(socket.getOutputStream(), true).println("a line");
                }
                public void printedBytes(Socket socket) throws IOException {
                    new PrintStream(socket.getOutputStream(), true).write(1);
                }
                static synchronized int first(InputStream in) throws IOException { return in.read(); }
                public int handedOn(Socket socket) throws IOException { return first(socket.getInputStream()); }
                static void fill(Properties into, InputStream in) throws IOException { into.load(in); }
                public void setByAnother(Socket socket) throws IOException {
                    fill(new Properties(), socket.getInputStream());
                }
                public void fromFile(Properties into) throws IOException {
                    try (InputStream in = new BufferedInputStream(new FileInputStream("a.properties"))) { into.load(in); }
                    fill(into, Streams.class.getResourceAsStream("a.properties"));
                }
                public int piped(PipedInputStream in) throws IOException { return in.read(); }
                public void inMemory(byte[] all) throws IOException { new DataOutputStream(new ByteArrayOutputStream()).write(all); }
            }
            """;

    /// A file's stream holds the carrier with and without a monitor.
    @Test
    void aStreamThatHoldsAMonitorPinsWhoReadsAndWrites() throws IOException {
        assertEquals(
                List.of("counted", "data", "handedOn", "own", "piped", "printed", "set", "setByAnother", "zipped"),
                check().stream().map(Finding::method).sorted().toList());
    }

    // With the classes of JDK 21 itself: later ones have other monitors.
    private List<Finding> check() throws IOException {
        return Checker.run(new CheckOptions(
                        List.of(Compiled.of(folder, CODE)),
                        List.of(),
                        Map.of(),
                        List.of(21),
                        Map.of(21, Path.of(Objects.requireNonNull(System.getProperty("heddle.jdk21")))),
                        false,
                        Confidence.LIKELY,
                        Set.of("blocking-under-monitor", "wait-under-monitor")))
                .findings();
    }

    @Test
    void theReasonNamesWhoHoldsIt() throws IOException {
        assertTrue(check().stream()
                .anyMatch(finding -> finding.reason().contains("java.io.LineNumberReader holds a monitor meanwhile")));
    }
}
