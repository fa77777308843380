package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// HAProxy, nginx or Prometheus as a process of a test: the one that `./dev servers` prints the folder of.
final class RealServer implements AutoCloseable {

    private static final int SECONDS = 30;

    private final Process process;

    private RealServer(Process process) {
        this.process = process;
    }

    /// Where it is; a test that cannot do without is skipped, but not in CI.
    private static Path program(String name) {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        Path program = cache.resolve("heddle/servers").resolve(name);
        boolean found = Files.isExecutable(program);
        assertTrue(found || !"complete".equals(System.getenv("HEDDLE_TESTS")), program + " is not there");
        assumeTrue(found, program + " is not there: ./dev servers fetches it");
        return program;
    }

    /// Starts it, and waits until it listens.
    static RealServer start(int port, Path folder, String name, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program(name).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .start();
        RealServer server = new RealServer(process);
        for (int i = 0; i < SECONDS * 10 && !listens(port); i++) {
            if (!process.isAlive()) {
                throw new IOException(name + ": " + Files.readString(folder.resolve(name + ".out")));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return server;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
