package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.maven.MavenJars;
import io.heddle.model.ClojureNames;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service in Clojure that was started from its sources: no file has its classes.
@Tag("slow")
class CheckProcessIT {

    private static final Path SOURCES = HeddleRun.ROOT.resolve("workbench/src/test/resources/io/heddle/check/clojure");
    private static final Pattern STALLS = Pattern.compile("\\(defn (by-\\S+)");

    @TempDir
    private Path folder;

    private Process service = new ProcessBuilder("true").start();

    CheckProcessIT() throws Exception {}

    @AfterEach
    void end() throws InterruptedException {
        service.destroyForcibly().waitFor();
    }

    @Test
    void whatNoFileHasIsReadFromTheProcess() throws Exception {
        int port = serve();
        JsonNode check = HeddleRun.run(
                        folder,
                        "check",
                        String.valueOf(service.pid()),
                        "--jdk",
                        "21",
                        "--own",
                        "--confidence",
                        "possible",
                        "--json",
                        "check.json")
                .exits(1)
                .json("check.json");
        Set<String> told = told(check, "blocking-under-monitor");
        assertEquals(
                stalls(),
                told.stream()
                        .filter(name -> name.startsWith("kiosk.stall/by-"))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertTrue(told.contains("fn in kiosk.stall/wrap-lock"), told::toString);
        assertTrue(told.stream().noneMatch(name -> name.contains("kiosk.free")), told::toString);
        assertTrue(told(check, "unread-source").isEmpty(), check::toPrettyString);
        assertTrue(service.isAlive() && listens(port), "the service goes on");
    }

    /// Without the agent only files are read, of which the service has none: that is said, and no clean bill.
    @Test
    void withoutTheAgentSourcesAreToldAsUnread() throws Exception {
        serve();
        HeddleRun.Ended ended = HeddleRun.run(
                        folder,
                        "check",
                        String.valueOf(service.pid()),
                        "--no-agent-classes",
                        "--jdk",
                        "21",
                        "--json",
                        "check.json")
                .exits(1);
        assertTrue(ended.json("check.json").toString().contains("unread-source"), ended::toString);
    }

    private int serve() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MavenJars jars = MavenJars.open()) {
            port = socket.getLocalPort();
            String classPath = Stream.concat(
                            Stream.of(SOURCES), jars.withDependencies(List.of("org.clojure:clojure:1.12.0")).stream())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
            service = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            classPath,
                            "clojure.main",
                            "-m",
                            "kiosk.main",
                            String.valueOf(port))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("service.txt").toFile())
                    .start();
        }
        for (int i = 0; i < 300 && !listens(port); i++) {
            assertTrue(service.isAlive(), () -> "the service ended");
            Thread.sleep(100);
        }
        return port;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Set<String> told(JsonNode check, String rule) {
        return check.path("findings")
                .valueStream()
                .filter(finding -> finding.path("rule").asText().equals(rule))
                .map(finding -> ClojureNames.function(finding.path("class").asText())
                        .orElse(finding.path("class").asText()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    // The helper that holds the monitor is told of what its callers hand to it.
    private static Set<String> stalls() throws Exception {
        return STALLS.matcher(Files.readString(SOURCES.resolve("kiosk/stall.clj")))
                .results()
                .map((MatchResult found) -> "kiosk.stall/" + found.group(1))
                .filter(name -> !name.endsWith("/by-helper"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
